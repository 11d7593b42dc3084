import { type AppError, errorCatalog } from '@patchbay/contracts';
import type { JsonObject, RunError } from '@patchbay/functions';
import { expect, test } from 'vitest';
import { describeRunError, mayEndOtherwise, storedError, toActionError } from './run-error.ts';

const response = (status: number, body: string | Uint8Array, headers: Record<string, string> = {}): RunError => ({
    type: 'http_error',
    response: { status, headers, body }
});
const refused = (code: string, payload: null | { retry_after: number } = null): RunError => ({
    type: 'host_error',
    code,
    message: 'In words.',
    payload
});
const thrown = (payload: JsonObject): RunError => ({ type: 'action_error', payload });
const statusOf = ({ status, code }: AppError) => status ?? errorCatalog[code].status;

test('a response that the function did not handle is 424 with what the vendor said', () => {
    const headers = { 'content-type': 'application/json', 'x-ratelimit-left': '3', 'retry-after': '9', 'set-cookie': 's=1', server: 'x' };
    const told = toActionError(response(404, '{"detail":"gone"}', headers), 'reference');
    expect(statusOf(told)).toBe(424);
    expect(told).toMatchObject({
        code: 'script_http_error',
        upstream: {
            status: 404,
            headers: { 'content-type': 'application/json', 'x-ratelimit-left': '3', 'retry-after': '9' },
            body: { detail: 'gone' }
        }
    });
    expect(toActionError(response(500, new TextEncoder().encode('<html>')), 'reference')).toMatchObject({ upstream: { body: '<html>' } });
});

test.each([
    ['what an author throws', thrown({ message: 'No such bill' }), 'action_script_runtime_error', 500],
    ['a network failure', refused('network_error'), 'script_network_error', 500],
    ['the end of its time', refused('run_aborted'), 'execution_timeout', 500],
    ['an unknown outcome', refused('outcome_unknown'), 'outcome_unknown', 502],
    ['a large output', refused('script_output_too_large'), 'script_output_too_large', 400],
    ['a code of its host that no caller knows', refused('not_available'), 'script_internal_error', 500],
    [
        'any other exception',
        { type: 'internal_error', name: 'TypeError', message: 'x', stack: null } as const,
        'script_internal_error',
        500
    ],
    ['another output', { type: 'validation_error', validated: 'output', issues: [] } as const, 'invalid_action_output', 400]
])('%s has a code of its own', (_what, error, code, status) => {
    const told = toActionError(error, 'reference');
    expect([told.code, statusOf(told)]).toEqual([code, status]);
});

test('what an author throws keeps its payload, and of other exceptions the stack stays here', () => {
    expect(toActionError(thrown({ message: 'No such bill', bill: 7 }), 'reference').payload).toEqual({ message: 'No such bill', bill: 7 });
    const error: RunError = { type: 'internal_error', name: 'TypeError', message: 'x is not a function', stack: '/srv/app.ts:1' };
    expect(toActionError(error, 'reference').payload).toEqual({ name: 'TypeError', message: 'x is not a function' });
});

test.each<RunError>([
    { type: 'host_error', code: 'invalid_page', message: `x${'😀'.repeat(100_000)}`, payload: null },
    thrown({ code: 'vendor_fault', message: 'x'.repeat(100_000) })
])('of a long message of a run without a caller the beginning is told: $type', (error) => {
    const { message } = describeRunError(error);
    expect([message.length <= 2000, message.endsWith('…'), message.isWellFormed()]).toEqual([true, true, true]);
});

test('a time to wait is passed on', () => {
    expect(toActionError(refused('connection_refresh_backoff', { retry_after: 7 }), 'reference')).toMatchObject({ retryAfterS: 7 });
    const dated = response(503, '', { 'retry-after': 'Sun, 01 Mar 2026 12:01:30 GMT' });
    expect(toActionError(dated, 'unified', new Date('2026-03-01T12:00:00Z'))).toMatchObject({ retryAfterS: 90 });
});

test('a unified endpoint has the status that the refusal of the vendor means', () => {
    const fault = thrown({ code: 'vendor_fault', status: 404, message: 'No such bill', type: 'not_found' });
    expect(toActionError(fault, 'unified')).toMatchObject({
        code: 'vendor_fault',
        status: 404,
        message: 'No such bill',
        payload: { type: 'not_found' }
    });
    expect(statusOf(toActionError(thrown({ status: 200 }), 'unified'))).toBe(500);
});

test.each([
    [refused('outcome_unknown'), true],
    [refused('network_error'), true],
    [refused('response_too_large'), false],
    [response(503, ''), true],
    [response(429, ''), true],
    [response(401, ''), true],
    [response(400, ''), false],
    [thrown({ type: 'unavailable' }), true],
    [thrown({ type: 'duplicate' }), false],
    [{ type: 'validation_error', validated: 'input', issues: [] } as const, false]
])('a request that is repeated with the same key after %o is done again: %s', (error, isDoneAgain) => {
    expect(mayEndOtherwise(error)).toBe(isDoneAgain);
});

test('an error is kept as text that PostgreSQL can store, unless it is too long', () => {
    const bytes = response(400, new TextEncoder().encode('a\u0000b'));
    expect(JSON.parse(storedError(bytes))).toMatchObject({ response: { body: 'a\ufffdb' } });
    const page = JSON.parse(storedError(response(400, 'x'.repeat(100_000))));
    expect([page.type, page.response.status, page.response.body.length]).toEqual(['http_error', 400, 8192]);
    expect(toActionError(page, 'unified').upstream).toMatchObject({ body: 'x'.repeat(8192), truncated: true });
});

test('of a refusal that is too long to be kept what it means stays', () => {
    const long = 'x'.repeat(100_000);
    const fault = { code: 'vendor_fault', status: 409, type: 'conflict', message: 'It has changed.' };
    const kept = (more: JsonObject) => JSON.parse(storedError(thrown({ ...fault, ...more })));
    const html = kept({ vendor: { status: 400, body: `\u0000${long}` } });
    expect(html).toMatchObject({ type: 'action_error', payload: { ...fault, vendor: { status: 400, truncated: true } } });
    const conflict = kept({ vendor: { status: 400, body: { long } }, current: { sync_token: '2', record: { long } } });
    expect(conflict.payload).toEqual({ ...fault, current: { sync_token: '2', record: null } });
    expect(toActionError(conflict, 'unified')).toMatchObject({ code: 'newer_at_vendor' });
    expect(kept({ long })).toMatchObject({ type: 'internal_error' });
});
