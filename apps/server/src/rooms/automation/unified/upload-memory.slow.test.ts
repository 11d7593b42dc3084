import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { TestApp } from '@patchbay/test-kit';
import { freePorts } from '@patchbay/test-kit/free-ports';
import { type ServerProcess, spawnServer } from '@patchbay/test-kit/server-process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectGem, headers, startGemApp } from '../syncs/syncs.fixtures.ts';

const atOnce = 50;
const fileBytes = 2_097_152;
const mebibyte = 1024 * 1024;

let app: TestApp;
let server: ServerProcess;
let temporary: string;
beforeAll(async () => {
    app = await startGemApp();
    await connectGem(app);
    temporary = await mkdtemp(join(tmpdir(), 'patchbay-uploads-'));
    const [port = 0, connectPort = 0] = await freePorts(2);
    server = spawnServer({
        DATABASE_URL: app.databaseUrl,
        PATCHBAY_ENCRYPTION_KEYS: app.encryptionKeys,
        PATCHBAY_PORT: String(port),
        PATCHBAY_CONNECT_PORT: String(connectPort),
        PATCHBAY_ROLES: 'web',
        PATCHBAY_LOG_LEVEL: 'error',
        PATCHBAY_SANDBOX_URL: app.sandbox.url,
        PATCHBAY_ALLOW_PRIVATE_HOSTS: new URL(app.sandbox.url).host,
        TMPDIR: temporary
    });
    await server.ready();
}, 60_000);
afterAll(async () => {
    await server.stop();
    await rm(temporary, { recursive: true });
    await app[Symbol.asyncDispose]();
});

const [candidate_id = '', user_id = ''] = ['Person:1', 'User:1'].map((text) => Buffer.from(text).toString('base64'));
const file = Buffer.alloc(fileBytes, 'x');
file.write('%PDF-1.7\n');
const text = JSON.stringify({ candidate_id, user_id, filename: 'cv.pdf', resume_file: file.toString('base64') });

/** As a form, or as base64 in JSON. @returns the status */
async function upload(isForm: boolean): Promise<number> {
    const form = new FormData();
    form.set('candidate_id', candidate_id);
    form.set('user_id', user_id);
    form.set('resume_file', new Blob([file], { type: 'application/pdf' }), 'cv.pdf');
    const response = await fetch(`${server.url}/candidate-upload-resume`, {
        method: 'POST',
        headers: { ...headers, authorization: `Bearer ${app.keys.dev}`, ...(!isForm && { 'content-type': 'application/json' }) },
        body: isForm ? form : text
    });
    await response.arrayBuffer();
    return response.status;
}

async function residentBytes(): Promise<number> {
    const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(server.pid)]);
    return Number(stdout) * 1024;
}

/** Uploads at once. @returns the largest memory of the server meanwhile, and what is left */
async function measure(): Promise<{ peak: number; after: number }> {
    const done = new AbortController();
    const watching = (async () => {
        let peak = 0;
        for (; !done.signal.aborted; await sleep(20)) peak = Math.max(peak, await residentBytes());
        return peak;
    })();
    const statuses = await Promise.all(Array.from({ length: atOnce }, (_, place) => upload(place % 2 === 0)));
    expect(statuses).toEqual(statuses.map(() => 200));
    done.abort();
    return { peak: await watching, after: await residentBytes() };
}

test('50 uploads of 2 MiB at once take the memory of a few, round after round, and leave no file', { timeout: 120_000 }, async () => {
    for (const isForm of [true, false]) expect(await upload(isForm)).toBe(200);
    const before = await residentBytes();
    const rounds = [await measure(), await measure(), await measure()];
    const grown = Math.max(...rounds.map(({ peak }) => peak)) - before;
    // All at once would take more than 400 MiB. Node keeps what it has freed.
    expect(grown / mebibyte).toBeLessThan(350);
    const [first, , last] = rounds.map(({ after }) => after);
    expect((last ?? NaN) / (first ?? NaN)).toBeLessThan(1.2);
    expect(await readdir(temporary)).toEqual([]);
});
