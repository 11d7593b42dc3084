import { expect, test } from 'vitest';
import { runShortChaos } from './chaos.fixtures.ts';

test('server and database are killed amid a sync: no record is lost, none is told twice, and the checkpoint is never ahead', async () => {
    const findings = await runShortChaos('syncs');
    expect(findings.filter(({ isViolation }) => isViolation)).toEqual([]);
    expect(findings.find(({ what }) => what.startsWith('records of rows'))?.seen).toBe('5000 of 5000');
}, 360_000);
