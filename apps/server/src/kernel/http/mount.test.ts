import { once } from 'node:events';
import { createServer } from 'node:http';
import { getLiveness, type SuccessIn } from '@patchbay/contracts';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import express from 'express';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sessionTokenAuthenticator } from '../../rooms/connect/connect-sessions/authenticate-session.ts';
import { memberAuthenticator } from '../../rooms/management/members/dashboard-session.ts';
import { keyAuthenticators } from '../../rooms/platform/environments/authenticate-secret-key.ts';
import { mount, route } from './mount.ts';
import { createLog, type Log } from '../log/log.ts';
import { createRateLimits } from './rate-limit.ts';

let app: TestApp;
beforeAll(async () => {
    app = await startTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

/** What is sent where a handler returns this. */
async function respondWith(result: SuccessIn<typeof getLiveness>, log: Log = app.server.deps.log) {
    const deps = { ...app.server.deps, log };
    const server = express();
    mount(
        server,
        route(getLiveness, () => Promise.resolve(result)),
        {
            deps,
            authenticators: {
                ...keyAuthenticators(deps),
                connect_session: sessionTokenAuthenticator(deps),
                dashboard_session: memberAuthenticator(deps)
            },
            changes: { begin: () => Promise.resolve(undefined), refused: () => Promise.resolve() },
            limits: createRateLimits(0),
            admission: deps.admission
        }
    );
    const listener = createServer(server).listen(0, '127.0.0.1');
    await once(listener, 'listening');
    const { port } = Object(listener.address());
    const response = await fetch(`http://127.0.0.1:${port}/livez`);
    listener.close();
    return { status: response.status, body: await response.json() };
}

test('a field that the contract does not name is taken off a response, and a server of a test logs it', async () => {
    const lines: string[] = [];
    const row = { result: 'ok' as const, version: '1.2.3', token_hash: 'secret', unset: undefined };
    const log = createLog('info', (line) => lines.push(line));
    expect(await respondWith(row, log)).toEqual({ status: 200, body: { result: 'ok', version: '1.2.3' } });
    expect(lines.map((line): unknown => JSON.parse(line))).toEqual([
        expect.objectContaining({
            level: 'error',
            message: 'undeclared_response_field',
            reason: 'Add token_hash to the response of the contract getLiveness, or take it out of the handler.'
        })
    ]);
});

test('a result that its contract does not allow is a server_error that quotes none of it', async () => {
    const wrong = { result: 'secret', version: '1.2.3' };
    // As a handler of JavaScript could: the compiler refuses it.
    const { status, body } = await respondWith(wrong as never);
    expect(status).toBe(500);
    expect(body).toMatchObject({ error: { code: 'server_error' } });
    expect(JSON.stringify(body)).not.toContain('secret');
});

test('after a long response, a server checks those of the same contract as before', async () => {
    const long = { result: 'ok' as const, version: '1'.repeat(10_000) };
    const leaking = { ...long, token_hash: 'secret' };
    const log = createLog('info', () => {});
    for (let count = 0; count < 2; count += 1) expect(await respondWith(leaking, log)).toEqual({ status: 200, body: long });
    // As a handler of JavaScript could: the compiler refuses it.
    expect((await respondWith({ ...long, result: 'secret' } as never)).status).toBe(500);
});
