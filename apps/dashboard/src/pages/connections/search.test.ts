import { expect, test } from 'vitest';
import { statusOf } from './search.ts';

const at = '2026-11-28T12:00:00.000Z';

test.each([
    ['healthy', null, 'Never used'],
    ['healthy', at, 'Working'],
    ['needs_reconnect', null, 'Needs reconnecting'],
    ['paused', null, 'Paused']
] as const)('a connection that is %s, last used at %s, is shown as %s', (status, last_fetched_at, word) => {
    expect(statusOf({ health: { status }, last_fetched_at }).word).toBe(word);
});
