import { chmodSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { nodeFlags } from './node-flags.ts';
import { freePorts } from '@patchbay/test-kit/free-ports';
import { type ServerProcess, spawnServer, type SpawnOptions } from '@patchbay/test-kit/server-process';

// Each starts servers, while others of these files do as well.
vi.setConfig({ testTimeout: 60_000 });

const folders: string[] = [];
const servers: ServerProcess[] = [];
afterEach(async () => {
    for (const server of servers.splice(0)) await server.kill();
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** The production server on its own database. */
async function run(dataDir: string, options: SpawnOptions = {}): Promise<ServerProcess> {
    const [port = 0, connectPort = 0] = await freePorts(2);
    const variables = {
        PATCHBAY_DATA_DIR: dataDir,
        PATCHBAY_PORT: String(port),
        PATCHBAY_CONNECT_PORT: String(connectPort),
        PATCHBAY_LOG_LEVEL: 'error'
    };
    const server = spawnServer(variables, options);
    servers.push(server);
    return server;
}

function newFolder(): string {
    const folder = mkdtempSync(join(tmpdir(), 'patchbay-main-'));
    chmodSync(folder, 0o711);
    folders.push(folder);
    return folder;
}

function isAlive(pid: number): boolean {
    try {
        process.kill(pid, 0);
        return true;
    } catch {
        return false;
    }
}

test.each([
    ['from its sources', { isBuilt: false }],
    ['as it is built and shipped', { isBuilt: true }]
])(
    'the embedded server, %s, keeps its keys to its user, stops on SIGTERM with its PostgreSQL, and starts again on what it stored',
    async (_, options) => {
        const dataDir = join(newFolder(), 'data');
        const first = await run(dataDir, options);
        await first.ready();
        const keys = readFileSync(join(dataDir, 'keys.txt'), 'utf8');
        expect(keys).toMatch(/^dev: pb_sk_dev_\S+\nprod: pb_sk_prod_\S+\n$/);
        for (const secret of ['keys.txt', 'encryption-keys.txt']) expect(statSync(join(dataDir, secret)).mode & 0o777).toBe(0o600);
        const postmaster = Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
        first.signal('SIGTERM');
        expect(await first.ended).toEqual({ code: 0, said: '' });
        expect(isAlive(postmaster)).toBe(false);

        const second = await run(dataDir, options);
        await second.ready();
        expect(readFileSync(join(dataDir, 'keys.txt'), 'utf8')).toBe(keys);
        const secretKey = /^dev: (\S+)/m.exec(keys)?.[1] ?? '';
        expect((await fetch(`${second.url}/connections`, { headers: { authorization: `Bearer ${secretKey}` } })).status).toBe(200);
    }
);

test('without a terminal the first start writes a link for the dashboard to its user, which works once, and is gone once it was used', async () => {
    const dataDir = join(newFolder(), 'data');
    const first = await run(dataDir);
    await first.ready();
    const file = join(dataDir, 'dashboard-link.txt');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const link = new URL(readFileSync(file, 'utf8').trim());
    expect(link.href).toContain(`${first.url}/dashboard/`);
    const setUp = (email: string) =>
        fetch(`${first.url}/dashboard/api/invitations/accept`, {
            method: 'POST',
            headers: { origin: link.origin, 'content-type': 'application/json' },
            body: JSON.stringify({ token: link.hash.slice(1), email, name: 'Olive', password: 'correct horse battery staple' })
        });
    expect((await setUp('olive@acme.example')).status).toBe(200);
    expect((await setUp('eve@acme.example')).status).toBe(404);
    first.signal('SIGTERM');
    await first.ended;
    await (await run(dataDir)).ready();
    expect(existsSync(file)).toBe(false);
});

test('T-95: SIGUSR1 does not open the inspector of a server that runs with its flags', async () => {
    const server = await run(join(newFolder(), 'data'), { nodeFlags });
    await server.ready();
    server.signal('SIGUSR1');
    // Node writes a line to standard error when its inspector listens.
    expect((await fetch(`${server.url}/health`)).status).toBe(200);
    server.signal('SIGTERM');
    expect(await server.ended).toEqual({ code: 0, said: '' });
});

test('a second server on the same data directory is refused in one sentence, and the first is not disturbed', async () => {
    const dataDir = join(newFolder(), 'data');
    const first = await run(dataDir);
    await first.ready();
    const { code, said } = await (await run(dataDir)).ended;
    expect(code).toBe(1);
    expect(said).toContain(`${first.pid}`);
    expect(said.trim().split('\n')).toHaveLength(1);
    expect((await fetch(`${first.url}/health`)).status).toBe(200);
});

test('a data directory that is a file is refused in one sentence', async () => {
    const file = join(newFolder(), 'data');
    writeFileSync(file, 'mine');
    const { code, said } = await (await run(file)).ended;
    expect(code).toBe(1);
    expect(said).toMatch(/^patchbay: .*data.*\n$/);
    expect(readFileSync(file, 'utf8')).toBe('mine');
});

test('a data directory that cannot be made is refused in one sentence, also where Node would try for ever', async () => {
    const { code, said } = await (await run('/proc/patchbay/data')).ended;
    expect(code).toBe(1);
    expect(said).toMatch(/^patchbay: The data directory \/proc\/patchbay\/data can't be read and written .*\n$/);
});

test('T-84: without the encryption keys that the data was made with, the server says which file is missing, makes no new ones, and ends with 78', async () => {
    const dataDir = join(newFolder(), 'data');
    const first = await run(dataDir);
    await first.ready();
    await first.stop();
    const file = join(dataDir, 'encryption-keys.txt');
    renameSync(file, `${file}.elsewhere`);
    const { code, said } = await (await run(dataDir)).ended;
    expect(code).toBe(78);
    expect(said).toContain(file);
    expect(existsSync(file)).toBe(false);
});
