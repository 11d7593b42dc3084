import { z } from 'zod';
import { room } from '../../../room.ts';
import { connectionSavedJob } from '../../connections/connection-store/connection-saved.ts';
import { startSyncsOf } from './start-syncs-of.ts';
import { syncRoutes } from './syncs.routes.ts';

const savedConnection = z.object({ environmentId: z.uuid(), connectionRowId: z.coerce.number() });

export const syncs = room({
    name: 'syncs',
    routes: syncRoutes,
    jobs: {
        [connectionSavedJob]: {
            batchSize: 20,
            async work(deps, batch) {
                for (const data of batch) {
                    const { environmentId, connectionRowId } = savedConnection.parse(data);
                    await startSyncsOf(deps, environmentId, [connectionRowId]);
                }
            }
        }
    }
});
