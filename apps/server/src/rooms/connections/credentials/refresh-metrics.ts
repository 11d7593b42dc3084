import { metric } from '../../../kernel/telemetry/metric.ts';

export const refreshes = metric({
    name: 'patchbay.refreshes',
    kind: 'counter',
    unit: '{refresh}',
    description: 'Renewals of credentials by outcome: refreshed, failed, or lease_lost, which another server has done',
    attributes: ['patchbay.outcome', 'patchbay.provider']
});
