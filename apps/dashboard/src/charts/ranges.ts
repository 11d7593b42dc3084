import { type TrafficRange, trafficRanges } from '@patchbay/contracts/dashboard';
import { given, periodParams } from '../parts/search-params.ts';

/** In the address of each page with charts. */
export interface ChartsSearch {
    range?: TrafficRange;
    /** Together: the part of the range that is zoomed into. */
    since?: string;
    until?: string;
    /** Absent: the member's own. */
    zone?: 'utc';
    /** Of response times; absent: linear. */
    scale?: 'log';
    /** Absent: the period before is drawn, too. */
    previous?: 'hidden';
}

export const usualRange: TrafficRange = '24h';

const isRange = (value: unknown): value is TrafficRange => trafficRanges.some((range) => range === value);

export function chartsSearch(params: Record<string, unknown>): ChartsSearch {
    const { range, zone, scale, previous } = params;
    return given({
        range: isRange(range) && range !== usualRange ? range : undefined,
        ...periodParams(params),
        zone: zone === 'utc' ? zone : undefined,
        scale: scale === 'log' ? scale : undefined,
        previous: previous === 'hidden' ? previous : undefined
    });
}
