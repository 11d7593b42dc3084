import { randomBytes } from 'node:crypto';
import { createTestDatabase, type TestDatabase, TestNetwork } from '@patchbay/db/testing';
import { startSandbox } from '@patchbay/sandbox';
import { TestBrowser } from '@patchbay/test-kit';
import { freePorts } from '@patchbay/test-kit/free-ports';
import { type ServerProcess, spawnServer } from '@patchbay/test-kit/server-process';
import { Agent, buildConnector, getGlobalDispatcher, setGlobalDispatcher } from 'undici';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { makeCertificate } from '../apps/server/src/kernel/egress/egress.fixtures.ts';
import { nodeFlags } from '../apps/server/src/node-flags.ts';
import { readCaddyfile, readCompose, secondsOf, variablesOf } from './compose.fixtures.ts';
import { type Proxy, startTlsProxy } from './tls-proxy.fixtures.ts';

// The topology of compose.yaml as processes of this machine: other ports and another address of
// the database, and a proxy in Caddy's place; everything else as it is written there.
const compose = readCompose({ SECRETS_DIR: './secrets' });
const { sites, options } = readCaddyfile();
const { PATCHBAY_PUBLIC_URL: publicUrl = '', PATCHBAY_CONNECT_URL: connectUrl = '' } = compose.services['proxy']?.environment ?? {};
const certificate = makeCertificate({ hosts: [publicUrl, connectUrl].map((address) => new URL(address).hostname) });
const usual = getGlobalDispatcher();

let folder: string;
let database: TestDatabase;
let network: TestNetwork;
let sandbox: Awaited<ReturnType<typeof startSandbox>>;
let proxy: Proxy;
let secretKey: string;
const servers = new Map<string, ServerProcess>();
/** Ports of the containers and of the processes that stand for them, by `service:port`. */
const ports = new Map<string, number>();

beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'patchbay-topology-'));
    database = await createTestDatabase();
    network = await TestNetwork.to(database.url);
    mkdirSync(join(folder, 'secrets'));
    writeFileSync(join(folder, 'secrets/database-url'), `${network.url}\n`);
    writeFileSync(join(folder, 'secrets/encryption-keys'), `k1:${randomBytes(32).toString('base64')}\n`);
    sandbox = await startSandbox({ port: 0, controlPort: 0 });
    for (const name of ['web1', 'web2', 'worker']) {
        const [port = 0, connectPort = 0] = await freePorts(2);
        ports.set(`${name}:3003`, port).set(`${name}:3009`, connectPort);
    }
    // The first makes the environments; Compose starts the others when it is healthy.
    await start('web1');
    await Promise.all(['web2', 'worker'].map(start));
    secretKey = /^dev: (\S+)$/m.exec(readFileSync(join(folder, 'web1/database-keys.txt'), 'utf8'))?.[1] ?? '';
    proxy = await startTlsProxy({
        certificate,
        hosts: Object.fromEntries(
            sites.map(({ variable, upstreams, healthPort }) => [hostOf(variable), upstreams.map((each) => upstreamOf(each, healthPort))])
        ),
        healthPath: options['health_uri'] ?? '',
        intervalMs: 1000 * secondsOf(options['health_interval'])
    });
    setGlobalDispatcher(throughProxy());
}, 120_000);
afterAll(async () => {
    await getGlobalDispatcher().close();
    setGlobalDispatcher(usual);
    await proxy.close();
    await Promise.all([...servers.values()].map((server) => server.kill()));
    await sandbox.stop();
    await network.close();
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
});

test('a backend and an end user connect an account through both addresses, and the backend uses it', async () => {
    for (const path of ['/ui/', '/v1/connect.js']) expect((await fetch(connectUrl + path)).status).toBe(200);
    const connectionId = await connect();
    const connection = await call('GET', `/connections/${connectionId}?provider_config_key=sandbox-oauth2`);
    expect(connection.body).toMatchObject({ credentials: { access_token: expect.any(String) } });
    const proxied = await call('GET', '/proxy/api/me', { headers: aboutConnection(connectionId) });
    expect(proxied.status).toBe(200);
    // The worker serves probes alone.
    const worker = servers.get('worker')?.url;
    expect([(await fetch(`${worker}/health`)).status, (await fetch(`${worker}/connections`)).status]).toEqual([200, 404]);
});

test('no request fails while one server is drained, replaced, and the other one killed', async () => {
    const connectionId = await connect();
    const load = startLoad([readCredentials, callProvider].map((make) => make(connectionId)));
    const minting = startLoad([mintSession]);
    await load.more(50);
    servers.get('web2')?.signal('SIGTERM');
    expect((await servers.get('web2')?.ended)?.code).toBe(0);
    await load.more(50);
    // No request was sent to a server that had closed its port.
    expect(proxy.repeated()).toBe(0);
    await start('web2');
    await vi.waitFor(() => expect(proxy.healthy()).toContain(ports.get('web2:3003')));
    await load.more(50);
    // A kill cuts off what the server was doing, which is repeated only where that is safe.
    expect(await minting.stop()).toEqual([]);
    await servers.get('web1')?.kill();
    await load.more(50);
    expect(await load.stop()).toEqual([]);
}, 180_000);

/** A service of compose.yaml, with what the ports, the address of the database and tests need. */
async function start(name: string): Promise<void> {
    const server = spawnServer(
        {
            ...variablesOf(compose, name, folder),
            PATCHBAY_PORT: String(ports.get(`${name}:3003`)),
            PATCHBAY_CONNECT_PORT: String(ports.get(`${name}:3009`)),
            PATCHBAY_DATA_DIR: join(folder, name),
            PATCHBAY_SANDBOX_URL: sandbox.url,
            PATCHBAY_ALLOW_PRIVATE_HOSTS: new URL(sandbox.url).host
        },
        { isBuilt: true, nodeFlags }
    );
    servers.set(name, server);
    await server.ready();
}

const hostOf = (variable: string): string => new URL(compose.services['proxy']?.environment?.[variable] ?? '').host;

function upstreamOf(upstream: string, healthPort = Number(upstream.split(':')[1])) {
    const [name] = upstream.split(':');
    return { port: ports.get(upstream) ?? 0, healthPort: ports.get(`${name}:${healthPort}`) ?? 0 };
}

/** Takes `https://…` to the proxy, whose certificate it checks; all else goes where it is. */
function throughProxy(): Agent {
    const dial = buildConnector({ ca: certificate.cert });
    return new Agent({
        connect: (given, callback) =>
            dial(
                given.protocol === 'https:'
                    ? { ...given, hostname: '127.0.0.1', port: String(proxy.port), servername: given.hostname }
                    : given,
                callback
            )
    });
}

async function call(
    method: string,
    path: string,
    { token = secretKey, body, headers = {} }: { token?: string; body?: unknown; headers?: Record<string, string> } = {}
) {
    const response = await fetch(publicUrl + path, {
        method,
        headers: { authorization: `Bearer ${token}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) })
    });
    return { status: response.status, body: (await response.json()) as { data?: Record<string, string> } };
}

/** Mints a session, signs in at the sandbox in a browser, and reads the attempt's result. */
async function connect(): Promise<string> {
    const credentials = { type: 'OAUTH2', client_id: 'patchbay-sandbox', client_secret: 'patchbay-sandbox-secret' };
    await call('POST', '/integrations', { body: { provider: 'sandbox-oauth2', unique_key: 'sandbox-oauth2', credentials } });
    const minted = await call('POST', '/connect/sessions', { body: { end_user: { id: 'user_1' } } });
    const token = minted.body.data?.['token'] ?? '';
    const started = await call('POST', '/connect/attempts', { token, body: { integration_id: 'sandbox-oauth2' } });
    expect((await new TestBrowser().signIn(started.body.data?.['launch_url'] ?? '')).status).toBe(200);

    const ended = await call('GET', `/connect/attempts/${started.body.data?.['attempt_id']}`, { token });
    expect(ended.body.data).toMatchObject({ status: 'succeeded' });
    return ended.body.data?.['connection_id'] ?? '';
}

const aboutConnection = (connectionId: string) => ({ 'connection-id': connectionId, 'provider-config-key': 'sandbox-oauth2' });

type Request = () => ReturnType<typeof call>;

const readCredentials =
    (connectionId: string): Request =>
    () =>
        call('GET', `/connections/${connectionId}?provider_config_key=sandbox-oauth2`);
const callProvider =
    (connectionId: string): Request =>
    () =>
        call('GET', '/proxy/api/me', { headers: aboutConnection(connectionId) });
const mintSession: Request = () => call('POST', '/connect/sessions', { body: { end_user: { id: 'user_1' } } });

/** Two clients for each kind of request, which send one after another. */
function startLoad(requests: readonly Request[]) {
    const failures: unknown[] = [];
    let count = 0;
    const over = new AbortController();
    const client = async (request: Request) => {
        while (!over.signal.aborted) {
            const status = await request().then(
                (response) => response.status,
                (error: unknown) => error
            );
            if (status !== 200 && status !== 201) failures.push(status);
            count += 1;
        }
    };
    const clients = Promise.all([...requests, ...requests].map(client));
    return {
        async more(wanted: number) {
            const goal = count + wanted;
            await vi.waitFor(() => expect(count).toBeGreaterThan(goal), { timeout: 60_000 });
        },
        async stop() {
            over.abort();
            await clients;
            return failures;
        }
    };
}
