import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '@patchbay/test-kit/free-ports';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { tryProvider } from './try-provider.ts';

/** What an operator writes before the vendor was called. */
const definition = {
    display_name: 'Acme',
    categories: ['crm'],
    auth_mode: 'API_KEY',
    docs: 'https://acme.example/docs',
    certainty: { level: 'documented', checked_on: '2026-01-01' },
    credentials: { apiKey: { type: 'string', title: 'API key', secret: true } },
    connection_config: { base_url: { type: 'string', title: 'Base URL', format: 'uri' } },
    identity: { url: '/me', id: 'id', label: ['name'] },
    proxy: {
        base_url: '${connectionConfig.base_url}',
        headers: { authorization: 'Bearer ${apiKey}' },
        retry: { remaining: 'x-calls-left' }
    }
};

let folder: string;
let vendor: ReturnType<typeof createServer>;
let handle: RequestListener;
beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'patchbay-try-test-'));
    vendor = createServer((request, response) => handle(request, response));
    await new Promise<void>((resolve) => vendor.listen(0, '127.0.0.1', resolve));
    await writeFile(join(folder, 'acme.json'), JSON.stringify(definition));
});
afterEach(async () => {
    await new Promise((resolve) => vendor.close(resolve));
    await rm(folder, { recursive: true });
});

/** Does by the API what the operator does on the page of the link. */
async function connectByLink(link: string, apiUrl: string): Promise<void> {
    // A TCP server's address is an object.
    const baseUrl = `http://localhost:${(vendor.address() as AddressInfo).port}`;
    const post = async (path: string, body: unknown, token?: string) => {
        const headers = { 'content-type': 'application/json', ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) };
        const response = await fetch(`${apiUrl}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
        return (await response.json()) as { data: { token: string; status: string } };
    };
    const { data } = await post('/connect/links/exchange', { code: link.split('/').at(-1) });
    await post(
        '/connect/attempts',
        { integration_id: 'tried', credentials: { apiKey: 'right' }, connection_config: { base_url: baseUrl } },
        data.token
    );
}

async function walk(id = 'acme') {
    const [port = 0, connectPort = 0] = await freePorts(2);
    const said: string[] = [];
    const api = `http://localhost:${port}`;
    let connecting = Promise.resolve();
    const env = {
        PATCHBAY_PORT: String(port),
        PATCHBAY_CONNECT_PORT: String(connectPort),
        PATCHBAY_PROVIDERS_DIR: folder,
        PATCHBAY_ALLOW_PRIVATE_HOSTS: `localhost:${(vendor.address() as AddressInfo).port}`
    };
    const steps = await tryProvider(id, {
        env,
        ask: async () => '',
        say: (line) => void said.push(line),
        showLink: (link) => void (connecting = connectByLink(link, api)),
        signal: AbortSignal.timeout(60_000)
    });
    await connecting;
    return { steps: steps.map(({ name, outcome }) => `${name}: ${outcome}`), said };
}

const certainty = async (): Promise<unknown> => JSON.parse(await readFile(join(folder, 'acme.json'), 'utf8')).certainty;

test('a definition that is right is walked against its provider, and marked verified with the day', { timeout: 120_000 }, async () => {
    handle = ({ headers }, response) =>
        void response
            .writeHead(headers.authorization === 'Bearer right' ? 200 : 401, { 'x-calls-left': '9' })
            .end(JSON.stringify({ id: 1, name: 'North' }));
    const { steps, said } = await walk();
    expect(steps).toEqual(['connect: right', 'call: right', 'refresh: not tried', 'revoke: not tried']);
    expect(said.at(-1)).toMatch(/^Verified on \d{4}-\d\d-\d\d/);
    expect(await certainty()).toEqual({ level: 'verified', checked_on: new Date().toISOString().slice(0, 10) });
});

test('one that names a header which the provider does not send stays as it is, and the step says which', { timeout: 120_000 }, async () => {
    handle = (_request, response) => void response.end(JSON.stringify({ id: 1, name: 'North' }));
    const { steps, said } = await walk();
    expect(steps).toContain('call: wrong');
    expect(said).toContainEqual(expect.stringContaining('The header x-calls-left is not in the response.'));
    expect(await certainty()).toEqual(definition.certainty);
});

test('a provider that there is not is told before anything is asked', { timeout: 120_000 }, async () => {
    await expect(walk('nobody')).rejects.toThrow('There is no provider "nobody". Yours have to be in the folder PATCHBAY_PROVIDERS_DIR.');
});
