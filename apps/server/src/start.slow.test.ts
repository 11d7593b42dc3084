import { execFileSync, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { readFile as readFileAsync } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@patchbay/db/testing';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { storedState, storedText, withChecksum } from './api.fixtures.ts';
import { type Config, readConfig } from './config.ts';
import { createLog } from './kernel/log/log.ts';
import { generateKeyRing } from './kernel/crypto/seal.ts';
import type { NewKeys } from './rooms/platform/environments/bootstrap.ts';
import { freePorts } from '@patchbay/test-kit/free-ports';
import { programFile } from '@patchbay/test-kit/server-process';
import { PortError } from './listen.ts';
import { type RunningServer, startServer } from './start.ts';
import { mintSecretKey } from './rooms/platform/environments/secret-key.ts';

let database: TestDatabase;
let running: RunningServer[];
let folder: string;
beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'patchbay-start-'));
    database = await createTestDatabase();
    running = [];
});
afterEach(async () => {
    for (const server of running) await server.stop();
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
});

async function start({
    encryptionKeys = '',
    secretKey = '',
    ...changes
}: Partial<Config> & { encryptionKeys?: string; secretKey?: string } = {}): Promise<{
    server: RunningServer;
    told: NewKeys[];
    log: string[];
}> {
    const told: NewKeys[] = [];
    const log: string[] = [];
    const config = readConfig({
        DATABASE_URL: database.url,
        PATCHBAY_ENCRYPTION_KEYS: encryptionKeys,
        PATCHBAY_SECRET_KEY: secretKey,
        PATCHBAY_PUBLIC_URL: 'http://localhost:0',
        PATCHBAY_CONNECT_URL: 'http://127.0.0.1:0'
    });
    const server = await startServer(
        { ...config, port: 0, connectPort: 0, drainMs: 0, ...changes },
        { log: createLog('debug', (line) => log.push(line)), showKeys: (keys) => told.push(...keys) }
    );
    running.push(server);
    return { server, told, log };
}

const keyOf = (told: NewKeys[], environment: string) => told.find((each) => each.environment === environment)?.key ?? '';

/** What an endpoint of this server answers to a key. */
async function ask(server: RunningServer, key: string, path: string, body?: unknown): Promise<unknown> {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const response = await fetch(server.config.publicUrl + path, {
        headers,
        ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) })
    });
    return response.json();
}

const keysPath = '/environment/api-keys';
const oneKey = { data: [expect.objectContaining({ scopes: ['environment:*'] })] };

test('a first start makes dev and prod with a key each; a second start makes nothing, and tells nothing', async () => {
    const encryptionKeys = generateKeyRing();
    const first = await start({ encryptionKeys });
    expect(first.told.map(({ environment }) => environment)).toEqual(['dev', 'prod']);
    for (const { key } of first.told) expect(await ask(first.server, key, keysPath)).toEqual(oneKey);
    // A server that has run for ten seconds writes that it looks for issues.
    await running.pop()?.stop();
    const stored = await storedState(database.db);
    const second = await start({ encryptionKeys });
    expect(second.told).toEqual([]);
    expect(await ask(second.server, keyOf(first.told, 'prod'), keysPath)).toEqual(oneKey);
    expect((await storedState(database.db)).split('\n')).toHaveLength(stored.split('\n').length);
    for (const { key } of first.told) expect(first.log.join('\n')).not.toContain(key);
});

test('T-94: servers that start at once on one database make one set of keys, and all serve it', async () => {
    const encryptionKeys = generateKeyRing();
    const started = await Promise.all([start({ encryptionKeys }), start({ encryptionKeys }), start({ encryptionKeys })]);
    const told = started.flatMap((each) => each.told);
    expect(told.map(({ environment }) => environment)).toEqual(['dev', 'prod']);
    for (const { server } of started) expect(await ask(server, keyOf(told, 'dev'), keysPath)).toEqual(oneKey);
});

test('T-84: another key ring than the stored one stops the start, and changes nothing', async () => {
    await start({ encryptionKeys: generateKeyRing() });
    // A server that runs writes its jobs' schedule.
    await running.pop()?.stop();
    const stored = await storedText(database.db);
    const wrong = generateKeyRing();
    const failure = await start({ encryptionKeys: wrong }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: 'SealError', code: 'key_missing' });
    expect(String(failure)).not.toContain(wrong.split(':')[1]);
    expect(await storedText(database.db)).toBe(stored);
});

test('T-84: the right name with another key stops the start too', async () => {
    const encryptionKeys = generateKeyRing();
    await start({ encryptionKeys });
    const forged = `${encryptionKeys.split(':')[0]}:${generateKeyRing().split(':')[1]}`;
    await expect(start({ encryptionKeys: forged })).rejects.toMatchObject({ name: 'SealError', code: 'unreadable' });
});

test.each(['nonsense', 'k1:c2hvcnQ=', 'k1'])('T-84: the key ring "%s" is refused without being repeated', async (encryptionKeys) => {
    await expect(start({ encryptionKeys })).rejects.toThrow(
        /^PATCHBAY_ENCRYPTION_KEYS: Encryption keys must look like name:base64 of 32 bytes/
    );
    expect(await storedText(database.db)).not.toContain('dev');
});

test('T-90: a ring is rotated by one start with both keys; the old one is not needed afterwards', async () => {
    const [oldRing, newRing] = [generateKeyRing(), generateKeyRing()];
    const { server, told } = await start({ encryptionKeys: oldRing });
    const dev = keyOf(told, 'dev');
    const credentials = { type: 'OAUTH2', client_id: 'id', client_secret: 'sealed-under-the-old-ring' };
    await ask(server, dev, '/integrations', { provider: 'github', unique_key: 'github', credentials });
    await start({ encryptionKeys: `${newRing},${oldRing}` });
    await expect(start({ encryptionKeys: oldRing })).rejects.toMatchObject({ code: 'key_missing' });
    const rotated = await start({ encryptionKeys: newRing });
    const read = await ask(rotated.server, dev, '/integrations/github?include=credentials');
    expect(read).toMatchObject({ data: { credentials: { client_secret: 'sealed-under-the-old-ring' } } });
});

test('T-90: a rotation is told when the old key is needed no more, and a server that lacks the new one names it', async () => {
    const [oldRing, newRing] = [generateKeyRing(), generateKeyRing()];
    const [oldName, newName] = [oldRing, newRing].map((ring) => ring.split(':')[0] ?? '');
    const before = await start({ encryptionKeys: oldRing });
    // First everywhere behind the old one, then in front.
    const behind = await start({ encryptionKeys: `${oldRing},${newRing}` });
    for (const { log } of [before, behind]) expect(log.join()).not.toContain('encryption_keys_retired');
    const inFront = await start({ encryptionKeys: `${newRing},${oldRing}` });
    expect(linesOf(inFront.log)).toContainEqual(
        expect.objectContaining({
            message: expect.stringMatching(/^encryption_keys_retired\b/),
            first_key: newName,
            retired_keys: [oldName]
        })
    );
    // Those that run on are not disturbed, and those that know both keys can be started again.
    for (const { server } of [before, behind]) expect((await ask(server, keyOf(before.told, 'dev'), keysPath)) as object).toEqual(oneKey);
    await start({ encryptionKeys: `${oldRing},${newRing}` });
    await start({ encryptionKeys: `${newRing},${oldRing}` });
    await expect(start({ encryptionKeys: oldRing })).rejects.toThrow(`The key ring has no key ${newName}`);
});

test('T-85: an environment whose key cannot be unwrapped is told, and the other one is served', async () => {
    const encryptionKeys = generateKeyRing();
    const { told } = await start({ encryptionKeys });
    const { id } = await database.db.selectFrom('environments').select('id').where('name', '=', 'dev').executeTakeFirstOrThrow();
    await database.db
        .updateTable('data_keys')
        .set({ wrapped: sql`set_byte(wrapped, length(wrapped) - 1, 255 - get_byte(wrapped, length(wrapped) - 1))` })
        .where('environment_id', '=', id)
        .execute();
    const { server, log } = await start({ encryptionKeys });
    // Told again where the start takes so long that the keys are read once more meanwhile.
    const unreadable = log.filter((line) => line.includes('environment_key_unreadable'));
    expect(new Set(unreadable.map((line) => line.includes(id)))).toEqual(new Set([true]));
    const session = { end_user: { id: 'u' } };
    expect(await ask(server, keyOf(told, 'prod'), '/connect/sessions', session)).toMatchObject({ data: { token: expect.any(String) } });
    expect(await ask(server, keyOf(told, 'dev'), '/connect/sessions', session)).toMatchObject({ error: { code: 'credential_unreadable' } });
    expect(await ask(server, keyOf(told, 'dev'), keysPath)).toEqual(oneKey);
});

test('a preset key is the first key of dev, at every start', async () => {
    const encryptionKeys = generateKeyRing();
    const { key } = mintSecretKey('dev');
    const first = await start({ encryptionKeys, secretKey: key });
    expect(keyOf(first.told, 'dev')).toBe(key);
    const second = await start({ encryptionKeys, secretKey: key });
    expect(await ask(second.server, key, keysPath)).toEqual(oneKey);
});

test('a preset key of another environment stops the first start', async () => {
    const secretKey = withChecksum(`pb_sk_prod_${'a'.repeat(12)}_${'b'.repeat(43)}`);
    const failure: unknown = await start({ encryptionKeys: generateKeyRing(), secretKey }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: 'BootstrapError', message: expect.stringContaining('holds a key of prod') });
    expect(String(failure)).not.toContain(secretKey);
    expect(await storedText(database.db)).not.toContain('First key');
});

const linesOf = (log: string[]) => log.map((line) => JSON.parse(line) as Record<string, unknown>);
const warnings = (log: string[]) =>
    linesOf(log)
        .filter(({ level }) => level === 'warn')
        .map(({ message, reason }) => [String(message).split(':')[0], reason]);

test('once there is a database, a preset key that was replaced, or is another one, stops no restart: the log says what it is', async () => {
    const encryptionKeys = generateKeyRing();
    const { key } = mintSecretKey('dev');
    const { server, told } = await start({ encryptionKeys, secretKey: key });
    const { data } = (await ask(server, key, keysPath, { display_name: 'Next', scopes: ['environment:*'] })) as {
        data: { secret: string };
    };
    expect(warnings((await start({ encryptionKeys, secretKey: data.secret })).log)).toEqual([]);
    const id = key.split('_')[3];
    await fetch(`${server.config.publicUrl}${keysPath}/${id}`, { method: 'DELETE', headers: { authorization: `Bearer ${data.secret}` } });
    const unknown = 'holds a key that was revoked, or that this database never had';
    for (const [secretKey, what] of [
        [key, unknown],
        [mintSecretKey('dev').key, unknown],
        [withChecksum(`pb_sk_dev_${data.secret.split('_')[3]}_${'b'.repeat(43)}`), unknown],
        [mintSecretKey('prod').key, unknown],
        [keyOf(told, 'prod'), 'holds a key of prod']
    ] as const) {
        const restarted = await start({ encryptionKeys, secretKey });
        expect(warnings(restarted.log)).toEqual([['preset_key_ignored', `PATCHBAY_SECRET_KEY ${what}.`]]);
        expect(restarted.log.join('\n')).not.toContain(secretKey);
        expect(await ask(restarted.server, data.secret, keysPath)).toEqual(oneKey);
    }
});

test('first keys go into the file that PATCHBAY_KEYS_FILE names, for its user alone; a revoked one is taken out of it', async () => {
    const file = join(folder, 'first-keys');
    writeFileSync(file, 'dev: of-another-database\n');
    const { server, told } = await start({ encryptionKeys: generateKeyRing(), keysFile: file });
    expect(told).toEqual([]);
    const text = readFileSync(file, 'utf8');
    expect(text).toMatch(/^dev: pb_sk_dev_\S+\nprod: pb_sk_prod_\S+\ndev: of-another-database\n$/);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const [, dev = ''] = /^dev: (\S+)/.exec(text) ?? [];
    const { data } = (await ask(server, dev, keysPath, { display_name: 'Next', scopes: ['environment:*'] })) as {
        data: { secret: string };
    };
    const address = `${server.config.publicUrl}${keysPath}/${dev.split('_')[3]}`;
    expect((await fetch(address, { method: 'DELETE', headers: { authorization: `Bearer ${data.secret}` } })).status).toBe(200);
    expect(readFileSync(file, 'utf8')).toBe(text.split('\n').slice(1).join('\n'));
});

test('a device as the file for first keys is written to, not replaced', async () => {
    const fifo = join(folder, 'pipe');
    execFileSync('sh', ['-c', 'mkfifo "$0"', fifo]);
    const read = readFileAsync(fifo, 'utf8');
    await start({ encryptionKeys: generateKeyRing(), keysFile: fifo });
    expect(await read).toMatch(/^dev: pb_sk_dev_\S+\nprod: pb_sk_prod_\S+\n$/);
    expect(statSync(fifo).isFIFO()).toBe(true);
});

test('a file for first keys that cannot be written stops the start, and nothing was made', async () => {
    const keysFile = join(folder, 'missing', 'deeper', 'keys');
    await expect(start({ encryptionKeys: generateKeyRing(), keysFile })).rejects.toThrow(
        /^The first secret keys cannot be written into .*keys \(ENOENT\)\. Set PATCHBAY_KEYS_FILE/
    );
    expect(await storedText(database.db)).not.toContain('First key');
});

test('a taken port is said before anything is made, and names the variable', async () => {
    const blocker = createServer();
    await new Promise<void>((resolve) => blocker.listen(0, resolve));
    // A TCP server's address is an object once it listens.
    const { port } = blocker.address() as AddressInfo;
    const failure: unknown = await start({ encryptionKeys: generateKeyRing(), port }).catch((error: unknown) => error);
    const other: unknown = await start({ encryptionKeys: generateKeyRing(), connectPort: port }).catch((error: unknown) => error);
    const both: unknown = await start({ encryptionKeys: generateKeyRing(), port, connectPort: port }).catch((error: unknown) => error);
    await new Promise((resolve) => blocker.close(resolve));
    expect(failure).toBeInstanceOf(PortError);
    expect(String(failure)).toBe(
        `PortError: Port ${port} is taken by another program. Stop that program, or set PATCHBAY_PORT to a free port.`
    );
    expect(String(other)).toContain('set PATCHBAY_CONNECT_PORT to a free port');
    expect(String(both).match(/is taken/g)).toHaveLength(2);
    expect(await storedText(database.db)).not.toContain('dev');
});

test('a request that is under way when the server stops gets its response, and finds all it needs', async () => {
    const { server, told } = await start({ encryptionKeys: generateKeyRing() });
    const held = Promise.withResolvers<void>();
    const isLocked = Promise.withResolvers<void>();
    const lock = database.db.transaction().execute(async (trx) => {
        await sql`lock table integrations in access exclusive mode`.execute(trx);
        isLocked.resolve();
        await held.promise;
    });
    await isLocked.promise;
    // Waits for the lock in the middle of its statements.
    const response = fetch(`${server.config.publicUrl}/connect/sessions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${keyOf(told, 'dev')}`, 'content-type': 'application/json', 'idempotency-key': 'stopping' },
        body: '{"end_user":{"id":"u"}}'
    });
    await vi.waitUntil(async () => (await database.db.selectFrom('idempotent_answers').select('key_hash').execute()).length > 0);
    const stopped = server.stop();
    running.pop();
    await expect(fetch(`${server.config.publicUrl}/health`)).rejects.toThrow('fetch failed');
    held.resolve();
    await lock;
    expect((await response).status).toBe(201);
    await stopped;
});

test('a server that drains responds with 503 at /health, closes each connection after its response, and serves on until its time is up', async () => {
    const { server } = await start({ encryptionKeys: generateKeyRing(), drainMs: 60_000 });
    const get = async (path: string) => {
        const response = await fetch(server.config.publicUrl + path);
        await response.arrayBuffer();
        return [response.status, response.headers.get('connection')];
    };
    expect(await get('/health')).toEqual([200, 'keep-alive']);
    const hurry = new AbortController();
    const drained = server.drain(hurry.signal);
    expect(await get('/health')).toEqual([503, 'close']);
    expect(await get('/changes')).toEqual([200, 'close']);
    expect(await get('/livez')).toEqual([200, 'close']);
    hurry.abort();
    await drained;
    await server.stop();
    running.pop();
    await expect(get('/changes')).rejects.toThrow('fetch failed');
});

test('idle connections are kept longer than balancers keep theirs', async () => {
    const { server } = await start({ encryptionKeys: generateKeyRing() });
    const response = await fetch(`${server.config.publicUrl}/health`);
    expect(response.headers.get('keep-alive')).toBe('timeout=65');
});

test('PATCHBAY_HOST names the address to listen on, and one that the machine does not have is said', async () => {
    const { server } = await start({ encryptionKeys: generateKeyRing(), host: '127.0.0.1' });
    const { port } = server.config;
    expect((await fetch(`http://127.0.0.1:${port}/health`)).status).toBe(200);
    await expect(fetch(`http://127.0.0.2:${port}/health`)).rejects.toThrow('fetch failed');
    await expect(start({ encryptionKeys: generateKeyRing(), host: '192.0.2.1' })).rejects.toThrow(
        /cannot be used on 192\.0\.2\.1, which PATCHBAY_HOST names/
    );
});

test('while a server starts it lives and is not ready', async () => {
    const [port = 0] = await freePorts(1);
    const [isLocked, isFree] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const lock = database.db.transaction().execute(async (trx) => {
        await sql`lock table kysely_migration in access exclusive mode`.execute(trx);
        isLocked.resolve();
        await isFree.promise;
    });
    await isLocked.promise;
    const starting = start({ encryptionKeys: generateKeyRing(), port, publicUrl: `http://localhost:${port}` });
    const get = async (path: string) => fetch(`http://localhost:${port}${path}`);
    await vi.waitFor(async () => expect((await get('/health')).status).toBe(503));
    const alive = await get('/livez');
    expect([alive.status, await alive.json()]).toEqual([200, { result: 'ok', version: expect.stringMatching(/^\d+\.\d+\.\d+/) }]);
    isFree.resolve();
    await lock;
    await starting;
    expect((await get('/health')).status).toBe(200);
});

/** The program itself, as a supervisor runs it. */
function run(environment: Record<string, string>, args: string[] = []): Promise<{ code: number | null; stdout: string; stderr: string }> {
    const program = spawn(process.execPath, [programFile(), ...args], {
        env: {
            PATH: process.env.PATH,
            PATCHBAY_PORT: '0',
            PATCHBAY_CONNECT_PORT: '0',
            PATCHBAY_PUBLIC_URL: 'http://localhost:0',
            PATCHBAY_CONNECT_URL: 'http://127.0.0.1:0',
            PATCHBAY_DRAIN_SECONDS: '0',
            ...environment
        }
    });
    let stdout = '';
    let stderr = '';
    program.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    program.stdout.on('data', (chunk: Buffer) => {
        stdout += chunk.toString();
        if (stdout.includes('"message":"ready"')) program.kill('SIGTERM');
        // SIGINT ends the drain.
        if (stdout.includes('server_draining')) program.kill('SIGINT');
    });
    return new Promise((resolve) => program.on('close', (code) => resolve({ code, stdout, stderr })));
}

// It starts the program anew for each mistake.
test('T-84: the program exits with 78 and one sentence when its configuration is wrong', async () => {
    const ring = generateKeyRing();
    await start({ encryptionKeys: ring });
    const wrongRing = generateKeyRing();
    const cases = await Promise.all([
        run({ PATCHBAY_PORT: 'abc' }),
        run({ DATABASE_URL: database.url }),
        run({ DATABASE_URL: database.url, PATCHBAY_ENCRYPTION_KEYS: 'nonsense-nonsense' }),
        run({ DATABASE_URL: database.url, PATCHBAY_ENCRYPTION_KEYS: wrongRing })
    ]);
    for (const { code, stdout, stderr } of cases) {
        expect([code, stdout]).toEqual([78, '']);
        expect(stderr).toMatch(/^patchbay: [^\n]+\.\n$/);
        expect(stderr).not.toMatch(/nonsense|\.ts:|\n +at /);
    }
    expect(cases[3]?.stderr).toMatch(/^patchbay: The encryption keys do not open what is stored/);
    expect(cases[3]?.stderr).not.toContain(wrongRing.split(':')[1]);
});

test('the program writes new keys into a file where no terminal shows them, never into its output or log, and ends with 0 on SIGTERM', async () => {
    const environment = {
        DATABASE_URL: database.url,
        PATCHBAY_ENCRYPTION_KEYS: generateKeyRing(),
        PATCHBAY_DATA_DIR: join(folder, 'data')
    };
    const first = await run(environment);
    expect([first.code, first.stderr]).toEqual([0, '']);
    expect(first.stdout).not.toContain('pb_sk_');
    const file = join(folder, 'data', 'database-keys.txt');
    expect(first.stdout).toContain(file);
    const keys = readFileSync(file, 'utf8');
    expect(keys.match(/pb_sk_(dev|prod)_\w+/g)).toHaveLength(2);
    const second = await run(environment);
    expect([second.code, second.stderr]).toEqual([0, '']);
    expect(readFileSync(file, 'utf8')).toBe(keys);
});

test('who has lost all keys makes one on the database itself, and is told what is wrong in one sentence', async () => {
    const encryptionKeys = generateKeyRing();
    const { server } = await start({ encryptionKeys });
    await database.db.updateTable('secret_keys').set({ revoked_at: new Date() }).execute();
    const environment = { DATABASE_URL: database.url, PATCHBAY_ENCRYPTION_KEYS: encryptionKeys };
    // A server refuses a malformed preset key; this command does not need it.
    const made = await run({ ...environment, PATCHBAY_SECRET_KEY: 'pb_sk_dev_cut' }, ['keys', 'create', '--env', 'prod']);
    expect([made.code, made.stdout]).toEqual([0, expect.stringMatching(/^pb_sk_prod_\S+\n$/)]);
    expect(await ask(server, made.stdout.trim(), keysPath)).toEqual(oneKey);

    const wrong: [Record<string, string>, string[], RegExp][] = [
        [environment, ['create'], /^patchbay: Usage: patchbay-server keys create --env/],
        [environment, ['create', '--env', 'staging'], /^patchbay: There is no environment "staging"\. There are: dev, prod\.\n$/],
        [{ ...environment, PATCHBAY_ENCRYPTION_KEYS: generateKeyRing() }, ['create', '--env', 'dev'], /^patchbay: .*key/],
        [
            { ...environment, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' },
            ['create', '--env', 'dev'],
            /^patchbay: PostgreSQL at 127\.0\.0\.1:1 can't be used .*\n$/
        ],
        [{ DATABASE_URL: database.url }, ['create', '--env', 'dev'], /^patchbay: PATCHBAY_ENCRYPTION_KEYS: is required/]
    ];
    for (const [variables, args, said] of wrong) {
        const failed = await run(variables, ['keys', ...args]);
        expect([failed.code, failed.stdout, failed.stderr]).toEqual([1, '', expect.stringMatching(said)]);
    }
    expect(await ask(server, made.stdout.trim(), keysPath)).toEqual(oneKey);
});

test('a key of the account is made, listed and revoked on the database', async () => {
    const encryptionKeys = generateKeyRing();
    const { server } = await start({ encryptionKeys });
    const environment = { DATABASE_URL: database.url, PATCHBAY_ENCRYPTION_KEYS: encryptionKeys };
    const account = (...args: string[]) => run(environment, ['keys', ...args, '--account']);
    const made = await account('create', '--name', 'Terraform', '--scopes', 'account:environments:read');
    expect([made.code, made.stdout]).toEqual([0, expect.stringMatching(/^pb_sk_account_\S+\n$/)]);
    const key = made.stdout.trim();
    const names = [expect.objectContaining({ name: 'dev' }), expect.objectContaining({ name: 'prod' })];
    expect(await ask(server, key, '/environments')).toEqual({ data: names });
    const id = key.split('_')[3] ?? '';
    const listed = await account('list');
    expect(listed.stdout).toMatch(new RegExp(`^${id}\tTerraform\taccount:environments:read\t`));
    expect(listed.stdout).not.toContain(key.split('_')[4]);
    expect((await account('revoke', id)).code).toBe(0);
    expect((await account('list')).stdout).toBe('');
    const refused = { error: expect.objectContaining({ code: 'unknown_account' }) };
    await expect.poll(() => ask(server, key, '/environments'), { timeout: 6000 }).toEqual(refused);

    const wrong = [
        [['revoke', id], /^patchbay: There is no account key/],
        [['revoke'], /^patchbay: Usage: /],
        [['create', '--scopes', 'account:everything'], /^patchbay: There is no scope "account:everything"\. There are: account:\*/],
        [['create', '--env', 'dev'], /^patchbay: Usage: /]
    ] as const;
    const failed = await Promise.all(wrong.map(([args]) => account(...args)));
    for (const [index, [, said]] of wrong.entries())
        expect(failed[index]).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(said) });
});

test('the program drains on SIGTERM, says each step in its log, and a SIGINT leaves the rest of the draining out', async () => {
    const environment = { DATABASE_URL: database.url, PATCHBAY_ENCRYPTION_KEYS: generateKeyRing(), PATCHBAY_DRAIN_SECONDS: '300' };
    const { code, stdout } = await run({ ...environment, PATCHBAY_PROT: '1' });
    expect(code).toBe(0);
    const steps = linesOf(stdout.trim().split('\n')).map(({ message, reason = '' }) => `${String(message)} ${String(reason)}`);
    expect(steps.filter((step) => /^(unknown|ready|server)/.test(step))).toEqual([
        expect.stringMatching(/^unknown_variable PATCHBAY_PROT is not/),
        expect.stringMatching(/^ready /),
        expect.stringMatching(/^server_draining:/),
        expect.stringMatching(/^server_stopping:/),
        expect.stringMatching(/^server_stopped /)
    ]);
});
