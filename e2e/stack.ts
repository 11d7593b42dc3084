import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import type { Db } from '@patchbay/db';
import { createTestDatabase } from '@patchbay/db/testing';
import { Patchbay } from '@patchbay/node';
import { startSandbox } from '@patchbay/sandbox';
import { OAUTH_CLIENT } from '@patchbay/sandbox/accounts';
import { freePorts } from '@patchbay/test-kit/free-ports';
import { programFile, spawnServer } from '@patchbay/test-kit/server-process';
import { startProduct, type Product } from './host/product.ts';

const playgroundMain = join(import.meta.dirname, '../apps/playground/src/main.ts');

/** Preset on each stack. */
export const dashboardOwner = { email: 'olive@acme.example', password: 'correct horse battery staple' };

/** All a journey needs, on separate sites: `host.`, `widget.`, `api.` and `provider.localhost`. */
export interface Stack {
    product: Product;
    /** The API with the product's secret key. */
    backend: Patchbay;
    secretKey: string;
    db: Db;
    apiUrl: string;
    connectUrl: string;
    /** The API's address by number, for clients outside a browser. */
    apiAddress: string;
    providerUrl: string;
    /** Everything the server has written to its log, at level debug. */
    log: string[];
    /** Turns a knob of the fake third parties; see `control-plane.ts` of the sandbox. */
    control(verb: string, body?: unknown): Promise<unknown>;
    /** A second server on the same database. */
    startServer(settings: Record<string, string>): Promise<Server>;
    /**
     * The demo product that comes with Patchbay, with nothing connected.
     * @returns its address, and how to stop it
     */
    startPlayground(): Promise<{ url: string; stop(): Promise<void> }>;
    /** Deletes the integrations that a journey has made: other journeys count them. */
    clear(): Promise<void>;
    stop(): Promise<void>;
}

export interface Server {
    apiUrl: string;
    connectUrl: string;
    /** By number: Node doesn't know `*.localhost` where the system's resolver doesn't. */
    apiAddress: string;
    stop(): Promise<void>;
}

/**
 * Ready in one to two seconds; `global-setup.ts` has started the PostgreSQL.
 * @param allowedHosts that the server may reach besides the fake third parties
 */
export async function startStack({ allowedHosts = [] }: { allowedHosts?: readonly string[] } = {}): Promise<Stack> {
    const [database, { stdout: madeKey }, [providerPort = 0, playgroundPort = 0]] = await Promise.all([
        createTestDatabase(),
        promisify(execFile)(process.execPath, [programFile(), 'make-key']),
        freePorts(2)
    ]);
    const secretKey = madeKey.trim();
    const providerUrl = `http://provider.localhost:${providerPort}`;
    const sandbox = await startSandbox({ port: providerPort, publicUrl: providerUrl });
    const log: string[] = [];
    const keysFolder = await mkdtemp(join(tmpdir(), 'patchbay-e2e-'));
    const keysFile = join(keysFolder, 'keys.txt');
    const settings = {
        DATABASE_URL: database.url,
        PATCHBAY_ENCRYPTION_KEYS: `e2e:${randomBytes(32).toString('base64')}`,
        PATCHBAY_SECRET_KEY: secretKey,
        PATCHBAY_KEYS_FILE: keysFile,
        PATCHBAY_DASHBOARD_EMAIL: dashboardOwner.email,
        PATCHBAY_DASHBOARD_PASSWORD: dashboardOwner.password,
        PATCHBAY_SANDBOX_URL: providerUrl,
        PATCHBAY_ALLOW_PRIVATE_HOSTS: [new URL(providerUrl).host, `127.0.0.1:${playgroundPort}`, ...allowedHosts].join(','),
        PATCHBAY_APP_NAME: 'Acme HR',
        PATCHBAY_LOG_LEVEL: 'debug'
    };
    const startOne = (extra: Record<string, string>) => startServer({ ...settings, ...extra }, log);
    const server = await startOne({});
    const backend = new Patchbay({ secretKey, baseUrl: server.apiAddress });
    for (const provider of providersToOffer) await backend.integrations.create({ provider, unique_key: provider, ...appOf(provider) });
    const prodKey = /^prod:\s*(\S+)/m.exec(await readFile(keysFile, 'utf8'))?.[1] ?? '';
    const demo = new Patchbay({ secretKey: prodKey, baseUrl: server.apiAddress });
    const product = await startProduct({ backend, connectUrl: server.connectUrl });
    return {
        product,
        backend,
        secretKey,
        db: database.db,
        apiUrl: server.apiUrl,
        connectUrl: server.connectUrl,
        apiAddress: server.apiAddress,
        providerUrl,
        log,
        control: (verb, body) => control(sandbox.controlUrl, verb, body),
        startServer: startOne,
        startPlayground: async () => {
            const { connections } = await demo.connections.list();
            for (const connection of connections) await demo.connections.delete(connection);
            return startPlayground({
                PATCHBAY_PLAYGROUND_PORT: String(playgroundPort),
                // It makes integrations of its own, and `dev` has those of the journeys.
                PATCHBAY_SECRET_KEY: prodKey,
                PATCHBAY_PUBLIC_URL: server.apiAddress,
                PATCHBAY_CONNECT_URL: server.connectUrl,
                PATCHBAY_SANDBOX_URL: providerUrl,
                PATCHBAY_SANDBOX_CONTROL_PORT: new URL(sandbox.controlUrl).port
            });
        },
        async clear() {
            for (const client of [backend, demo])
                for (const { unique_key: key } of (await client.integrations.list()).data)
                    if (client === demo || !isPreset(key)) await client.integrations.delete(key);
        },
        async stop() {
            await product.stop();
            await server.stop();
            await sandbox.stop();
            await database.drop();
            await rm(keysFolder, { recursive: true });
        }
    };
}

/** Enough of them for the list to have its search. */
const providersToOffer = [
    'sandbox-two-keys',
    'sandbox-api-key',
    'sandbox-basic',
    'sandbox-oauth2',
    'sandbox-oauth2-cc',
    'sandbox-oauth2-subdomain',
    'sandbox-oauth2-tenants',
    'unauthenticated',
    'private-api-bearer'
] as const;

const isPreset = (key: string) => providersToOffer.some((provider) => provider === key);

function appOf(provider: string) {
    const signsIn = ['sandbox-oauth2', 'sandbox-oauth2-subdomain', 'sandbox-oauth2-tenants'].includes(provider);
    if (!signsIn) return {};
    return { credentials: { type: 'OAUTH2' as const, client_id: OAUTH_CLIENT.id, client_secret: OAUTH_CLIENT.secret } };
}

async function startServer(settings: Record<string, string>, log: string[]): Promise<Server> {
    const [port = 0, connectPort = 0] = await freePorts(2);
    const apiUrl = `http://api.localhost:${port}`;
    const connectUrl = `http://widget.localhost:${connectPort}`;
    const variables = {
        PATCHBAY_PORT: String(port),
        PATCHBAY_CONNECT_PORT: String(connectPort),
        PATCHBAY_PUBLIC_URL: apiUrl,
        PATCHBAY_CONNECT_URL: connectUrl,
        ...settings
    };
    const server = spawnServer(variables, { isBuilt: true, onLine: (line) => log.push(line) });
    await server.ready();
    // Killed: stopped, it would first wait for the browser's idle connections.
    return { apiUrl, connectUrl, apiAddress: `http://127.0.0.1:${port}`, stop: server.kill };
}

async function startPlayground(settings: Record<string, string>) {
    const program = startProgram(playgroundMain, settings);
    const [url = ''] = await program.says(/demo product is at (\S+)/);
    return { url, stop: program.stop };
}

/** A Node program of ours, as a child with an environment of its own. */
function startProgram(main: string, env: Record<string, string>) {
    const child = spawn(process.execPath, [main], { env: { PATH: process.env['PATH'], ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    const lines = createInterface(child.stdout);
    const complaints: string[] = [];
    createInterface(child.stderr).on('line', (line) => complaints.push(line));
    return {
        /** @returns what the pattern's groups match in the first line that it matches */
        says: (pattern: RegExp) =>
            new Promise<string[]>((resolve, reject) => {
                void ended.then(() => reject(new Error(`It ended before it was ready: ${complaints.join('\n')}`)));
                lines.on('line', (line) => {
                    const found = pattern.exec(line);
                    if (found) resolve(found.slice(1));
                });
            }),
        async stop() {
            // A graceful stop would wait for the browser's idle connections.
            child.kill('SIGKILL');
            await ended;
        }
    };
}

async function control(controlUrl: string, verb: string, body: unknown): Promise<unknown> {
    const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
    const response = await fetch(`${controlUrl}/_ctl/${verb}`, init);
    if (!response.ok) throw new Error(`The sandbox refused ${verb}: ${await response.text()}`);
    return response.json();
}
