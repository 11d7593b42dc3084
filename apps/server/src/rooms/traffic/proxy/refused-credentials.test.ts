import { createHash } from 'node:crypto';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { connectBySignIn } from '../../connect/attempts/attempts.fixtures.ts';
import { refreshCalls, stored } from '../../connections/credentials/refresh.fixtures.ts';
import { type ProxyRequest, send } from './proxy.fixtures.ts';

const minuteMs = 60_000;

let app: TestApp;
/** Signed in a while ago. */
let connection: string;
beforeAll(async () => {
    app = await startTestApp();
    await app.integrate('sandbox-oauth2');
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(async () => {
    await app.sandbox.control('reset', {});
    connection = await connectBySignIn(app, 'sandbox-oauth2');
    app.clock.advance(2 * minuteMs);
    await app.sandbox.control('journal', undefined, 'DELETE');
});

/** The sandbox's clock is ahead of ours: it ends the token before its time. */
const endToken = () => app.sandbox.control('clock', { advance_s: 4000 });
const endGrant = () => app.sandbox.control('revoke', { account: 'ada' });
const call = (options: ProxyRequest = {}) => send({ app }, '/api/echo', { provider: 'sandbox-oauth2', connection, ...options });

interface JournalEntry {
    status: number;
    body_bytes: number;
    secret_headers: { authorization?: string };
}

/** What reached the provider's API. */
async function calls(): Promise<JournalEntry[]> {
    // The control plane's own shape.
    const { requests } = (await app.sandbox.control('journal?path_regex=^/api/')) as { requests: JournalEntry[] };
    return requests;
}

test('a token that the provider refuses is renewed once, and the call made again, also a write, with its body', async () => {
    await endToken();
    const body = '{"a":1}';
    const response = await call({ method: 'POST', body });
    expect([response.status, response.text.includes(createHash('sha256').update(body).digest('hex'))]).toEqual([200, true]);
    expect((await calls()).map(({ status, body_bytes }) => [status, body_bytes])).toEqual([
        [401, 0],
        [200, body.length]
    ]);
    expect(await refreshCalls(app)).toMatchObject({ granted: 1 });
    expect((await stored(app, connection)).generation).toBe(2);
});

test('many calls that are refused at once renew it once', async () => {
    await endToken();
    const responses = await Promise.all(Array.from({ length: 20 }, () => call()));
    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(await refreshCalls(app)).toMatchObject({ granted: 1 });
});

test('where the new one is refused too, that is the response, as it is, and it is not renewed again and again', async () => {
    const action = { type: 'status', code: 401, body: 'no', headers: { 'x-a': 'b' } };
    await app.sandbox.control('faults', [{ match: { path_regex: '^/api/' }, action }]);
    expect(await call({ headers: { retries: '3' } })).toMatchObject({ status: 401, text: 'no', headers: { 'x-a': 'b' } });
    expect((await call()).status).toBe(401);
    const made = await calls();
    expect([made.length, new Set(made.map(({ secret_headers: { authorization } }) => authorization)).size]).toEqual([3, 2]);
    expect(await refreshCalls(app)).toMatchObject({ granted: 1 });
});

test('a write whose result is refused has been done, so it is not made again', async () => {
    await app.sandbox.control('faults', [
        { match: { path_regex: '^/api/orders' }, action: { type: 'status', code: 303, headers: { location: '/api/echo' } } }
    ]);
    await endToken();
    const response = await send({ app }, '/api/orders', { provider: 'sandbox-oauth2', connection, method: 'POST', body: '{}' });
    expect([response.status, (await calls()).map(({ status }) => status)]).toEqual([401, [303, 401]]);
    expect(await refreshCalls(app)).toMatchObject({ granted: 0 });
});

test('a stream cannot be sent again, so the refusal is the response', async () => {
    await endToken();
    const response = await call({ method: 'PUT', body: Buffer.alloc(2_000_000), headers: { 'content-length': '2000000' } });
    expect(response.status).toBe(401);
    expect(await refreshCalls(app)).toMatchObject({ granted: 0 });
});

describe('when the grant has ended', () => {
    test('a refusal is answered as the provider said it', async () => {
        await endGrant();
        const response = await call();
        expect([response.status, response.text.includes('invalid_token')]).toEqual([401, true]);
        expect(await calls()).toHaveLength(1);
    });

    test('a token that has expired cannot be renewed, and that is said in words; after that the provider is not asked', async () => {
        await endGrant();
        app.clock.advance(60 * minuteMs);
        const first = await call();
        expect(first).toMatchObject({ status: 400, code: 'server_error' });
        expect(first.text).toContain('Failed to get connection credentials: ');
        expect(await call()).toMatchObject({ status: 424, code: 'connection_refresh_exhausted' });
        expect(await calls()).toEqual([]);
    });

    test('a provider that is down is told with the time after which it is tried again', async () => {
        await app.sandbox.control('faults', [{ match: { path_regex: '^/oauth/token' }, action: { type: 'status', code: 503 } }]);
        app.clock.advance(60 * minuteMs);
        const [first, second] = [await call(), await call()];
        expect(first).toMatchObject({ status: 424, code: 'server_error' });
        expect(second).toMatchObject({
            status: 424,
            code: 'connection_refresh_backoff',
            headers: { 'retry-after': expect.stringMatching(/^\d+$/) }
        });
    });
});

test('a token that is about to expire is renewed before the call', async () => {
    app.clock.advance(50 * minuteMs);
    expect((await call()).status).toBe(200);
    expect((await stored(app, connection)).generation).toBe(2);
    expect(await calls()).toHaveLength(1);
});
