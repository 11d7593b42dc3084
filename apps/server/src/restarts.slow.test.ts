import { expect, test } from 'vitest';
import { runShortChaos } from './chaos.fixtures.ts';

test('R-14: while servers behind a balancer restart one after another no request fails, and no job or renewal waits for its lease to end', async () => {
    const findings = await runShortChaos('restarts');
    expect(findings.filter(({ isViolation }) => isViolation)).toEqual([]);
    expect(findings.filter(({ what }) => what === 'failed requests').map(({ seen }) => seen)).toEqual(['0']);
}, 240_000);
