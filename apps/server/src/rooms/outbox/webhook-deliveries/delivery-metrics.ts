import type { Deps } from '../../../deps.ts';
import { type Gauge, metric } from '../../../kernel/telemetry/metric.ts';
import { findOldestUnplaced } from './dispatch.sql.ts';
import { countPending, mostCounted } from './deliveries.sql.ts';

export const deliveryDuration = metric({
    name: 'patchbay.webhook.delivery.duration',
    kind: 'histogram',
    unit: 's',
    description: 'Duration of attempts to deliver events by outcome: delivered, failed or gone',
    attributes: ['patchbay.outcome']
});

const pending = metric({
    name: 'patchbay.webhook.deliveries.pending',
    kind: 'gauge',
    unit: '{delivery}',
    description: `Deliveries that are not made yet, of all servers, up to ${mostCounted}`
});

const dispatchLag = metric({
    name: 'patchbay.webhook.dispatch.lag',
    kind: 'gauge',
    unit: 's',
    description: 'Age of the oldest event that has no deliveries yet, of all servers; 0 when there is none'
});

export function deliveryGauges({ db, clock }: Pick<Deps, 'db' | 'clock'>): Gauge[] {
    const readLag = async () => {
        const oldest = await findOldestUnplaced(db);
        return [{ value: oldest ? Math.max(0, clock.now().getTime() - oldest.getTime()) / 1000 : 0 }];
    };
    return [
        { metric: pending, read: async () => [{ value: await countPending(db) }] },
        { metric: dispatchLag, read: readLag }
    ];
}
