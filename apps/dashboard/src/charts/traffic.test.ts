import { expect, test } from 'vitest';
import { heights, knownFrom, pointText } from './series.ts';
import {
    connectionsChart,
    countFailed,
    errorRateChart,
    latencyChart,
    recordsChart,
    requestsChart as chartOf,
    type Traffic
} from './traffic.ts';

const failures = { provider: 0, credentials: 0, rate_limit: 0, platform: 0 };
const quiet = { calls: 0, failures, p50_ms: null, p95_ms: null, p99_ms: null, records: { added: 0, updated: 0, deleted: 0 } };
const busy = {
    calls: 1200,
    failures: { ...failures, provider: 3, rate_limit: 12 },
    p50_ms: 120,
    p95_ms: 840,
    p99_ms: 1600,
    records: { added: 1200, updated: 3, deleted: 0 }
};

const traffic = (total: Traffic['total']): Traffic => ({
    step_s: 3600,
    until: '2026-01-20T15:00:00.000Z',
    total,
    buckets: [
        { at: '2026-01-20T13:00:00.000Z', ...quiet },
        { at: '2026-01-20T14:00:00.000Z', ...total }
    ],
    previous: null,
    changes: []
});
const within = 'in the last 24 hours';
const requestsChart = (view: Traffic, when: string) => chartOf(countFailed(view), when);

test('the sentence of a chart says how much there was, what failed and why', () => {
    expect(requestsChart(traffic(busy), within).summary).toBe('1,200 requests in the last 24 hours, 15 of them failed (1.3 %).');
    expect(requestsChart(traffic({ ...busy, calls: 1, failures }), within).summary).toBe(
        '1 request in the last 24 hours, none of them failed.'
    );
    expect(errorRateChart(traffic(busy), within).summary).toBe(
        '1.3 % failed in the last 24 hours, most because the rate limit was used up.'
    );
    expect(errorRateChart(traffic({ ...busy, failures }), within).summary).toBe('No request failed in the last 24 hours.');
    expect(latencyChart(traffic(busy), within).summary).toBe(
        'Half of the proxied requests took at most 120 ms, 95 % at most 840 ms, 99 % at most 1,600 ms.'
    );
});

test('records are told by what became of them', () => {
    expect(recordsChart(traffic(busy), within).summary).toBe('Syncs changed 1,203 records in the last 24 hours: 1,200 added, 3 updated.');
    expect(recordsChart(traffic(quiet), within).summary).toBe('Syncs changed no records in the last 24 hours.');
});

test('without requests each summary says that there were none', () => {
    for (const chart of [requestsChart, errorRateChart, latencyChart])
        expect(chart(traffic(quiet), within).summary).toMatch(/^No (?:proxied )?requests in the last 24 hours\.$/);
});

test('a point is read out with the value of each series, and one without values as nothing', () => {
    expect(pointText(requestsChart(traffic(busy), within), 1, '14:00')).toBe('14:00: Succeeded 1,185, Failed 15');
    expect(pointText(errorRateChart(traffic(busy), within), 1, '14:00')).toBe('14:00: Provider 0.3 %, Rate limit 1 %');
    expect(pointText(latencyChart(traffic(busy), within), 0, '13:00')).toBe('13:00: nothing');
});

test('bars stand upon each other, lines do not', () => {
    expect(heights(requestsChart(traffic(busy), within))).toEqual([0, 1200]);
    expect(heights(latencyChart(traffic(busy), within))).toEqual([0, 1600]);
});

test('what was just before is in the sentence, in each point and in the height of the drawing', () => {
    const before = { ...busy, calls: 2400, failures: { ...failures, provider: 24 }, p95_ms: 90 };
    const buckets = [before, quiet].map((each) => ({ at: '2026-01-19T14:00:00.000Z', ...each }));
    const view = { ...traffic(busy), previous: { total: before, buckets } };
    const chart = requestsChart(view, within);
    expect(chart.summary).toMatch(/ Just before: 2,400 requests, 24 failed\.$/);
    expect(pointText(chart, 0, '13:00')).toBe('13:00: Succeeded 0, Failed 0, Previous period 2,400');
    expect(heights(chart)).toEqual([2400, 1200]);
    expect(errorRateChart(view, within).summary).toMatch(/ Just before: 1 %\.$/);
    expect(latencyChart(view, within).summary).toMatch(/ Just before: 95 % at most 90 ms\.$/);
    expect(recordsChart(view, within).summary).toMatch(/ Just before: 1,203\.$/);
});

test('a point is read out with what was changed in its time', () => {
    const change = { at: new Date(), text: 'integration hubspot changed' };
    expect(pointText(recordsChart(traffic(quiet), within), 0, '13:00', [change])).toBe(
        '13:00: Added 0, Updated 0, Deleted 0. Changed: integration hubspot changed'
    );
});

test('what is not known has no values', () => {
    expect(knownFrom(requestsChart(traffic(busy), within), 1).series.map(({ values }) => values)).toEqual([
        [null, 1185],
        [null, 15]
    ]);
});

test('connections are told at the end and at the beginning of a time', () => {
    const of = (working: number | null, needs_reconnecting: number | null) => ({ at: '', working, needs_reconnecting });
    expect(connectionsChart([of(1308, 2), of(1312, 4)], false).summary).toBe(
        '4 of 1,316 connections need reconnecting; at the beginning 2.'
    );
    expect(connectionsChart([of(1, 0), of(0, 1)], true).summary).toBe(
        'At the end of this time: 1 of 1 connection needs reconnecting; at the beginning 0.'
    );
    expect(connectionsChart([of(3, 0), of(4, 0)], false).summary).toBe('None of 4 connections needs reconnecting, as at the beginning.');
    expect(connectionsChart([of(null, null)], true).summary).toMatch(/is not known/);
});
