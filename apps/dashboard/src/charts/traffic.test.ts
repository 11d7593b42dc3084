import { expect, test } from 'vitest';
import { heights, pointText } from './series.ts';
import { errorRateChart, latencyChart, recordsChart, requestsChart, type Traffic } from './traffic.ts';

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
    ]
});
const within = 'in the last 24 hours';

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
