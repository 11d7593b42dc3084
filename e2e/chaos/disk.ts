/**
 * The disk of the embedded PostgreSQL fills up while connections are imported and read. Nothing
 * that was acknowledged is lost, every failure is a 503, and the server goes on by itself when
 * there is room again. A small file system of its own, which only root can mount, on Linux.
 */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePorts } from '@patchbay/test-kit/free-ports';
import { type ServerProcess, spawnServer } from '@patchbay/test-kit/server-process';
import { type Experiment, Findings, type Size } from './experiment.ts';
import { makeFolder, removeFolder } from './folder.ts';
import { countByStatus, type Request, runTraffic, tellResponses } from './traffic.ts';

const sizes: Record<Size, { perSecond: number; fullMs: number; rounds: number }> = {
    short: { perSecond: 80, fullMs: 12_000, rounds: 1 },
    normal: { perSecond: 100, fullMs: 30_000, rounds: 2 },
    full: { perSecond: 100, fullMs: 30_000, rounds: 10 }
};
const diskBytes = 256 * 1024 * 1024;
/** Of each import: enough that the segment of the log that PostgreSQL has fills up too. */
const importBytes = 16_000;
const key = 'private';
const backWithinMs = 15_000;

export const disk: Experiment = async ({ size, say, over, perSecond = sizes[size].perSecond }) => {
    const { fullMs, rounds } = sizes[size];
    const findings = new Findings('disk full');
    const folder = makeFolder();
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskBytes},mode=711`, 'patchbay-chaos', folder]);
    const acknowledged: string[] = [];
    let server: ServerProcess | undefined;
    try {
        const dataDir = join(folder, 'data');
        server = await startOn(dataDir);
        const { url } = server;
        const secretKey = /^dev: (\S+)/m.exec(readFileSync(join(dataDir, 'keys.txt'), 'utf8'))?.[1] ?? '';
        const headers = { authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' };
        await post(`${url}/integrations`, headers, { provider: 'private-api-bearer', unique_key: key });
        for (let round = 0; round < rounds && !over.aborted; round += 1) {
            const ended = new AbortController();
            const sent = runTraffic(
                perSecond,
                (turn) => requestOf(`${round}-${turn}`, turn, { url, headers, acknowledged }),
                AbortSignal.any([ended.signal, over])
            );
            await sleep(2000);
            const ballast = join(folder, 'ballast');
            fill(ballast);
            say(`round ${round + 1}: full`);
            await sleep(fullMs);
            rmSync(ballast);
            const backAt = performance.now();
            while (!over.aborted && performance.now() - backAt < backWithinMs && !(await canWrite(url, headers))) await sleep(50);
            const tookMs = performance.now() - backAt;
            await sleep(1000);
            ended.abort();
            const all = await sent;
            findings.tell('requests', countByStatus(all));
            tellResponses(findings, all);
            findings.within('writes again after there is room', tookMs, backWithinMs, size);
        }
        findings.none('imports that were acknowledged and are gone', await missing(url, headers, acknowledged));
        const reasons = new Set(
            server.logged.flatMap((line) => (/No space left/.test(JSON.stringify(line)) ? [line.message.split(':')[0] ?? ''] : []))
        );
        findings.must('log lines that say why', [...reasons].join(', ') || 'none', 'at least one', reasons.size > 0);
        await server.kill();
        server = await startOn(dataDir);
        findings.none('the same after a kill and a start', await missing(server.url, headers, acknowledged));
        findings.tell('imports acknowledged', acknowledged.length);
    } finally {
        await server?.stop();
        execFileSync('umount', [folder]);
        removeFolder(folder, folder);
    }
    return findings.list;
};

async function startOn(dataDir: string): Promise<ServerProcess> {
    const [port = 0, connectPort = 0] = await freePorts(2);
    const server = spawnServer({
        PATCHBAY_DATA_DIR: dataDir,
        PATCHBAY_PORT: String(port),
        PATCHBAY_CONNECT_PORT: String(connectPort),
        PATCHBAY_RATE_LIMIT_PER_MINUTE: '0'
    });
    await server.ready();
    return server;
}

/** Takes all that is left. */
function fill(file: string): void {
    const part = Buffer.alloc(64 * 1024);
    const handle = openSync(file, 'w');
    try {
        for (;;) writeSync(handle, part);
    } catch {
        // No space is left.
    } finally {
        closeSync(handle);
    }
}

interface World {
    url: string;
    headers: Record<string, string>;
    acknowledged: string[];
}

/** Every other one imports a connection; the others read one that was imported. */
function requestOf(name: string, turn: number, { url, headers, acknowledged }: World): Request {
    const known = acknowledged[turn % (acknowledged.length || 1)];
    if (turn % 2 === 1 && known !== undefined)
        return {
            kind: 'read',
            url: `${url}/connections/${known}?provider_config_key=${key}`,
            headers,
            judge: (status, body) =>
                status === 200 && JSON.stringify(body).includes(`key-of-${known}`) ? undefined : `responded with ${status}`
        };
    return {
        kind: 'import',
        method: 'POST',
        url: `${url}/connections`,
        headers,
        // Random, because PostgreSQL compresses long values.
        body: JSON.stringify({ ...connectionOf(name), metadata: { text: randomBytes(importBytes / 2).toString('hex') } }),
        judge(status) {
            if (status === 201) acknowledged.push(name);
            return status === 201 ? undefined : `responded with ${status}`;
        }
    };
}

const connectionOf = (name: string) => ({
    provider_config_key: key,
    connection_id: name,
    credentials: { type: 'API_KEY', apiKey: `key-of-${name}` },
    connection_config: { base_url: 'https://api.example.com' }
});

async function post(url: string, headers: Record<string, string>, body: unknown): Promise<number> {
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
    await response.arrayBuffer();
    return response.status;
}

async function canWrite(url: string, headers: Record<string, string>): Promise<boolean> {
    return (await post(`${url}/connect/sessions`, headers, { end_user: { id: 'user' } }).catch(() => 0)) === 201;
}

async function missing(url: string, headers: Record<string, string>, names: readonly string[]): Promise<string[]> {
    const gone: string[] = [];
    for (const name of names) {
        const { status } = await fetch(`${url}/connections/${name}?provider_config_key=${key}`, { headers });
        if (status !== 200) gone.push(`${name} ${status}`);
    }
    return gone;
}
