import { pruneRecords as pruneRecordsEndpoint } from '@patchbay/contracts';
import { route } from '../../../kernel/http/mount.ts';
import type { ConnectionTarget } from '../../connections/connection-store/usable-connection.sql.ts';
import { pruneRecords } from './prune-records.ts';

export const recordRoutes = [
    route(pruneRecordsEndpoint, (deps, { auth, headers, body }) => pruneRecords(deps, targetOf(auth, headers), body))
];

function targetOf(
    { environmentId }: { environmentId: string },
    headers: { 'provider-config-key': string; 'connection-id': string }
): ConnectionTarget {
    return { environmentId, integrationKey: headers['provider-config-key'], connectionId: headers['connection-id'] };
}
