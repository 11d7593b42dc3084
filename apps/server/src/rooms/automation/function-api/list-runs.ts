import { AppError, type FunctionRunView, type listFunctionRuns, type ParsedInput } from '@patchbay/contracts';
import type { Deps } from '../../../deps.ts';
import { findIntegrationIdByKey } from '../../platform/integrations/find-integration-id.ts';
import { describeRun } from './describe-run.ts';
import { listRuns, type RunRow } from './function-runs.sql.ts';

/** @throws {AppError} `invalid_cursor` */
export async function listPageOfRuns(
    { db }: Pick<Deps, 'db'>,
    environmentId: string,
    { integration_id, connection_id, type, name, status, limit, cursor }: ParsedInput<typeof listFunctionRuns>['query']
): Promise<{ data: FunctionRunView[]; next_cursor: string | null }> {
    const before = cursor === undefined ? undefined : placeOf(cursor);
    const integrationId = integration_id === undefined ? undefined : await findIntegrationIdByKey(db, environmentId, integration_id);
    if (integrationId === undefined && integration_id !== undefined) return { data: [], next_cursor: null };
    const filter = { environmentId, integrationId, connectionId: connection_id, type, name, status, before };
    const rows = await listRuns(db, { ...filter, limit: limit + 1 });
    const page = rows.slice(0, limit);
    const last = rows.length > limit ? page.at(-1) : undefined;
    return { data: page.map(describeRun), next_cursor: last ? cursorOf(last) : null };
}

const cursorOf = ({ created_at: at, id }: RunRow) => Buffer.from(`${at.toISOString()} ${id}`).toString('base64url');

function placeOf(cursor: string): { at: Date; id: string } {
    const [time = '', id = ''] = Buffer.from(cursor, 'base64url').toString().split(' ');
    const at = new Date(time);
    if (Number.isNaN(at.getTime()) || !/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(id)) throw new AppError('invalid_cursor');
    return { at, id };
}
