import { z } from 'zod';
import { room } from '../../../room.ts';
import { syncDeployedJob } from './deploy.ts';
import { deploymentRoutes } from './deployments.routes.ts';
import { applySyncDeployment } from './sync-deployed.ts';

const changedSync = z.object({ environmentId: z.uuid(), integrationId: z.uuid(), name: z.string() });

export const deployments = room({
    name: 'deployments',
    routes: deploymentRoutes,
    jobs: {
        [syncDeployedJob]: {
            batchSize: 5,
            async work(deps, batch) {
                for (const data of batch) await applySyncDeployment(deps, changedSync.parse(data));
            }
        }
    }
});
