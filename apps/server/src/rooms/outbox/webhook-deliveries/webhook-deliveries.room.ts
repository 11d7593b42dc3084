import { EventEmitter } from 'node:events';
import { z } from 'zod';
import { deleteOlder } from '../../../kernel/sql/delete-older.sql.ts';
import { room } from '../../../room.ts';
import { dispatchJob } from '../events/record-event.ts';
import { deliveryGauges } from './delivery-metrics.ts';
import { Deliverer } from './deliverer.ts';
import { batchSize, dispatchBatch } from './dispatch-events.ts';
import { removeDeletedEndpoints } from './remove-deleted-endpoints.ts';
import { sealedEndpoints } from './signing-keys.ts';
import { webhookDeliveryRoutes } from './webhook-deliveries.routes.ts';
import { webhookEndpointRoutes } from './webhook-endpoints.routes.ts';

declare module '../../../deps.ts' {
    interface Deps {
        /** `due`: there are deliveries to make. Only a hint, for this process. */
        webhookNews: EventEmitter<{ due: [] }>;
    }
}

declare module '../../../kernel/log/log.ts' {
    interface EnvironmentLogFields {
        endpoint_id?: string;
        delivery_id?: string;
    }
}

const jobData = z.object({ environmentId: z.uuid() });

export const webhookDeliveries = room({
    name: 'webhook-deliveries',
    sealed: [sealedEndpoints],
    routes: [...webhookEndpointRoutes, ...webhookDeliveryRoutes],
    open: () => ({ state: { webhookNews: new EventEmitter<{ due: [] }>() } }),
    gauges: deliveryGauges,
    cleanUps: {
        removeDeletedEndpoints,
        // Longer than events, and so their deliveries, are kept.
        deleteUnusedDestinations: deleteOlder('webhook_destinations', 'used_at', 31 * 24 * 60 * 60_000)
    },
    jobs: {
        [dispatchJob]: {
            batchSize,
            work: (deps, batch) =>
                dispatchBatch(
                    deps,
                    batch.map((data) => jobData.parse(data).environmentId)
                )
        }
    },
    work: async (deps, { runsJobs = true }) => (runsJobs ? new Deliverer(deps) : undefined)
});
