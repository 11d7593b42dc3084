import { AppError, type FunctionView } from '@patchbay/contracts';
import type { Deps } from '../../../deps.ts';
import { findDetails, listShortFunctions } from '../../platform/functions/functions.sql.ts';
import { findProviders } from '../../platform/integrations/integrations.sql.ts';
import { functionsOfIntegration, type ListedFunction } from './describe-functions.ts';

type ListDeps = Pick<Deps, 'batches' | 'db'>;

/** Absent: of all integrations, of every type. */
interface Filter {
    integrationKey?: string | undefined;
    type?: FunctionView['type'] | undefined;
}

/** All functions of an environment, by integration, type and name. */
async function listFunctions(
    { db, batches }: ListDeps,
    environmentId: string,
    { integrationKey, type }: Filter
): Promise<ListedFunction[]> {
    const [integrations, rows] = await Promise.all([
        findProviders(batches, { environmentId }),
        listShortFunctions(db, { environmentId, integrationKey, kind: type })
    ]);
    const byIntegration = Map.groupBy(rows, (row) => row.integration_key);
    return integrations
        .filter(({ unique_key: key }) => integrationKey === undefined || key === integrationKey)
        .toSorted((a, b) => a.unique_key.localeCompare(b.unique_key))
        .flatMap(({ unique_key: key, provider }) =>
            functionsOfIntegration({ integrationKey: key, provider }, byIntegration.get(key) ?? []).filter(
                (one) => type === undefined || one.type === type
            )
        );
}

async function describeAll({ db }: Pick<Deps, 'db'>, environmentId: string, listed: readonly ListedFunction[]): Promise<FunctionView[]> {
    const details = await findDetails(
        db,
        environmentId,
        listed.flatMap(({ deployedId }) => deployedId ?? [])
    );
    return listed.map(({ deployedId, describe }) => describe(details.get(deployedId ?? '') ?? null));
}

/** Described: what reads each schema. */
export async function allFunctions(deps: ListDeps, environmentId: string, filter: Filter = {}): Promise<FunctionView[]> {
    return describeAll(deps, environmentId, await listFunctions(deps, environmentId, filter));
}

/** One function; undefined: the integration has none of the name. */
export async function findFunction(
    deps: ListDeps,
    environmentId: string,
    { integrationKey, type, name }: { integrationKey: string; type: FunctionView['type']; name: string }
): Promise<FunctionView | undefined> {
    const listed = await listFunctions(deps, environmentId, { integrationKey, type });
    return (
        await describeAll(
            deps,
            environmentId,
            listed.filter((one) => one.name === name)
        )
    )[0];
}

interface Page {
    limit: number;
    cursor?: string | undefined;
}

/** A page of those that are chosen. @throws {AppError} `invalid_cursor` */
export async function pageOfFunctions(
    deps: ListDeps,
    environmentId: string,
    { limit, cursor, isChosen = () => true, ...filter }: Filter & Page & { isChosen?: (one: ListedFunction) => boolean }
): Promise<{ data: FunctionView[]; next_cursor: string | null }> {
    const after = cursor === undefined ? undefined : Buffer.from(cursor, 'base64url').toString();
    if (after !== undefined && after.split('/').length !== 3) throw new AppError('invalid_cursor');
    const found = (await listFunctions(deps, environmentId, filter)).filter(isChosen);
    const start = after === undefined ? 0 : found.findIndex((one) => placeOf(one) === after) + 1;
    // The function that ended the page before is gone: nothing says where to go on.
    if (after !== undefined && start === 0) throw new AppError('invalid_cursor');
    const page = found.slice(start, start + limit);
    const last = start + limit < found.length ? page.at(-1) : undefined;
    return {
        data: await describeAll(deps, environmentId, page),
        next_cursor: last ? Buffer.from(placeOf(last)).toString('base64url') : null
    };
}

interface Wanted extends Page {
    integration_id?: string | undefined;
    type?: FunctionView['type'] | undefined;
    search?: string | undefined;
}

/** @throws {AppError} `invalid_cursor` */
export function listPageOf(deps: ListDeps, environmentId: string, { integration_id: integrationKey, search = '', ...wanted }: Wanted) {
    const isChosen = ({ name }: ListedFunction) => name.toLowerCase().includes(search.toLowerCase());
    return pageOfFunctions(deps, environmentId, { integrationKey, isChosen, ...wanted });
}

const placeOf = ({ key, type, name }: ListedFunction) => `${key}/${type}/${name}`;
