import { expect, test } from 'vitest';
import { runShortChaos } from './chaos.fixtures.ts';

test('a server that is killed again and again keeps every connection that it acknowledged, and leaves no attempt without a way out', async () => {
    const findings = await runShortChaos('connecting');
    expect(findings.map(({ what }) => what)).toEqual(
        expect.arrayContaining(['acknowledged ones lost', 'connections made twice', 'attempts without a way out'])
    );
    expect(findings.filter(({ isViolation }) => isViolation)).toEqual([]);
}, 240_000);
