import { expect, test } from 'vitest';
import { runShortChaos } from './chaos.fixtures.ts';

test.concurrent('hundreds of reads of one ended token at two servers make one call to the provider, whether it gives a token or is down', async () => {
    const findings = await runShortChaos('reads');
    expect(findings.map(({ seen }) => seen)).toEqual(expect.arrayContaining(['150 × 200', '150 × 424']));
    expect(findings.filter(({ isViolation }) => isViolation)).toEqual([]);
}, 300_000);

test.concurrent('a server killed in the middle of a refresh loses no grant that the provider gives a second chance, and none in silence', async () => {
    const findings = await runShortChaos('kills');
    expect(findings.filter(({ what }) => what === 'grants lost to one kill')).toHaveLength(4);
    expect(findings.filter(({ isViolation }) => isViolation)).toEqual([]);
}, 900_000);

// Alone: beside the others it takes the time that they have.
test('a server killed while it renews credentials of any other type leaves each to the next one', async () => {
    const findings = await runShortChaos('types');
    expect(findings.filter(({ what }) => what.includes('broken after a kill'))).toHaveLength(7);
    expect(findings.filter(({ isViolation }) => isViolation)).toEqual([]);
}, 300_000);
