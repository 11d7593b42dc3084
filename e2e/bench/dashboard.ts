import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { openDatabase } from '@patchbay/db';
import { generateKeyRing } from '@patchbay/server';
import { type Ask, pagesOf } from './dashboard-pages.ts';
import { fillDashboard } from './dashboard-rows.ts';
import { benchScroll } from './dashboard-scroll.ts';
import { makeSecretKey, startServer } from './server.ts';
import { formatBound, ms, printTable } from './table.ts';

const share = Number(process.argv[3] ?? 1);
const connections = Math.round(100_000 * share);
const entries = Math.round(1_000_000 * share);
const runs = Math.round(1_000_000 * share);
const others = Math.round(100_000 * share);
const rounds = 40;
const slowestMs = 200;
const owner = { email: 'olive@acme.example', password: 'correct horse battery staple' };

/**
 * Whether the data of each page of the dashboard is there in time, with 100,000 connections and a
 * million entries of the log. `dashboard 0.1`: a tenth.
 */
export async function benchDashboard(): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), 'patchbay-dashboard-'));
    const database = await openDatabase({ dataDir: folder });
    const server = await startServer(makeSecretKey(), {
        DATABASE_URL: database.url,
        PATCHBAY_ENCRYPTION_KEYS: generateKeyRing(),
        PATCHBAY_DASHBOARD_EMAIL: owner.email,
        PATCHBAY_DASHBOARD_PASSWORD: owner.password
    });
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    try {
        await fillDashboard(client, { connections, entries, runs, others });
        const cookie = await signIn(server.url);
        const rows: string[][] = [];
        for (const [page, asks] of Object.entries(pagesOf(connections)))
            for (const [what, ask] of Object.entries(asks)) {
                const took = await measure(server.url, cookie, ask);
                rows.push([`${page}: ${what}`, ms(took.p50), formatBound(took.p95, { atMost: slowestMs }), ms(took.worst)]);
            }
        const title = `Data of the dashboard's pages, ${connections.toLocaleString('en')} connections, ${entries.toLocaleString('en')} entries`;
        printTable(title, ['', 'p50', 'p95', 'slowest'], rows);
        await benchScroll(server.url, owner);
    } finally {
        await client.end();
        await server.stop();
        await database.stop();
        await rm(folder, { recursive: true, force: true });
    }
}

async function signIn(url: string): Promise<string> {
    const response = await fetch(`${url}/dashboard/api/sign-in`, {
        method: 'POST',
        headers: { origin: url, 'content-type': 'application/json' },
        body: JSON.stringify(owner)
    });
    if (response.status !== 200) throw new Error(`The sign-in got ${response.status}.`);
    return response.headers.get('set-cookie')?.split(';')[0] ?? '';
}

async function measure(url: string, cookie: string, ask: Ask) {
    const took: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
        const path = ask(round);
        const address = path.startsWith('/dashboard/') ? path : `/dashboard/api/environments/dev${path}`;
        const startedAt = performance.now();
        const response = await fetch(`${url}${address}`, { headers: { cookie, 'sec-fetch-site': 'same-origin' } });
        await response.arrayBuffer();
        if (response.status !== 200) throw new Error(`${path} got ${response.status}.`);
        took.push(performance.now() - startedAt);
    }
    const sorted = took.toSorted((a, b) => a - b);
    const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN;
    return { p50: at(0.5), p95: at(0.95), worst: at(1) };
}
