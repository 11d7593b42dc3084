import { expect, test } from 'vitest';
import { runShortChaos } from './chaos.fixtures.ts';

test('R-13: all workers are killed amid deliveries and jobs, and those started after them lose none', async () => {
    const findings = await runShortChaos('workers');
    expect(findings.filter(({ isViolation }) => isViolation)).toEqual([]);
    expect(findings.filter(({ what }) => what.endsWith('lost')).map(({ seen }) => seen)).toEqual(['0', '0']);
}, 240_000);
