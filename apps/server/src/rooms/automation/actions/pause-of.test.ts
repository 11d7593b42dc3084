import type { RunError } from '@patchbay/functions';
import { expect, test } from 'vitest';
import { pauseOf } from './pause-of.ts';

const unavailable = (more: object = {}): RunError => ({ type: 'action_error', payload: { type: 'unavailable', ...more } });
const response = (after: string): RunError => ({
    type: 'http_error',
    response: { status: 503, headers: { 'retry-after': after }, body: '' }
});

test.each([
    ['the first attempt', 1, unavailable(), 0, 1000],
    ['the second one', 2, unavailable(), 0, 2000],
    ['the fifth one', 5, unavailable(), 0, 16_000],
    ['one with half of the jitter', 3, unavailable(), 0.5, 3000],
    ['a refusal that says when', 1, unavailable({ retry_after: 7 }), 0.5, 7000],
    ['a response that says when', 4, response('9'), 0, 9000],
    ['a response that says when by a date', 1, response('Sun, 01 Mar 2026 12:01:30 GMT'), 0, 90_000],
    ['a response that names a whole day', 1, response('86400'), 0, 3_600_000],
    ['a response with words', 2, response('soon'), 0, 2000]
])('after %s the pause has its length', (_what, attempt, error, random, ms) => {
    expect(pauseOf({ attempt, error, random, now: new Date('2026-03-01T12:00:00Z') })).toBe(ms);
});
