import type { RunError } from '@patchbay/functions';
import { describe, expect, test } from 'vitest';
import { mayEndOtherwise, storedError, toActionError } from './run-error.ts';

const response = (status: number, body = '{"detail":"no"}') => ({
    status,
    headers: { 'content-type': 'application/json', via: 'x' },
    body
});
const host = (code: string): RunError => ({ type: 'host_error', code, message: 'Said so.', payload: null });
const refusal = (payload: Record<string, string | number | object>): RunError => ({
    type: 'action_error',
    // Of JSON, as written here.
    payload: { code: 'vendor_fault', message: 'No.', status: 422, errors: [], ...payload } as never
});
const validation = (validated: 'input' | 'metadata' | 'output' | 'response', code = 'invalid_type'): RunError => ({
    type: 'validation_error',
    validated,
    issues: [{ path: 'lines.0.amount', message: 'Must be a number.', code }]
});
const internal: RunError = { type: 'internal_error', name: 'TypeError', message: 'x is not a function', stack: 'secret place' };

test.each<[string, RunError, string, string]>([
    ['what the author throws', refusal({ type: 'invalid' }), 'action_script_runtime_error', 'vendor_fault'],
    ['a conflict', refusal({ type: 'conflict', status: 409, current: {} }), 'action_script_runtime_error', 'newer_at_vendor'],
    ['a refused request', { type: 'http_error', response: response(404) }, 'script_http_error', 'script_http_error'],
    ['an exception', internal, 'script_internal_error', 'script_internal_error'],
    ['a lost network', host('network_error'), 'script_network_error', 'script_network_error'],
    ['a lost response', host('outcome_unknown'), 'outcome_unknown', 'outcome_unknown'],
    ['the end of its time', host('run_aborted'), 'execution_timeout', 'execution_timeout'],
    ['a large output', host('script_output_too_large'), 'script_output_too_large', 'script_output_too_large'],
    ['an unknown code', host('of_a_newer_release'), 'script_internal_error', 'script_internal_error'],
    ['an invalid input', validation('input'), 'invalid_action_input', 'invalid_action_input'],
    ['invalid settings', validation('metadata'), 'invalid_action_input', 'invalid_action_input'],
    ['an invalid output', validation('output'), 'invalid_action_output', 'invalid_action_output'],
    ['a response that is not as documented', validation('response'), 'provider_answer_unusable', 'provider_answer_unusable'],
    ['a large file', validation('input', 'file_too_large'), 'file_too_large', 'file_too_large'],
    ['another file', validation('input', 'invalid_file_type'), 'invalid_file_type', 'invalid_file_type']
])('%s has a code of its own', (_what, error, reference, unified) => {
    expect(toActionError(error, 'reference').code).toBe(reference);
    expect(toActionError(error, 'unified').code).toBe(unified);
});

describe('what a caller is told', () => {
    test('has the status of a refusal, and its parts', () => {
        const { status, message, payload } = toActionError(refusal({ type: 'duplicate', status: 409 }), 'unified');
        expect({ status, message, payload }).toEqual({ status: 409, message: 'No.', payload: { type: 'duplicate', errors: [] } });
    });

    test('names the fields of an invalid input by their paths', () => {
        expect(toActionError(validation('input'), 'reference').errors).toEqual([
            { code: 'invalid_type', message: 'Must be a number.', path: ['lines', '0', 'amount'] }
        ]);
    });

    test('has of a response what helps, and of an exception no stack', () => {
        expect(toActionError({ type: 'http_error', response: response(404) }, 'reference').upstream).toEqual({
            status: 404,
            headers: { 'content-type': 'application/json' },
            body: { detail: 'no' }
        });
        expect(toActionError(internal, 'reference').payload).toEqual({ name: 'TypeError', message: 'x is not a function' });
    });
});

test.each<[RunError, boolean]>([
    [host('network_error'), true],
    [host('outcome_unknown'), true],
    [internal, true],
    [{ type: 'http_error', response: response(503) }, true],
    [{ type: 'http_error', response: response(404) }, false],
    [refusal({ type: 'rate_limited' }), true],
    [refusal({ type: 'invalid' }), false],
    [validation('input'), false]
])('a repeated request after %j does the work again: %s', (error, isAgain) => {
    expect(mayEndOtherwise(error)).toBe(isAgain);
});

test('an error is kept as text, with bytes as such, without NUL, and not at any length', () => {
    const bytes = { ...response(500), body: new Uint8Array(Buffer.from('a\0b')) };
    expect(JSON.parse(storedError({ type: 'http_error', response: bytes }))).toMatchObject({ response: { body: 'a\ufffdb' } });
    expect(JSON.parse(storedError({ type: 'http_error', response: response(500, 'x'.repeat(70_000)) }))).toMatchObject({
        message: 'The error is too long to be kept.'
    });
});
