import type { Deps } from '../../../deps.ts';
import { type Gauge, metric } from '../../../kernel/telemetry/metric.ts';
import { countNotOk, mostCounted } from './count-not-ok.sql.ts';

const unhealthy = metric({
    name: 'patchbay.connections.unhealthy',
    kind: 'gauge',
    unit: '{connection}',
    description: `Connections whose credentials fail, of all servers, of the first ${mostCounted} found`,
    attributes: ['patchbay.connection.state']
});

export function connectionGauges({ db }: Pick<Deps, 'db'>): Gauge[] {
    const read = async (environmentId?: string) => {
        const counts = await countNotOk(db, environmentId);
        return Object.entries(counts).map(([state, value]) => ({ value, attributes: { 'patchbay.connection.state': state } }));
    };
    return [{ metric: unhealthy, read: () => read(), readOf: read }];
}
