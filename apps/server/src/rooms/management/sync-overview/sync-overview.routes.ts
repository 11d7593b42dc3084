import { countSyncs as countSyncsContract, listSyncs as listSyncsContract } from '@patchbay/contracts';
import { route } from '../../../kernel/http/mount.ts';
import { requireEnvironment } from '../members/require-environment.ts';
import { countSyncs } from './count-syncs.ts';
import { listSyncs } from './list-syncs.ts';

export const syncOverviewRoutes = [
    route(listSyncsContract, async (deps, { auth, query }) => {
        const environmentId = await requireEnvironment(deps, auth, query.environment, 'environment:syncs:read');
        return listSyncs(deps, environmentId, query);
    }),
    route(countSyncsContract, async (deps, { auth, query }) => {
        const environmentId = await requireEnvironment(deps, auth, query.environment, 'environment:syncs:read');
        return { data: await countSyncs(deps, environmentId, query) };
    })
];
