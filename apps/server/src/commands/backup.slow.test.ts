import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import { importConnection, listConnections } from '@patchbay/contracts';
import { migrate } from '@patchbay/db';
import { createTestDatabase, type TestDatabase } from '@patchbay/db/testing';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { freePorts } from '@patchbay/test-kit/free-ports';
import { programFile, spawnServer } from '@patchbay/test-kit/server-process';
import { generateKeyRing } from '@patchbay/server';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { storedText } from '../api.fixtures.ts';
import { connectBySignIn } from '../rooms/connect/attempts/attempts.fixtures.ts';
import { refreshDue } from '../rooms/connections/credentials/refresh-due.ts';
import { hourMs, readFresh, refreshCalls, stored } from '../rooms/connections/credentials/refresh.fixtures.ts';
import { rooms } from '../rooms.ts';

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

const run = (databaseUrl: string, args: string[], ring = app.encryptionKeys) =>
    runWith({ DATABASE_URL: databaseUrl, PATCHBAY_ENCRYPTION_KEYS: ring }, args);

async function runWith(variables: Record<string, string>, args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
    const env = { PATH: process.env['PATH'], ...variables };
    try {
        return { code: 0, ...(await promisify(execFile)(process.execPath, [programFile(), ...args], { env })) };
    } catch (error) {
        // What a program that fails leaves.
        const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
        return { code, stdout, stderr };
    }
}

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
    const queues = rooms.flatMap(({ jobs = {} }) => Object.keys(jobs));
    const rowsOf = (text: string) => text.split('\n').filter((row) => ![rotated, untouched, ...queues].some((word) => row.includes(word)));
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
    const [header = '', ...others] = text.split('\n').slice(0, -2);
    const newer = [header.replace('"migrations":[', '"migrations":["9999_of_the_next_release",'), ...others].join('\n');
    const checksum = createHash('sha256').update(`${newer}\n`).digest('hex');
    expect(await refusal(empty.url, write('newer', gzipSync(`${newer}\n#sha256 ${checksum}\n`)))).toBe(
        'patchbay: The backup is of a newer release (9999_of_the_next_release). Restore it with that release or a later one.\n'
    );
    expect(await storedText(empty.db)).not.toContain('First key');
    await empty.drop();
}, 120_000);

/** Without a schema, as an operator makes it. */
async function createBareDatabase(): Promise<TestDatabase> {
    const database = await createTestDatabase();
    await sql`drop schema public, pgboss cascade`.execute(database.db);
    await sql`create schema public`.execute(database.db);
    return database;
}

/** A database of a release that knew the first migrations only, with what `app` has in it. */
async function makeOlder(before: string): Promise<TestDatabase> {
    const older = await createBareDatabase();
    const { rows: known } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(app.db);
    await migrate(older.db, { through: known.map(({ name }) => name).filter((name) => name < before) });
    for (const table of ['instance', 'environments', 'data_keys', 'secret_keys', 'integrations', 'connections']) {
        const { rows } = await sql<{ stored: string }>`
            select coalesce(json_agg(stored), '[]')::text as stored from ${sql.table(table)} as stored`.execute(app.db);
        const { rows: columns } = await sql<{ name: string }>`
            select column_name as name from information_schema.columns where table_schema = 'public' and table_name = ${table}`.execute(
            older.db
        );
        const names = sql.join(columns.map(({ name }) => sql.ref(name)));
        await sql`insert into ${sql.table(table)} (${names}) overriding system value
            select ${names} from json_populate_recordset(null::${sql.table(table)}, ${rows[0]?.stored}::json)`.execute(older.db);
    }
    return older;
}

test('a backup that an older release has made of this schema is restored, with rows of what triggers fill', async () => {
    const body = { provider_config_key: 'hubspot', connection_id: 'found', credentials: { type: 'OAUTH2', access_token: 'a' } } as const;
    await app.call(importConnection, { body });
    const file = join(folder, 'by-older');
    expect((await run(app.databaseUrl, ['backup', file])).code).toBe(0);
    const lines = gunzipSync(readFileSync(file)).toString().split('\n').slice(0, -2);
    const { rows: found } = await sql<{ row: string }>`select row_to_json(connection_search)::text as row from connection_search`.execute(
        app.db
    );
    const [end = '{}'] = lines.splice(-1);
    lines.splice(-1, 0, '#connection_search', ...found.map(({ row }) => row));
    lines.push(JSON.stringify({ ...JSON.parse(end), rows: JSON.parse(end).rows + found.length }), '');
    const checksum = createHash('sha256').update(lines.join('\n')).digest('hex');
    writeFileSync(file, gzipSync(`${lines.join('\n')}#sha256 ${checksum}\n`));
    const empty = await createBareDatabase();
    expect(await run(empty.url, ['restore', file])).toMatchObject({ code: 0 });
    const { rows: restored } = await sql<{
        row: string;
    }>`select row_to_json(connection_search)::text as row from connection_search`.execute(empty.db);
    expect(found.length).toBeGreaterThan(0);
    expect(new Set(restored.map(({ row }) => row))).toEqual(new Set(found.map(({ row }) => row)));
    await empty.drop();
}, 120_000);

test('R-21: a backup of an older release is restored, and brought to the schema of this one', async () => {
    const body = { provider_config_key: 'hubspot', connection_id: 'old', credentials: { type: 'OAUTH2', access_token: 'of old' } } as const;
    await app.call(importConnection, { body });
    const older = await makeOlder('0037');
    const file = join(folder, 'older');
    expect((await run(older.url, ['backup', file])).code).toBe(0);
    expect(gunzipSync(readFileSync(file)).toString().split('\n')[0]).not.toContain('0037');
    const empty = await createBareDatabase();
    expect(await run(empty.url, ['restore', file])).toMatchObject({ code: 0, stderr: expect.stringContaining('rows are restored') });
    await using server = await startTestApp({ replicaOf: app, databaseUrl: empty.url });
    expect((await server.connection('old', 'hubspot')).credentials).toMatchObject({ access_token: 'of old' });
    expect(await run(older.url, ['restore', file])).toMatchObject({ code: 1, stderr: expect.stringContaining('holds something already') });
    await older.drop();
    await empty.drop();
}, 120_000);

async function onEmbedded<T>(dataDir: string, work: (url: string, secretKey: string) => Promise<T>): Promise<T> {
    const [port = 0, connectPort = 0] = await freePorts(2);
    const server = spawnServer({
        PATCHBAY_DATA_DIR: dataDir,
        PATCHBAY_PORT: String(port),
        PATCHBAY_CONNECT_PORT: String(connectPort),
        PATCHBAY_LOG_LEVEL: 'error'
    });
    try {
        await server.ready();
        return await work(server.url, /^dev: (\S+)/m.exec(readFileSync(join(home, 'keys.txt'), 'utf8'))?.[1] ?? '');
    } finally {
        await server.stop();
    }
}

/** Of the embedded database that is backed up. */
let home: string;

test('R-21: the embedded database is backed up with its keys beside a running server, and restored into another data directory', async () => {
    home = join(folder, 'home');
    const [file, keys] = [join(folder, 'embedded'), join(folder, 'keys')];
    const post = async (url: string, secretKey: string, path: string, body: object) => {
        const headers = { authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' };
        return (await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })).status;
    };
    writeFileSync(join(folder, 'taken'), 'mine');
    const said = await onEmbedded(home, async (url, secretKey) => {
        const integration = {
            provider: 'hubspot',
            unique_key: 'hubspot',
            credentials: { type: 'OAUTH2', client_id: 'i', client_secret: 's' }
        };
        const credentials = { type: 'OAUTH2', access_token: 'of embedded' };
        expect(await post(url, secretKey, '/integrations', integration)).toBe(200);
        expect(await post(url, secretKey, '/connections', { provider_config_key: 'hubspot', connection_id: 'kept', credentials })).toBe(
            201
        );
        const backup = (...args: string[]) => runWith({ PATCHBAY_DATA_DIR: home }, ['backup', ...args]);
        const refused = [
            await backup(file, '--keys-to', join(folder, 'taken')),
            await backup(file, '--keys-to', join(folder, 'nowhere', 'keys')),
            await backup(join(folder, 'nowhere', 'backup'), '--keys-to', keys)
        ];
        expect(readFileSync(join(folder, 'taken'), 'utf8')).toBe('mine');
        expect([existsSync(file), existsSync(keys)]).toEqual([false, false]);
        expect(await backup(file, '--keys-to', keys)).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d+ rows are in /) });
        return refused.map(({ code, stderr }) => [code, stderr]);
    });
    expect(said).toEqual([
        [1, expect.stringMatching(/^patchbay: --keys-to: there is a file .*taken already, .* Name one that is not there yet\.\n$/)],
        [1, expect.stringMatching(/^patchbay: --keys-to: .*nowhere\/keys cannot be written\. .*\n$/)],
        [1, expect.stringMatching(/^patchbay: <file>: .*nowhere\/backup cannot be written\. .*\n$/)]
    ]);
    expect([file, keys].map((name) => statSync(name).mode & 0o777)).toEqual([0o600, 0o600]);

    const other = join(folder, 'other home');
    mkdirSync(other, { mode: 0o700 });
    expect(await runWith({ PATCHBAY_DATA_DIR: other }, ['restore', file])).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('The encryption keys of the backup are needed')
    });
    copyFileSync(keys, join(other, 'encryption-keys.txt'));
    expect(await runWith({ PATCHBAY_DATA_DIR: other }, ['restore', file])).toMatchObject({ code: 0 });
    const read = await onEmbedded(other, async (url, secretKey) =>
        (await fetch(`${url}/connections/kept?provider_config_key=hubspot`, { headers: { authorization: `Bearer ${secretKey}` } })).json()
    );
    expect(read).toMatchObject({ credentials: { access_token: 'of embedded' } });
}, 240_000);
