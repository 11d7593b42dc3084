import { expect, test } from 'vitest';
import { runShortChaos } from './chaos.fixtures.ts';

test('R-09: receivers fail in every way, workers are killed and the database restarts, and each event arrives or is a dead letter', async () => {
    const findings = await runShortChaos('webhooks');
    expect(findings.filter(({ isViolation }) => isViolation)).toEqual([]);
    const seen = new Map(findings.map((finding) => [finding.what, finding.seen]));
    expect(seen.get('events lost: not delivered, nor listed as what could not be')).toBe('0');
    expect(seen.get('signatures that do not verify, and other bodies of the same id')).toBe('0');
}, 240_000);
