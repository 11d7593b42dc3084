import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import { importConnection, listConnections } from '@patchbay/contracts';
import { createTestDatabase, type TestDatabase } from '@patchbay/db/testing';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { serverFile } from '@patchbay/test-kit/server-process';
import { generateKeyRing } from '@patchbay/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { storedText } from '../api.fixtures.ts';
import { connectBySignIn } from '../rooms/connect/attempts/attempts.fixtures.ts';
import { refreshDue } from '../rooms/connections/credentials/refresh-due.ts';
import { hourMs, readFresh, refreshCalls, stored } from '../rooms/connections/credentials/refresh.fixtures.ts';

let app: TestApp;
let target: TestDatabase;
let folder: string;
beforeAll(async () => {
    app = await startTestApp();
    target = await createTestDatabase();
    folder = mkdtempSync(join(tmpdir(), 'patchbay-backup-test-'));
    for (const provider of ['sandbox-oauth2', 'hubspot']) await app.integrate(provider);
});
afterAll(async () => {
    await target.drop();
    await app[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true });
});

const run = async (databaseUrl: string, args: string[], ring = app.encryptionKeys) => {
    const env = { PATH: process.env['PATH'], DATABASE_URL: databaseUrl, PATCHBAY_ENCRYPTION_KEYS: ring };
    try {
        return { code: 0, ...(await promisify(execFile)(process.execPath, [serverFile('main.ts'), ...args], { env })) };
    } catch (error) {
        // What a program that fails leaves.
        const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
        return { code, stdout, stderr };
    }
};

test('R-21: a backup that was taken while servers run is restored whole, and what may have been rotated since is listed and not burnt', async () => {
    await app.sandbox.control('modes', { refresh_token: 'rotates' });
    const [rotated, untouched] = [await connectBySignIn(app, 'sandbox-oauth2'), await connectBySignIn(app, 'sandbox-oauth2')];
    await app.call(importConnection, {
        body: {
            provider_config_key: 'hubspot',
            connection_id: 'a "name", with a comma',
            credentials: { type: 'OAUTH2', access_token: 'a' },
            metadata: { note: 'separators \u2028 of \u2029 lines' }
        }
    });
    const file = join(folder, 'backup');
    const before = await storedText(app.db);
    expect(await run(app.databaseUrl, ['backup', file])).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d+ rows are in /) });
    const words = gunzipSync(readFileSync(file)).toString();
    for (const secret of ['patchbay-sandbox-secret', String((await app.connection(rotated, 'sandbox-oauth2')).credentials['access_token'])])
        expect(words).not.toContain(secret);
    // After the backup one is renewed, and the provider replaces its refresh token.
    await readFresh(app, rotated, { force_refresh: 'true' });
    const asked = await refreshCalls(app);

    const restored = await run(target.url, ['restore', file]);
    expect(restored).toMatchObject({ code: 0, stderr: expect.stringMatching(/rows are restored\. 2 connections were marked/) });
    const [head, ...lines] = restored.stdout.trim().split('\n');
    expect(head).toBe('environment,integration,connection_id,end_user_id,refreshed_at');
    expect(lines.map((line) => String(line.split(',')[2])).toSorted()).toEqual([rotated, untouched].toSorted());
    // All but what marks them, and the queue, which servers fill anew.
    const rowsOf = (text: string) =>
        text.split('\n').filter((row) => ![rotated, untouched, 'dispatch-events'].some((word) => row.includes(word)));
    expect(rowsOf(await storedText(target.db))).toEqual(expect.arrayContaining(rowsOf(before).filter((row) => !row.includes('First key'))));

    await using server = await startTestApp({ replicaOf: app, databaseUrl: target.url });
    const marked = async () =>
        (await server.call(listConnections, { query: { cause: 'database_restored' } })).connections
            .map(({ connection_id: id }) => id)
            .toSorted();
    expect(await marked()).toEqual([rotated, untouched].toSorted());
    server.clock.advance(1000);
    await Promise.all(await refreshDue(server.server.deps, 10));
    // Their access tokens are good, so no refresh token was spent.
    expect(await refreshCalls(app)).toEqual(asked);
    expect(await marked()).toEqual([rotated, untouched].toSorted());
    for (const id of [rotated, untouched])
        expect((await server.connection(id, 'sandbox-oauth2')).credentials).toMatchObject({ type: 'OAUTH2' });

    server.clock.advance(hourMs);
    await Promise.all(await refreshDue(server.server.deps, 10));
    expect(await marked()).toEqual([]);
    const states = await Promise.all([rotated, untouched].map(async (id) => (await stored(server, id)).auth_state));
    expect(states).toEqual(['broken', 'ok']);
    const again = await server.session();
    expect(again.token).toMatch(/^pb_cs_/);
}, 120_000);

test('a restore refuses a database that holds something, other keys, a newer schema and a file that was cut or changed, and changes nothing', async () => {
    const file = join(folder, 'refused');
    expect((await run(app.databaseUrl, ['backup', file])).code).toBe(0);
    const empty = await createTestDatabase();
    const refusal = async (to: string, from = file, ring?: string) => {
        const { code, stdout, stderr } = await run(to, ['restore', from], ring);
        expect([code, stdout]).toEqual([1, '']);
        return stderr;
    };
    expect(await refusal(app.databaseUrl)).toMatch(/^patchbay: The database holds something already\. .*\n$/);
    expect(await refusal(empty.url, file, generateKeyRing())).toMatch(
        /^patchbay: The key ring has no key \w+, which wrapped instance\|pepper\n$/
    );
    const text = gunzipSync(readFileSync(file)).toString();
    const write = (name: string, words: string | Buffer) => {
        writeFileSync(join(folder, name), words);
        return join(folder, name);
    };
    expect(await refusal(empty.url, write('cut', gzipSync(text.slice(0, -200))))).toMatch(
        /is not whole: its checksum is missing or differs/
    );
    expect(await refusal(empty.url, write('changed', gzipSync(text.replace('First key', 'Other key'))))).toMatch(
        /its checksum is missing or differs/
    );
    expect(await refusal(empty.url, write('torn', readFileSync(file).subarray(0, 500)))).toMatch(/cannot be read to its end/);
    expect(await refusal(empty.url, write('other', gzipSync('hello\n')))).toMatch(/This file is no backup of Patchbay/);
    expect(await refusal(empty.url, join(folder, 'missing'))).toMatch(/There is no file/);
    expect(await storedText(empty.db)).not.toContain('First key');
    await empty.drop();
}, 120_000);
