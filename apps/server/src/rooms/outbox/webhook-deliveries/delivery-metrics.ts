import type { Deps } from '../../../deps.ts';
import { type Gauge, metric } from '../../../kernel/telemetry/metric.ts';
import { findOldestUnplaced } from './dispatch.sql.ts';
import { countBacklog, mostCounted } from './deliveries.sql.ts';

export const deliveryDuration = metric({
    name: 'patchbay.webhook.delivery.duration',
    kind: 'histogram',
    unit: 's',
    description: 'Duration of attempts to deliver events by outcome: delivered, failed or gone',
    attributes: ['patchbay.outcome']
});

const backlog = metric({
    name: 'patchbay.webhook.deliveries.backlog',
    kind: 'gauge',
    unit: '{delivery}',
    description: `Deliveries that are not made, of all servers, up to ${mostCounted} in each state`,
    attributes: ['patchbay.delivery.state']
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
    const readBacklog = async (environmentId?: string) => {
        const counts = await countBacklog(db, clock.now(), environmentId);
        return Object.entries(counts).map(([state, value]) => ({ value, attributes: { 'patchbay.delivery.state': state } }));
    };
    return [
        { metric: backlog, read: () => readBacklog(), readOf: readBacklog },
        { metric: dispatchLag, read: readLag }
    ];
}
