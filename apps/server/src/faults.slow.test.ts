import { expect, test } from 'vitest';
import { runShortChaos } from './chaos.fixtures.ts';

test('R-17: while the database is killed, silent, full of connections or read-only a server answers rightly or with 503, and loses nothing', async () => {
    const findings = await runShortChaos('outage');
    expect(findings.filter(({ what }) => what === 'wrong responses').map(({ seen }) => seen)).toEqual(['0', '0', '0', '0']);
    expect(findings.filter(({ isViolation }) => isViolation)).toEqual([]);
}, 240_000);
