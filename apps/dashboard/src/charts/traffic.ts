import type { readConnectionCounts, readTraffic } from '@patchbay/contracts';
import type { SuccessOut, TrafficRange } from '@patchbay/contracts/dashboard';
import type { ChartData } from './series.ts';

export type Traffic = SuccessOut<typeof readTraffic>['data'];
type Failures = Traffic['total']['failures'];
type Cause = keyof Failures;

const ok = 'var(--accent)';
const failedColour = 'var(--danger)';
const third = 'var(--info)';
const fourth = 'var(--warn)';

export const rangeWords: Record<TrafficRange, { name: string; within: string }> = {
    '1h': { name: '1 hour', within: 'in the last hour' },
    '24h': { name: '24 hours', within: 'in the last 24 hours' },
    '7d': { name: '7 days', within: 'in the last 7 days' },
    '30d': { name: '30 days', within: 'in the last 30 days' }
};

/** Who has to act. */
const causes: Record<Cause, { name: string; because: string }> = {
    provider: { name: 'Provider', because: 'the provider failed' },
    credentials: { name: 'Credentials', because: 'credentials were refused' },
    rate_limit: { name: 'Rate limit', because: 'the rate limit was used up' },
    platform: { name: 'Patchbay', because: 'Patchbay refused them' }
};

const number = (value: number) => Math.round(value).toLocaleString();
const compact = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 });
const percent = (share: number) => `${(share * 100).toLocaleString(undefined, { maximumFractionDigits: 1 })} %`;
const ms = (value: number) => `${number(value)} ms`;
const shortMs = (value: number) => (value >= 1000 ? `${compact.format(value / 1000)} s` : `${number(value)} ms`);

const failedOf = (failures: Failures): number => Object.values(failures).reduce((sum, count) => sum + count, 0);
const plural = (count: number, one: string, many: string) => `${number(count)} ${count === 1 ? one : many}`;

/** Figures by time, and those of the period before. */
export interface View<Figures> {
    total: Figures;
    buckets: readonly Figures[];
    previous: { total: Figures; buckets: readonly Figures[] } | null;
}

interface Requests {
    calls: number;
    failed: number;
}
type Latency = Pick<Traffic['total'], 'p50_ms' | 'p95_ms' | 'p99_ms'>;

const previousOf = <Figures>({ previous }: View<Figures>, name: string, of: (figures: Figures) => number | null): ChartData['previous'] =>
    previous ? { name, values: previous.buckets.map(of) } : undefined;

const previousPeriod = 'Previous period';

/** Requests that failed, whatever the cause. */
export function countFailed({ total, buckets, previous }: View<Traffic['total']>): View<Requests> {
    const counted = ({ calls, failures }: Traffic['total']) => ({ calls, failed: failedOf(failures) });
    return {
        total: counted(total),
        buckets: buckets.map(counted),
        previous: previous && { total: counted(previous.total), buckets: previous.buckets.map(counted) }
    };
}

export function requestsChart(view: View<Requests>, within: string): ChartData {
    const { total, buckets, previous } = view;
    const { calls, failed } = total;
    const share = failed === 0 ? 'none of them failed' : `${number(failed)} of them failed (${percent(failed / calls)})`;
    const before = previous
        ? ` Just before: ${plural(previous.total.calls, 'request', 'requests')}, ${number(previous.total.failed)} failed.`
        : '';
    return {
        title: 'Requests',
        summary: `${calls === 0 ? `No requests ${within}.` : `${plural(calls, 'request', 'requests')} ${within}, ${share}.`}${before}`,
        form: 'bars',
        series: [
            { name: 'Succeeded', colour: ok, values: buckets.map(({ calls: all, failed: bad }) => all - bad) },
            { name: 'Failed', colour: failedColour, isHatched: true, values: buckets.map(({ failed: bad }) => bad) }
        ],
        previous: previousOf(view, previousPeriod, ({ calls: all }) => all),
        isWhole: true,
        format: number,
        tick: (value) => compact.format(value)
    };
}

const shareOf = ({ calls, failed }: Requests) => (calls === 0 ? null : failed / calls);

export function errorRateChart(traffic: View<Traffic['total']>, within: string): ChartData {
    const { total, buckets } = traffic;
    const failed = failedOf(total.failures);
    const [main] = causesOf(total.failures).toSorted((one, other) => total.failures[other] - total.failures[one]);
    const said =
        total.calls === 0
            ? `No requests ${within}.`
            : main === undefined || failed === 0
              ? `No request failed ${within}.`
              : `${percent(failed / total.calls)} failed ${within}, most because ${causes[main].because}.`;
    const counted = countFailed(traffic);
    const before = counted.previous ? shareOf(counted.previous.total) : null;
    return {
        title: 'Error rate',
        summary: before === null ? said : `${said} Just before: ${percent(before)}.`,
        form: 'bars',
        series: causesOf(total.failures, true).map((cause) => ({
            ...looks[cause],
            name: causes[cause].name,
            values: buckets.map(({ calls, failures }) => (calls === 0 ? null : failures[cause] / calls))
        })),
        previous: previousOf(counted, previousPeriod, shareOf),
        format: percent,
        tick: percent
    };
}

const looks = {
    provider: { colour: failedColour, isHatched: true },
    credentials: { colour: fourth },
    rate_limit: { colour: third },
    platform: { colour: 'var(--text-3)', isHatched: true }
} as const satisfies Record<Cause, object>;

const allCauses = ['provider', 'credentials', 'rate_limit', 'platform'] as const satisfies readonly Cause[];

/** Those that there were. @param withOne the first, where there were none */
function causesOf(failures: Failures, withOne = false): Cause[] {
    const there = allCauses.filter((cause) => failures[cause] > 0);
    return there.length === 0 && withOne ? ['provider'] : there;
}

export function latencyChart(view: View<Latency>, within: string): ChartData {
    const { total, buckets, previous } = view;
    const { p50_ms: p50, p95_ms: p95, p99_ms: p99 } = total;
    const said =
        p50 === null || p95 === null || p99 === null
            ? `No proxied requests ${within}.`
            : `Half of the proxied requests took at most ${ms(p50)}, 95 % at most ${ms(p95)}, 99 % at most ${ms(p99)}.`;
    const before = previous?.total.p95_ms ?? null;
    return {
        title: 'Response time',
        summary: before === null ? said : `${said} Just before: 95 % at most ${ms(before)}.`,
        form: 'lines',
        series: [
            { name: 'p50', colour: ok, values: buckets.map(({ p50_ms: value }) => value) },
            { name: 'p95', colour: third, dashes: '6 3', values: buckets.map(({ p95_ms: value }) => value) },
            { name: 'p99', colour: fourth, dashes: '2 3', values: buckets.map(({ p99_ms: value }) => value) }
        ],
        previous: previousOf(view, 'p95 of the previous period', ({ p95_ms: value }) => value),
        canBeLog: true,
        format: ms,
        tick: shortMs
    };
}

const changedIn = ({ records: { added, updated, deleted } }: Pick<Traffic['total'], 'records'>) => added + updated + deleted;

export function recordsChart(traffic: View<Pick<Traffic['total'], 'records'>>, within: string): ChartData {
    const { total, buckets, previous } = traffic;
    const { records } = total;
    const parts = (['added', 'updated', 'deleted'] as const).filter((kind) => records[kind] > 0);
    const changed = changedIn(total);
    const said =
        changed === 0
            ? `Syncs changed no records ${within}.`
            : `Syncs changed ${plural(changed, 'record', 'records')} ${within}: ${parts.map((kind) => `${number(records[kind])} ${kind}`).join(', ')}.`;
    return {
        title: 'Records synced',
        summary: previous ? `${said} Just before: ${number(changedIn(previous.total))}.` : said,
        form: 'bars',
        leadsTo: 'runs',
        series: [
            { name: 'Added', colour: ok, values: buckets.map(({ records: { added } }) => added) },
            { name: 'Updated', colour: third, values: buckets.map(({ records: { updated } }) => updated) },
            { name: 'Deleted', colour: failedColour, isHatched: true, values: buckets.map(({ records: { deleted } }) => deleted) }
        ],
        previous: previousOf(traffic, previousPeriod, changedIn),
        isWhole: true,
        format: number,
        tick: (value) => compact.format(value)
    };
}

type Counts = SuccessOut<typeof readConnectionCounts>['data']['buckets'];

/** @param isPast whether the period has ended */
export function connectionsChart(buckets: Counts, isPast: boolean): ChartData {
    const known = buckets.filter(({ working }) => working !== null);
    const [first, last] = [known[0], known.at(-1)];
    const broken = last?.needs_reconnecting ?? 0;
    const before = first?.needs_reconnecting ?? 0;
    const all = broken + (last?.working ?? 0);
    const said = `${broken === 0 ? 'None' : number(broken)} of ${plural(all, 'connection', 'connections')} ${broken < 2 ? 'needs' : 'need'} reconnecting`;
    return {
        title: 'Connections',
        summary:
            last === undefined
                ? 'How many connections there were is not known: it is too long ago.'
                : `${isPast ? 'At the end of this time: ' : ''}${said}${before === broken ? ', as at the beginning' : `; at the beginning ${number(before)}`}.`,
        form: 'steps',
        leadsTo: 'connections',
        series: [
            { name: 'Working', colour: ok, values: buckets.map(({ working }) => working) },
            { name: 'Needs reconnecting', colour: failedColour, dashes: '6 3', values: buckets.map((each) => each.needs_reconnecting) }
        ],
        isWhole: true,
        format: number,
        tick: (value) => compact.format(value)
    };
}
