import type { Database } from '@patchbay/db';
import { type Gauge, metric } from './kernel/telemetry/metric.ts';

const connections = metric({
    name: 'db.client.connection.count',
    kind: 'gauge',
    unit: '{connection}',
    description: 'Connections to the database',
    attributes: ['db.client.connection.state']
});
const maxConnections = metric({
    name: 'db.client.connection.max',
    kind: 'gauge',
    unit: '{connection}',
    description: 'Connections that this server may open (PATCHBAY_DATABASE_POOL_SIZE)'
});
const waiting = metric({
    name: 'db.client.connection.pending_requests',
    kind: 'gauge',
    unit: '{request}',
    description: 'What waits for a connection'
});

/** Of the connections to the database. */
export function poolGauges({ poolUsage }: Pick<Database, 'poolUsage'>): Gauge[] {
    return [
        {
            metric: connections,
            read: () => [
                { value: poolUsage().used, attributes: { 'db.client.connection.state': 'used' } },
                { value: poolUsage().idle, attributes: { 'db.client.connection.state': 'idle' } }
            ]
        },
        { metric: maxConnections, read: () => [{ value: poolUsage().max }] },
        { metric: waiting, read: () => [{ value: poolUsage().waiting }] }
    ];
}
