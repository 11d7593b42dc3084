import { type TrafficRange, trafficRanges } from '@patchbay/contracts/dashboard';

/** In the address of each page with charts. */
export interface ChartsSearch {
    range?: TrafficRange;
}

export const usualRange: TrafficRange = '24h';

const isRange = (value: unknown): value is TrafficRange => trafficRanges.some((range) => range === value);

export function chartsSearch({ range }: Record<string, unknown>): ChartsSearch {
    return isRange(range) && range !== usualRange ? { range } : {};
}
