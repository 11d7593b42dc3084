import type { TrafficRange } from '@patchbay/contracts';

const minuteS = 60;
const hourS = 60 * minuteS;
const dayS = 24 * hourS;
const dayMs = dayS * 1000;

/** What of a query says which period is charted. */
export interface PeriodQuery {
    range: TrafficRange;
    /** Minutes that the local time is ahead of UTC. */
    offset: number;
    since?: string | undefined;
    until?: string | undefined;
}

const rangeS: Record<TrafficRange, number> = { '1h': hourS, '24h': dayS, '7d': 7 * dayS, '30d': 30 * dayS };

/** Lengths of buckets, shortest first, and how many of them make the longest period. */
const steps = [
    { stepS: minuteS, most: 90 },
    { stepS: 5 * minuteS, most: 72 },
    { stepS: hourS, most: 72 },
    { stepS: 6 * hourS, most: 32 }
] as const;

/** Minutes are counted apart for a day, hours and days for longer. */
const minutesKeptMs = dayMs;
const longerKeptMs = 90 * dayMs;

/** Buckets that a chart has, and how they are numbered since 1970. */
export interface BucketPlan {
    stepS: number;
    /** That local time is ahead of UTC. */
    offsetS: number;
    first: number;
    count: number;
    /** Whether what is counted by the hour is enough. */
    isByHours: boolean;
    /** Whether buckets are days. */
    isByDays: boolean;
    /** Whether there is as much just before the first one. */
    hasPrevious: boolean;
    from: Date;
    to: Date;
}

/** @param args.daysAreUtc what is counted by the day of UTC has no other days */
export function planBuckets(query: PeriodQuery, now: Date, { daysAreUtc = false } = {}): BucketPlan {
    const chosen =
        query.since !== undefined && query.until !== undefined
            ? { since: Date.parse(query.since), until: Date.parse(query.until) }
            : undefined;
    const lengthS = chosen ? (chosen.until - chosen.since) / 1000 : rangeS[query.range];
    const isKeptByMinutes = (chosen?.since ?? now.getTime() - lengthS * 1000) >= now.getTime() - minutesKeptMs;
    const step = steps.find(({ stepS, most }) => lengthS <= stepS * most && (isKeptByMinutes || stepS >= hourS));
    const stepS = step?.stepS ?? dayS;
    const isByDays = stepS === dayS;
    // Counts are by the hour of UTC, which half an hour of a zone would tear apart.
    const offsetS = isByDays && daysAreUtc ? 0 : Math.floor(query.offset / 60) * hourS;
    const numberOf = (ms: number) => (ms / 1000 + offsetS) / stepS;
    const last = chosen ? Math.ceil(numberOf(chosen.until)) - 1 : Math.floor(numberOf(now.getTime()));
    const first = chosen ? Math.floor(numberOf(chosen.since)) : last - lengthS / stepS + 1;
    const count = last - first + 1;
    const timeOf = (bucket: number) => bucketTime({ stepS, offsetS }, bucket);
    const keptMs = stepS < hourS ? minutesKeptMs : longerKeptMs;
    return {
        stepS,
        offsetS,
        first,
        count,
        isByHours: stepS >= hourS,
        isByDays,
        hasPrevious: timeOf(first - count).getTime() >= now.getTime() - keptMs,
        from: timeOf(first),
        to: timeOf(last + 1)
    };
}

export const bucketTime = ({ stepS, offsetS }: Pick<BucketPlan, 'stepS' | 'offsetS'>, bucket: number): Date =>
    new Date((bucket * stepS - offsetS) * 1000);

/** Where what was just before begins, if it is kept; else the first bucket. */
export const beginningWithPrevious = (plan: BucketPlan): Date => (plan.hasPrevious ? bucketTime(plan, plan.first - plan.count) : plan.from);

/** The same of each bucket: first those of the period, then those before, if they are kept. */
export function toView<Figures>(plan: BucketPlan, figuresOf: (first: number, count: number) => Figures) {
    const bucketsFrom = (first: number) =>
        Array.from({ length: plan.count }, (_, index) => ({
            at: bucketTime(plan, first + index).toISOString(),
            ...figuresOf(first + index, 1)
        }));
    const before = plan.first - plan.count;
    return {
        step_s: plan.stepS,
        until: plan.to.toISOString(),
        total: figuresOf(plan.first, plan.count),
        buckets: bucketsFrom(plan.first),
        previous: plan.hasPrevious ? { total: figuresOf(before, plan.count), buckets: bucketsFrom(before) } : null
    };
}
