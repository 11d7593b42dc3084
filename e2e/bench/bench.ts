/**
 * `npm run bench`: figures of this machine, and ratios to a bare Express handler measured in the same run. Ratios travel, figures don't.
 * Bounded: about half a minute, loopback only.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { Patchbay } from '@patchbay/node';

const root = fileURLToPath(new URL('../..', import.meta.url));
const concurrency = 16;
const secondsEach = 4;

const dataDir = await mkdtemp(join(tmpdir(), 'patchbay-bench-'));
try {
    const first = await startServer();
    report('first start to ready', `${first.startMs} ms`);
    await first.stop();
    const server = await startServer();
    report('later start to ready', `${server.startMs} ms`);

    const keys = await readFile(join(dataDir, 'keys.txt'), 'utf8');
    const secretKey = /^dev: (\S+)/m.exec(keys)?.[1] ?? '';
    const patchbay = new Patchbay({ secretKey, baseUrl: server.url });
    await patchbay.integrations.create({ provider: 'unauthenticated', unique_key: 'none' });
    await patchbay.connections.import({ provider_config_key: 'none', connection_id: 'one', credentials: { type: 'NONE' } });

    const bare = await startBareServer();
    const authorization = `Bearer ${secretKey}`;
    const floor = await measure(() => fetch(bare.url));
    report('bare node:http handler', `${floor.perSecond}/s, p95 ${floor.p95Ms} ms`);
    const health = await measure(() => fetch(`${server.url}/health`));
    report('GET /health', `${health.perSecond}/s, p95 ${health.p95Ms} ms, ${ratio(health, floor)} of the bare handler`);
    const read = await measure(() => fetch(`${server.url}/connections/one?provider_config_key=none`, { headers: { authorization } }));
    report('GET /connections/:id', `${read.perSecond}/s, p95 ${read.p95Ms} ms, ${ratio(read, floor)}`);
    const body = JSON.stringify({ end_user: { id: 'user_1' } });
    const mint = await measure(() =>
        fetch(`${server.url}/connect/sessions`, { method: 'POST', headers: { authorization, 'content-type': 'application/json' }, body })
    );
    report('POST /connect/sessions', `${mint.perSecond}/s, p95 ${mint.p95Ms} ms, ${ratio(mint, floor)}`);
    await bare.stop();
    await server.stop();

    await reportSizes();
} finally {
    await rm(dataDir, { recursive: true, force: true });
}

interface Measured {
    perSecond: number;
    p95Ms: number;
}

async function measure(request: () => Promise<Response>): Promise<Measured> {
    const durations: number[] = [];
    const endsAt = performance.now() + secondsEach * 1000;
    const worker = async () => {
        while (performance.now() < endsAt) {
            const startedAt = performance.now();
            const response = await request();
            await response.arrayBuffer();
            if (!response.ok) throw new Error(`The server answered ${response.status}.`);
            durations.push(performance.now() - startedAt);
        }
    };
    await Promise.all(Array.from({ length: concurrency }, worker));
    durations.sort((a, b) => a - b);
    return {
        perSecond: Math.round(durations.length / secondsEach),
        p95Ms: Number((durations[Math.floor(durations.length * 0.95)] ?? 0).toFixed(1))
    };
}

function ratio(measured: Measured, floor: Measured): string {
    return (measured.perSecond / floor.perSecond).toFixed(2);
}

async function startServer(): Promise<{ url: string; startMs: number; stop(): Promise<void> }> {
    const port = await freePort();
    const connectPort = await freePort();
    const startedAt = performance.now();
    const child = spawn(process.execPath, ['apps/server/src/main.ts'], {
        cwd: root,
        stdio: ['ignore', 'ignore', 'inherit'],
        env: {
            ...process.env,
            PATCHBAY_PORT: String(port),
            PATCHBAY_CONNECT_PORT: String(connectPort),
            PATCHBAY_DATA_DIR: dataDir,
            PATCHBAY_LOG_LEVEL: 'warn',
            PATCHBAY_RATE_LIMIT_PER_MINUTE: '0'
        }
    });
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    const url = `http://localhost:${port}`;
    while (!(await isReady(url))) {
        if (child.exitCode !== null) throw new Error('The server did not start.');
        if (performance.now() - startedAt > 60_000) throw new Error('The server was not ready within a minute.');
    }
    return {
        url,
        startMs: Math.round(performance.now() - startedAt),
        async stop() {
            child.kill('SIGTERM');
            await ended;
        }
    };
}

async function isReady(url: string): Promise<boolean> {
    try {
        return (await fetch(`${url}/health`)).ok;
    } catch {
        await new Promise((resolve) => setTimeout(resolve, 20));
        return false;
    }
}

async function startBareServer(): Promise<{ url: string; stop(): Promise<void> }> {
    const server = createServer((_request, response) =>
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"result":"ok"}')
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    // A TCP server's address is an object once it listens.
    const { port } = server.address() as AddressInfo;
    return {
        url: `http://127.0.0.1:${port}`,
        async stop() {
            server.closeAllConnections();
            await new Promise((resolve) => server.close(resolve));
        }
    };
}

async function freePort(): Promise<number> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    return port;
}

async function reportSizes(): Promise<void> {
    const html = await readFile(join(root, 'apps/connect-ui/dist/index.html'), 'utf8').catch(() => undefined);
    if (html === undefined) return report('sizes', 'not built: run `npm start` or `npm test` once');
    const assets = [...html.matchAll(/\/ui\/(assets\/[^"]+\.(?:js|css))"/g)].map(([, path = '']) => path);
    const sizeOf = async (path: string) => gzipSync(await readFile(join(root, path)), { level: 9 }).length;
    const total = async (ending: string) => {
        const sizes = await Promise.all(
            assets.filter((path) => path.endsWith(ending)).map((path) => sizeOf(`apps/connect-ui/dist/${path}`))
        );
        return sizes.reduce((sum, size) => sum + size, 0);
    };
    report(
        'Connect UI, first load',
        `${kib(await total('.js'))} JS, ${kib(await total('.css'))} CSS, ${kib(gzipSync(html).length)} HTML (gzip)`
    );
    report('script tag', `${kib(await sizeOf('packages/browser-sdk/dist/connect.js'))} (gzip)`);
}

function kib(bytes: number): string {
    return `${(bytes / 1024).toFixed(1)} KiB`;
}

function report(what: string, figure: string): void {
    process.stdout.write(`${what.padEnd(26)} ${figure}\n`);
}
