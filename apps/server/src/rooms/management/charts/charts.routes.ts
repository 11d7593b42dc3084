import {
    readConnectionCounts as readConnectionCountsContract,
    readConnectionTraffic as readConnectionTrafficContract,
    readTraffic as readTrafficContract
} from '@patchbay/contracts';
import { route } from '../../../kernel/http/mount.ts';
import { requireConnection } from '../../connections/connection-store/require-connection.ts';
import { requireEnvironment } from '../members/require-environment.ts';
import { readConnectionCounts } from './read-connection-counts.ts';
import { readConnectionTraffic } from './read-connection-traffic.ts';
import { readTraffic } from './read-traffic.ts';

export const chartRoutes = [
    route(readTrafficContract, async (deps, { auth, query }) => {
        const { environment, integration_id: integrationKey, ...period } = query;
        const environmentId = await requireEnvironment(deps, auth, environment, 'environment:integrations:read');
        return { data: await readTraffic(deps, { environmentId, environmentName: environment, integrationKey, ...period }) };
    }),
    route(readConnectionTrafficContract, async (deps, { auth, query }) => {
        const { environment, integration_id: integrationKey, connection_id: connectionId, ...period } = query;
        const environmentId = await requireEnvironment(deps, auth, environment, 'environment:connections:read');
        const row = await requireConnection(deps, { environmentId, integrationKey, connectionId });
        return { data: await readConnectionTraffic(deps, { row, environmentName: environment, ...period }) };
    }),
    route(readConnectionCountsContract, async (deps, { auth, query }) => {
        const { environment, ...period } = query;
        const environmentId = await requireEnvironment(deps, auth, environment, 'environment:connections:read');
        return { data: await readConnectionCounts(deps, { environmentId, ...period }) };
    })
];
