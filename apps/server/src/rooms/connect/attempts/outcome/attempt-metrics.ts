import { metric } from '../../../../kernel/telemetry/metric.ts';

export const settledAttempts = metric({
    name: 'patchbay.attempts',
    kind: 'counter',
    unit: '{attempt}',
    description: 'Steps of attempts to connect by outcome, with the code of those that failed',
    attributes: ['patchbay.outcome', 'error.type']
});
