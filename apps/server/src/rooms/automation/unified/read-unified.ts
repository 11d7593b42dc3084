import { AppError, baseVariant, type ListRecordsQuery } from '@patchbay/contracts';
import { SerialisedJson } from '../../../kernel/http/send-json.ts';
import { callAction } from '../actions/call-action.ts';
import { respondTo } from '../actions/respond-to.ts';
import { readCursor } from '../records/cursor.ts';
import { readRecords } from '../records/read-records.ts';
import type { HostDeps } from '../runs/connection-host.ts';
import { syncStateOf } from '../syncs/sync-status.ts';
import { invalidCursor, type Live, readLive } from './read-live.ts';
import { actionNameFor, syncNameFor, unsupported } from './unified-functions.ts';

type SetHeader = (name: string, value: string) => void;
type ListQuery = Omit<ListRecordsQuery, 'model'> & { live?: boolean | undefined };

/**
 * @throws {AppError} `unsupported_by_provider`, `invalid_cursor`, and those of {@link readRecords}
 */
export async function listUnified(deps: HostDeps, live: Live, { live: isLive, ...query }: ListQuery, setHeader: SetHeader) {
    const { target, connection, integration, endpoint } = live;
    const { model } = endpoint;
    if (syncNameFor(integration, model) === undefined) throw unsupported(connection.provider, integration, endpoint);
    if (isLive) return readLive(deps, live, query);
    // `GET /records` ends in the reference's `server_error`.
    if (query.cursor !== undefined && !readCursor(query.cursor)) throw invalidCursor();
    const [state, records] = await Promise.all([
        syncStateOf(deps, target, { model, variant: query.variant ?? baseVariant }),
        readRecords(deps, target, { ...query, model })
    ]);
    for (const [name, value] of Object.entries(state)) setHeader(name, value);
    return records;
}

/**
 * One record: as it is stored, or as the provider has it where it is not, or `isLive`.
 * @throws {AppError} `not_found`, `unsupported_by_provider`, and those of its requests
 */
export async function getUnified(
    deps: HostDeps,
    live: Live,
    { id, isLive }: { id: string; isLive: boolean },
    setHeader: SetHeader
): Promise<SerialisedJson> {
    const { target, connection, integration, endpoint } = live;
    const { model } = endpoint;
    const action = actionNameFor(integration, endpoint);
    const isSynced = syncNameFor(integration, model) !== undefined;
    if (!isSynced && action === undefined) throw unsupported(connection.provider, integration, endpoint);
    if (!isLive) {
        const stored = isSynced ? await findStored(deps, live, id) : undefined;
        if (stored !== undefined) {
            const state = await syncStateOf(deps, target, { model, variant: baseVariant });
            for (const [name, value] of Object.entries(state)) setHeader(name, value);
            return stored;
        }
        if (action === undefined) throw new AppError('not_found', { message: `There is no ${model} with this id.` });
    }
    if (action === undefined) throw unsupported(connection.provider, integration, endpoint, onlyStored);
    return respondTo(await callAction(deps, { target, name: action, input: { id } }), 'unified', setHeader);
}

const onlyStored = 'The provider has no request for one record: it is only read as it is stored, without live=true.';

/** @returns undefined where it is not stored, deleted or pruned */
async function findStored(deps: HostDeps, { target, endpoint: { model } }: Live, id: string): Promise<SerialisedJson | undefined> {
    const page = await readRecords(deps, target, { model, ids: [id], limit: 1, filter: ['added', 'updated'] });
    // Made by `readRecords`.
    const { records } = JSON.parse(page.bytes.toString()) as { records: { _nango_metadata: { pruned_at: string | null } }[] };
    const [record] = records;
    return record && record._nango_metadata.pruned_at === null ? new SerialisedJson(JSON.stringify(record)) : undefined;
}
