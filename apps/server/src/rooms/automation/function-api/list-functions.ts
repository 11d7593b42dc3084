import { AppError, type FunctionView } from '@patchbay/contracts';
import type { Deps } from '../../../deps.ts';
import { listAllFunctions } from '../../platform/functions/functions.sql.ts';
import { findProviders } from '../../platform/integrations/integrations.sql.ts';
import { describeFunctions } from './describe-functions.ts';

type ListDeps = Pick<Deps, 'batches' | 'db'>;

/** All functions of an environment, by integration, type and name. */
export async function allFunctions({ db, batches }: ListDeps, environmentId: string): Promise<FunctionView[]> {
    const [integrations, rows] = await Promise.all([findProviders(batches, { environmentId }), listAllFunctions(db, environmentId)]);
    const byIntegration = Map.groupBy(rows, (row) => row.integration_key);
    return integrations
        .toSorted((a, b) => a.unique_key.localeCompare(b.unique_key))
        .flatMap(({ unique_key: integrationKey, provider }) =>
            describeFunctions({ integrationKey, provider }, byIntegration.get(integrationKey) ?? [])
        );
}

/** Those of one integration. */
export async function functionsOf(
    { db }: Pick<Deps, 'db'>,
    environmentId: string,
    owner: { integrationKey: string; provider: string }
): Promise<FunctionView[]> {
    const rows = await listAllFunctions(db, environmentId);
    return describeFunctions(
        owner,
        rows.filter((row) => row.integration_key === owner.integrationKey)
    );
}

interface Wanted {
    integration_id?: string | undefined;
    type?: FunctionView['type'] | undefined;
    limit: number;
    cursor?: string | undefined;
}

/** @throws {AppError} `invalid_cursor` */
export async function listPageOf(deps: ListDeps, environmentId: string, { integration_id: key, type, limit, cursor }: Wanted) {
    const after = cursor === undefined ? undefined : Buffer.from(cursor, 'base64url').toString();
    if (after !== undefined && after.split('/').length !== 3) throw new AppError('invalid_cursor');
    const found = (await allFunctions(deps, environmentId)).filter(
        (one) => (key === undefined || one.integration_id === key) && (type === undefined || one.type === type)
    );
    const start = after === undefined ? 0 : found.findIndex((one) => placeOf(one) === after) + 1;
    // The function that ended the page before is gone: nothing says where to go on.
    if (after !== undefined && start === 0) throw new AppError('invalid_cursor');
    const page = found.slice(start, start + limit);
    const last = start + limit < found.length ? page.at(-1) : undefined;
    return { data: page, next_cursor: last ? Buffer.from(placeOf(last)).toString('base64url') : null };
}

const placeOf = ({ integration_id: key, type, name }: FunctionView) => `${key}/${type}/${name}`;
