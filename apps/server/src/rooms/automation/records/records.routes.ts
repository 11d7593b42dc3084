import { listRecords, pruneRecords as pruneRecordsEndpoint } from '@patchbay/contracts';
import { route, storedJson } from '../../../kernel/http/mount.ts';
import type { ConnectionTarget } from '../../connections/connection-store/usable-connection.sql.ts';
import { pruneRecords } from './prune-records.ts';
import { readRecords } from './read-records.ts';

export const recordRoutes = [
    storedJson(listRecords, (deps, { auth, headers, query }) => readRecords(deps, targetOf(auth, headers), query)),
    route(pruneRecordsEndpoint, (deps, { auth, headers, body }) => pruneRecords(deps, targetOf(auth, headers), body))
];

function targetOf(
    { environmentId }: { environmentId: string },
    headers: { 'provider-config-key': string; 'connection-id': string }
): ConnectionTarget {
    return { environmentId, integrationKey: headers['provider-config-key'], connectionId: headers['connection-id'] };
}
