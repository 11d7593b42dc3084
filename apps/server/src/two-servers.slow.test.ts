import type { AttemptView } from '@patchbay/contracts';
import { BEARER_API_KEYS, startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { freePorts } from '@patchbay/test-kit/free-ports';
import { type ServerProcess, spawnServer } from '@patchbay/test-kit/server-process';

/** Two processes on one database, and a third server in this one, whose clock can be moved. */
let app: TestApp;
let first: ServerProcess;
let second: ServerProcess;
let startFirst: () => Promise<ServerProcess>;

beforeAll(async () => {
    app = await startTestApp();
    for (const provider of ['sandbox-oauth2', 'sandbox-api-key']) await app.integrate(provider);
    const [port = 0, otherPort = 0, connectPort = 0, otherConnectPort = 0] = await freePorts(4);
    // One public address, as behind a load balancer.
    const shared = {
        DATABASE_URL: app.databaseUrl,
        PATCHBAY_ENCRYPTION_KEYS: app.encryptionKeys,
        PATCHBAY_PUBLIC_URL: `http://localhost:${port}`,
        PATCHBAY_CONNECT_URL: `http://localhost:${connectPort}`,
        PATCHBAY_LOG_LEVEL: 'error',
        PATCHBAY_SANDBOX_URL: app.sandbox.url,
        PATCHBAY_ALLOW_PRIVATE_HOSTS: new URL(app.sandbox.url).host
    };
    const startServerProcess = async (apiPort: number, uiPort: number): Promise<ServerProcess> => {
        const server = spawnServer({ ...shared, PATCHBAY_PORT: String(apiPort), PATCHBAY_CONNECT_PORT: String(uiPort) });
        await server.ready();
        return server;
    };
    startFirst = () => startServerProcess(port, connectPort);
    [first, second] = await Promise.all([startFirst(), startServerProcess(otherPort, otherConnectPort)]);
});
beforeEach(() => app.sandbox.control('reset', {}));
afterAll(async () => {
    await Promise.all([first.kill(), second.kill()]);
    await app[Symbol.asyncDispose]();
});

test.each([
    ['first', 'second', 'first', 'second'],
    ['second', 'first', 'second', 'first'],
    ['first', 'second', 'second', 'first'],
    ['second', 'second', 'first', 'first']
])(
    'a sign-in started at the %s, launched at the %s, called back at the %s and polled at the %s server connects',
    async (start, launch, callback, poll) => {
        const token = await mintAt(at(poll));
        const attempt = await startAt(at(start), token, { integration_id: 'sandbox-oauth2' });
        const browser = app.browser();
        const address = await browser.consent(movedTo(at(launch), attempt.launch_url ?? ''));
        expect((await browser.get(movedTo(at(callback), address.href))).status).toBe(200);
        const ended = await readAt(at(poll), token, attempt.attempt_id);
        expect(ended.status).toBe('succeeded');
        expect((await app.connection(ended.connection_id ?? '', 'sandbox-oauth2')).credentials).toMatchObject({
            access_token: expect.any(String)
        });
    }
);

test('of twenty callbacks with one state, spread over both, one asks for a token', async () => {
    const token = await mintAt(first);
    const attempt = await startAt(first, token, { integration_id: 'sandbox-oauth2' });
    const browser = app.browser();
    const address = await browser.consent(attempt.launch_url ?? '');
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const statuses = await Promise.all(
        Array.from(
            { length: 20 },
            async (_, index) => (await fetch(movedTo(index % 2 === 0 ? first : second, address.href), { headers: { cookie } })).status
        )
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(await app.sandbox.control('journal?path_regex=%5E%2Foauth%2Ftoken%24')).toMatchObject({ requests: [{ status: 200 }] });
});

test('one Idempotency-Key at both at once starts one attempt and makes one connection', async () => {
    const token = await mintAt(first);
    const before = (await app.connections()).length;
    const body = { integration_id: 'sandbox-api-key', credentials: { apiKey: BEARER_API_KEYS.acme } };
    const attempts = await Promise.all([first, second, first, second].map((server) => startAt(server, token, body, 'one-key')));
    expect(new Set(attempts.map(({ attempt_id: id }) => id)).size).toBe(1);
    await vi.waitFor(async () => expect((await readAt(second, token, attempts[0]?.attempt_id ?? '')).status).toBe('succeeded'));
    expect((await app.connections()).length).toBe(before + 1);
});

test('cancelling at one stops what the other is exchanging', async () => {
    const token = await mintAt(first);
    const attempt = await startAt(first, token, { integration_id: 'sandbox-oauth2' });
    const browser = app.browser();
    const address = await browser.consent(attempt.launch_url ?? '');
    const before = (await app.connections()).length;
    await app.sandbox.control('faults', [{ match: { path_regex: '^/oauth/token$' }, action: 'hold' }]);
    const window = browser.get(address);
    await vi.waitFor(async () => expect((await readAt(second, token, attempt.attempt_id)).status).toBe('exchanging'));
    await ask(second, token, 'POST', `/connect/attempts/${attempt.attempt_id}/cancel`);
    await app.sandbox.control('faults', []);
    await window;
    expect((await readAt(first, token, attempt.attempt_id)).status).toBe('cancelled');
    expect((await app.connections()).length).toBe(before);
});

test('an attempt whose server is killed while it exchanges gets an end from the others, and the next try connects', async () => {
    const token = await mintAt(first);
    const attempt = await startAt(first, token, { integration_id: 'sandbox-oauth2' });
    const browser = app.browser();
    const address = await browser.consent(attempt.launch_url ?? '');
    await app.sandbox.control('faults', [{ match: { path_regex: '^/oauth/token$' }, action: 'hang', times: 1 }]);
    const window = browser.get(address).catch(() => 'gone');
    await vi.waitFor(async () => expect((await readAt(second, token, attempt.attempt_id)).status).toBe('exchanging'));
    await first.kill();
    expect(await window).toBe('gone');
    expect((await readAt(second, token, attempt.attempt_id)).status).toBe('exchanging');
    app.clock.advance(61_000);
    const inProcess = await app.raw(`/connect/attempts/${attempt.attempt_id}`, { token });
    expect(inProcess.json).toMatchObject({ data: { status: 'failed', code: 'unexpected', connection_id: null } });

    // The server may have been killed before it sent its request: the fault is still armed.
    await app.sandbox.control('faults', []);
    first = await startFirst();
    const again = await startAt(second, token, { integration_id: 'sandbox-oauth2' });
    await app.browser().signIn(again.launch_url ?? '');
    expect((await readAt(second, token, again.attempt_id)).status).toBe('succeeded');
});

function at(name: string): ServerProcess {
    return name === 'first' ? first : second;
}

function movedTo(server: ServerProcess, address: string): string {
    const url = new URL(address);
    url.port = new URL(server.url).port;
    return url.href;
}

async function ask(
    server: ServerProcess,
    token: string,
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {}
): Promise<unknown> {
    const response = await fetch(server.url + path, {
        method,
        headers: { authorization: `Bearer ${token}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) })
    });
    expect(response.ok).toBe(true);
    return response.json();
}

async function mintAt(server: ServerProcess): Promise<string> {
    // The documented response of minting.
    return ((await ask(server, app.keys.dev, 'POST', '/connect/sessions', { end_user: { id: 'user_1' } })) as { data: { token: string } })
        .data.token;
}

async function startAt(server: ServerProcess, token: string, body: unknown, idempotencyKey?: string): Promise<AttemptView> {
    const headers = idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey };
    // The documented response of an attempt.
    return ((await ask(server, token, 'POST', '/connect/attempts', body, headers)) as { data: AttemptView }).data;
}

async function readAt(server: ServerProcess, token: string, attemptId: string): Promise<AttemptView> {
    // The documented response of an attempt.
    return ((await ask(server, token, 'GET', `/connect/attempts/${attemptId}`)) as { data: AttemptView }).data;
}
