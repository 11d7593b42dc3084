import type { Deps } from '../../../deps.ts';
import { type Gauge, metric } from '../../../kernel/telemetry/metric.ts';
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

export function deliveryGauges({ db }: Pick<Deps, 'db'>): Gauge[] {
    return [{ metric: pending, read: async () => [{ value: await countPending(db) }] }];
}
