import { describe, expect, test } from 'vitest';
import { failsToRefresh, judge, type Tally, type Usual } from './judge.ts';

const unknown: Usual = { errorRate: undefined, p95: undefined, refreshFailureRate: undefined };

function tally({ failed = 0, ...given }: Partial<Tally> & { failed?: number } = {}): Tally {
    return {
        calls: 100,
        failures: { provider: failed, credentials: 0, rate_limit: 0, platform: 0 },
        failuresWithoutConnection: 0,
        connections: 10,
        failedConnections: failed > 0 ? 8 : 0,
        p95: 300,
        refreshes: { calls: 0, failed: 0, failedConnections: 0 },
        ...given
    };
}

describe('an integration is judged by its calls', () => {
    test.each([
        ['no failure', tally(), unknown, 'operational'],
        ['one call too few', tally({ calls: 19, failed: 19 }), unknown, 'unknown'],
        ['just enough calls', tally({ calls: 20, failed: 19 }), unknown, 'down'],
        ['half of the calls', tally({ failed: 50 }), unknown, 'down'],
        ['one less', tally({ failed: 49 }), unknown, 'degraded'],
        ['a tenth', tally({ failed: 10 }), unknown, 'degraded'],
        ['less than a tenth', tally({ failed: 9 }), unknown, 'operational'],
        ['four of twenty, which may be chance', tally({ calls: 20, failed: 4 }), unknown, 'operational'],
        ['half of the calls, of few connections', tally({ failed: 60, failedConnections: 3 }), unknown, 'degraded'],
        ['one of ten connections', tally({ failed: 90, failedConnections: 1 }), unknown, 'operational'],
        [
            'one of ten connections, and most sign-ins',
            tally({ failed: 90, failedConnections: 1, failuresWithoutConnection: 60 }),
            unknown,
            'degraded'
        ],
        [
            'one of two connections, and most sign-ins',
            tally({ failed: 90, connections: 2, failedConnections: 1, failuresWithoutConnection: 60 }),
            unknown,
            'down'
        ],
        [
            'one of ten connections, and four sign-ins',
            tally({ failed: 90, failedConnections: 1, failuresWithoutConnection: 4 }),
            unknown,
            'operational'
        ],
        [
            'one of ten connections, and one sign-in of eleven',
            tally({ failed: 50, failedConnections: 1, failuresWithoutConnection: 5 }),
            unknown,
            'operational'
        ],
        ['the only connection', tally({ failed: 90, connections: 1, failedConnections: 1 }), unknown, 'down'],
        ['calls that are of no connection', tally({ failed: 90, connections: 0, failedConnections: 0 }), unknown, 'down'],
        ['no more than usual', tally({ failed: 20 }), { ...unknown, errorRate: 0.08 }, 'operational'],
        ['three times as many as usual', tally({ failed: 24 }), { ...unknown, errorRate: 0.08 }, 'degraded'],
        ['a week that was down, too', tally({ failed: 90 }), { ...unknown, errorRate: 0.9 }, 'down'],
        ['slow, and nothing to compare with', tally({ p95: 9000 }), unknown, 'operational'],
        ['three times as slow', tally({ p95: 1500 }), { ...unknown, p95: 500 }, 'degraded'],
        ['three times as slow, and still fast', tally({ p95: 900 }), { ...unknown, p95: 100 }, 'operational']
    ])('%s', (_case, window, usual, state) => {
        expect(judge(window, usual, false)).toBe(state);
    });

    test.each([
        ['a quarter of the calls', tally({ failed: 25, failedConnections: 4 }), unknown, 'down'],
        ['five of a hundred', tally({ failed: 5 }), unknown, 'degraded'],
        ['four of a hundred', tally({ failed: 4 }), unknown, 'operational'],
        ['more than half as slow', tally({ p95: 800 }), { ...unknown, p95: 500 }, 'degraded']
    ])('in trouble it stays so until %s', (_case, window, usual, state) => {
        expect(judge(window, usual, true)).toBe(state);
    });
});

test.each([
    ['fewer than twenty', { calls: 19, failed: 19, failedConnections: 3 }, undefined, false],
    ['a tenth', { calls: 50, failed: 5, failedConnections: 3 }, undefined, true],
    ['those of one connection, whatever other calls fail', { calls: 50, failed: 40, failedConnections: 1 }, undefined, false],
    ['no more than usual', { calls: 50, failed: 5, failedConnections: 3 }, 0.05, false],
    ['most', { calls: 50, failed: 40, failedConnections: 3 }, 0.9, true]
])('refreshes fail when it is more than usual: %s', (_case, refreshes, refreshFailureRate, expected) => {
    expect(failsToRefresh(tally({ failed: 5, refreshes }), { ...unknown, refreshFailureRate })).toBe(expected);
});
