import { readTraffic as readTrafficContract } from '@patchbay/contracts';
import { route } from '../../../kernel/http/mount.ts';
import { requireEnvironment } from '../members/require-environment.ts';
import { readTraffic } from './read-traffic.ts';

export const chartRoutes = [
    route(readTrafficContract, async (deps, { auth, query }) => {
        const environmentId = await requireEnvironment(deps, auth, query.environment, 'environment:integrations:read');
        const { integration_id: integrationKey, range, offset } = query;
        return { data: await readTraffic(deps, { environmentId, integrationKey, range, offset }) };
    })
];
