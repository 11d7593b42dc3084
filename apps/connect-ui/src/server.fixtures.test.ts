import { ApiError } from '@patchbay/api-client';
import { expect, test } from 'vitest';
import { view } from './App.fixtures.tsx';
import { sendable } from './server.fixtures.ts';

test('a response whose field the contract does not allow fails with its path and the field', () => {
    expect(() => sendable({ '/connect/attempts': [view({}), view({ attempt_id: 'a-1' })] })).toThrow(
        '/connect/attempts data.attempt_id: Invalid UUID'
    );
});

test.each([
    ['of another endpoint', 404, 'unknown_attempt'],
    ['of another status', 404, 'invalid_connection']
])('an error %s fails with the path', (_which, status, code) => {
    const wrong = new ApiError(status, { code });
    expect(() => sendable({ '/connect/attempts': [wrong] })).toThrow(`/connect/attempts does not respond with ${status} ${code}`);
});
