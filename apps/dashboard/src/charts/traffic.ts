import type { readTraffic } from '@patchbay/contracts';
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

export function requestsChart({ total, buckets }: Traffic, within: string): ChartData {
    const failed = failedOf(total.failures);
    const share = failed === 0 ? 'none of them failed' : `${number(failed)} of them failed (${percent(failed / total.calls)})`;
    return {
        title: 'Requests',
        summary: total.calls === 0 ? `No requests ${within}.` : `${plural(total.calls, 'request', 'requests')} ${within}, ${share}.`,
        form: 'bars',
        series: [
            { name: 'Succeeded', colour: ok, values: buckets.map(({ calls, failures }) => calls - failedOf(failures)) },
            { name: 'Failed', colour: failedColour, isHatched: true, values: buckets.map(({ failures }) => failedOf(failures)) }
        ],
        format: number,
        tick: (value) => compact.format(value)
    };
}

export function errorRateChart({ total, buckets }: Traffic, within: string): ChartData {
    const failed = failedOf(total.failures);
    const [main] = causesOf(total.failures).toSorted((one, other) => total.failures[other] - total.failures[one]);
    return {
        title: 'Error rate',
        summary:
            total.calls === 0
                ? `No requests ${within}.`
                : main === undefined || failed === 0
                  ? `No request failed ${within}.`
                  : `${percent(failed / total.calls)} failed ${within}, most because ${causes[main].because}.`,
        form: 'bars',
        series: causesOf(total.failures, true).map((cause) => ({
            ...looks[cause],
            name: causes[cause].name,
            values: buckets.map(({ calls, failures }) => (calls === 0 ? null : failures[cause] / calls))
        })),
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

export function latencyChart({ total, buckets }: Traffic, within: string): ChartData {
    const { p50_ms: p50, p95_ms: p95, p99_ms: p99 } = total;
    return {
        title: 'Response time',
        summary:
            p50 === null || p95 === null || p99 === null
                ? `No proxied requests ${within}.`
                : `Half of the proxied requests took at most ${ms(p50)}, 95 % at most ${ms(p95)}, 99 % at most ${ms(p99)}.`,
        form: 'lines',
        series: [
            { name: 'p50', colour: ok, values: buckets.map(({ p50_ms: value }) => value) },
            { name: 'p95', colour: third, dashes: '6 3', values: buckets.map(({ p95_ms: value }) => value) },
            { name: 'p99', colour: fourth, dashes: '2 3', values: buckets.map(({ p99_ms: value }) => value) }
        ],
        format: ms,
        tick: shortMs
    };
}

export function recordsChart({ total: { records }, buckets }: Traffic, within: string): ChartData {
    const parts = (['added', 'updated', 'deleted'] as const).filter((kind) => records[kind] > 0);
    const changed = records.added + records.updated + records.deleted;
    return {
        title: 'Records synced',
        summary:
            changed === 0
                ? `Syncs changed no records ${within}.`
                : `Syncs changed ${plural(changed, 'record', 'records')} ${within}: ${parts.map((kind) => `${number(records[kind])} ${kind}`).join(', ')}.`,
        form: 'bars',
        leadsTo: 'runs',
        series: [
            { name: 'Added', colour: ok, values: buckets.map(({ records: { added } }) => added) },
            { name: 'Updated', colour: third, values: buckets.map(({ records: { updated } }) => updated) },
            { name: 'Deleted', colour: failedColour, isHatched: true, values: buckets.map(({ records: { deleted } }) => deleted) }
        ],
        format: number,
        tick: (value) => compact.format(value)
    };
}
