import { describe, expect, test } from 'vitest';
import { EgressError } from '../../../kernel/egress/egress.ts';
import { retryAfterMs } from '../../platform/providers/retry-after.ts';
import { isRetryable, isSafeToRetry, type Outcome, waitMs } from './retry.ts';

const now = new Date('2026-01-15T12:00:00.000Z');
const response = (status: number, headers: Record<string, string> = {}): Outcome => ({ status, headers, isRateLimited: status === 429 });
const refused = new EgressError('unreachable', 'refused', false);
const cutOff = new EgressError('unreachable', 'cut off');

describe('how long the provider wants to be left alone', () => {
    test.each([
        [{ 'retry-after': '0' }, 0],
        [{ 'retry-after': '7' }, 7000],
        [{ 'retry-after': '1.5' }, 1500],
        [{ 'retry-after': 'Thu, 15 Jan 2026 12:00:09 GMT' }, 9000],
        [{ 'retry-after': 'Thu, 15 Jan 2026 11:00:00 GMT' }, 0],
        [{ 'retry-after': '6m0s' }, 360_000],
        [{ 'retry-after': '1h2m3.5s' }, 3_723_500],
        [{ 'retry-after': '250ms' }, 250],
        [{ 'x-wait': '4' }, 4000],
        [{ 'retry-after': '2', 'x-wait': '4' }, 4000],
        [{ 'x-reset': '1768478410' }, 10_000],
        [{ 'x-reset': '1768478410500' }, 10_500],
        [{ 'x-reset': '2026-01-15T12:00:20Z' }, 20_000],
        [{ 'retry-after': '30', 'x-reset': '1768478410' }, 30_000],
        [{ 'x-reset': '1' }, 0],
        [{ 'retry-after': 'soon', 'x-reset': '' }, undefined],
        [{}, undefined]
    ])('%j is a wait of %s ms', (headers, ms) => {
        expect(retryAfterMs(headers, { after: 'X-Wait', at: ['x-reset'] }, now)).toBe(ms);
    });

    test('else 3 seconds, doubling, up to 10 minutes, with up to half of it taken off', () => {
        const wait = (attempts: number, random: number) => waitMs(response(503), { attempts, definition: undefined, now, random });
        expect([1, 2, 3, 9, 50].map((attempts) => wait(attempts, 0))).toEqual([3000, 6000, 12_000, 600_000, 600_000]);
        expect(wait(1, 1)).toBe(1500);
        expect(waitMs(refused, { attempts: 1, definition: undefined, now, random: 0 })).toBe(3000);
    });
});

describe('what is worth another attempt', () => {
    test.each([
        [response(500), true],
        [response(599), true],
        [response(429), true],
        [response(408), false],
        [response(409), true],
        // Renewed credentials are the remedy, and have been tried.
        [response(401), false],
        [response(200), false],
        [response(304), false],
        [refused, true],
        [cutOff, true],
        [new EgressError('timeout', 'x'), true],
        [new EgressError('tls', 'x'), false],
        [new EgressError('protocol', 'x'), false],
        [new EgressError('destination_not_allowed', 'x'), false]
    ])('an outcome of %j is repeated: %s', (outcome, expected) => {
        expect(isRetryable(outcome, [409], undefined)).toBe(expected);
    });

    test('a definition that lists statuses means these alone, besides the caller’s', () => {
        const definition = { error_code: ['403', '5xx', '420-422'], remaining: 'X-Left' };
        const statuses = [403, 404, 409, 420, 421, 422, 423, 429, 500, 599];
        expect(statuses.filter((status) => isRetryable(response(status), [409], definition))).toEqual([403, 409, 420, 421, 422, 500, 599]);
        expect(isRetryable(response(404, { 'x-left': '0' }), [], definition)).toBe(true);
        expect(isRetryable(response(200, { 'x-left': '0' }), [], definition)).toBe(false);
    });
});

describe('T-62: what may be sent twice', () => {
    const cases: [string, Outcome][] = [
        ['nothing arrived', refused],
        ['cut off', cutOff],
        ['429', response(429)],
        ['500', response(500)],
        ['409', response(409)]
    ];
    const repeated = (method: string, { isIdempotent = false, hasMoved = false } = {}) =>
        cases.filter(([, outcome]) => isSafeToRetry(outcome, { method, retryOn: [409], isIdempotent, hasMoved })).map(([name]) => name);

    test.each(['GET', 'HEAD', 'OPTIONS', 'PROPFIND', 'REPORT', 'PUT', 'DELETE'])('%s, always', (method) => {
        expect(repeated(method)).toHaveLength(cases.length);
    });

    test.each(['POST', 'PATCH', 'LOCK', 'PURGE'])(
        '%s, where it cannot have been processed, by the caller’s word, or under a key',
        (method) => {
            expect(repeated(method)).toEqual(['nothing arrived', '429', '409']);
            expect(repeated(method, { isIdempotent: true })).toHaveLength(cases.length);
            expect(repeated(method, { hasMoved: true })).toEqual([]);
        }
    );
});
