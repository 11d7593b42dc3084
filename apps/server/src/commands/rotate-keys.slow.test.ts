import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { freePorts } from '@patchbay/test-kit/free-ports';
import { programFile, type ServerProcess, spawnServer } from '@patchbay/test-kit/server-process';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectBySignIn } from '../rooms/connect/attempts/attempts.fixtures.ts';
import { seedConnections } from '../rooms/platform/environments/rotation.fixtures.ts';

const rows = 12_000;
let app: TestApp;
let server: ServerProcess;
let variables: Record<string, string>;

beforeAll(async () => {
    app = await startTestApp();
    for (const provider of ['hubspot', 'sandbox-oauth2']) await app.integrate(provider);
    await seedConnections(app, 'hubspot', rows);
    const [port = 0, connectPort = 0] = await freePorts(2);
    variables = { DATABASE_URL: app.databaseUrl, PATCHBAY_ENCRYPTION_KEYS: app.encryptionKeys };
    server = spawnServer({
        ...variables,
        PATCHBAY_PORT: String(port),
        PATCHBAY_CONNECT_PORT: String(connectPort),
        PATCHBAY_RATE_LIMIT_PER_MINUTE: '0',
        PATCHBAY_LOG_LEVEL: 'error',
        PATCHBAY_SANDBOX_URL: app.sandbox.url,
        PATCHBAY_ALLOW_PRIVATE_HOSTS: new URL(app.sandbox.url).host
    });
    await server.ready();
}, 120_000);
afterAll(async () => {
    await server.kill();
    await app[Symbol.asyncDispose]();
});

function command(args: string[]): { child: ChildProcess; ended: Promise<{ code: number | null; said: string }> } {
    const child = spawn(process.execPath, [programFile(), ...args], { env: { PATH: process.env['PATH'], ...variables } });
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    return { child, ended: once(child, 'close').then(() => ({ code: child.exitCode, said })) };
}

/** How many connections another key than the newest has sealed. */
async function left(): Promise<number> {
    const { rows: found } = await sql<{ count: number }>`
        select count(*) as count from connections where substring(credentials from 2 for 16) <>
            (select decode(replace(id::text, '-', ''), 'hex') from data_keys
             where environment_id = connections.environment_id order by created_at desc limit 1)`.execute(app.db);
    return Number(found[0]?.count);
}

test('R-20: a rotation that is killed five times ends while two servers read, refresh and import, and none of their calls fails', async () => {
    const refreshed = await connectBySignIn(app, 'sandbox-oauth2');
    const failures: string[] = [];
    const counts = { reads: 0, refreshes: 0, imports: 0 };
    const isOver = new AbortController();
    const call = async (kind: keyof typeof counts, path: string, init: RequestInit = {}) => {
        const base = counts.reads % 2 === 0 ? app.url : server.url;
        const response = await fetch(base + path, {
            ...init,
            headers: { authorization: `Bearer ${app.keys.dev}`, 'content-type': 'application/json' }
        });
        const text = await response.text();
        counts[kind] += 1;
        if (!response.ok) failures.push(`${kind} ${response.status} ${text}`);
        return text;
    };
    const reader = async (offset: number) => {
        for (let at = offset; !isOver.signal.aborted; at += 7) {
            const text = await call('reads', `/connections/seeded_${at % rows}?provider_config_key=hubspot`);
            if (!text.includes(`canary of seeded_${at % rows}"`)) failures.push(`another value for ${at % rows}: ${text.slice(0, 200)}`);
        }
    };
    const writer = async () => {
        for (let at = 0; !isOver.signal.aborted; at += 1) {
            await call('refreshes', `/connections/${refreshed}?provider_config_key=sandbox-oauth2&force_refresh=true`);
            const body = JSON.stringify({
                provider_config_key: 'hubspot',
                connection_id: `seeded_${(at * 13) % rows}`,
                credentials: { type: 'OAUTH2', access_token: `canary of seeded_${(at * 13) % rows}` }
            });
            await call('imports', '/connections', { method: 'POST', body });
        }
    };
    const load = Promise.all([reader(0), reader(3), writer()]);

    let run = command(['rotate-keys']);
    // As soon as there is a new key, before any value is sealed with it.
    await expect.poll(left, { timeout: 30_000, interval: 20 }).toBeGreaterThan(0);
    for (let kills = 1; kills <= 5; kills += 1) {
        run.child.kill('SIGKILL');
        expect((await run.ended).code).toBe(null);
        const remaining = await left();
        expect(remaining).toBeGreaterThan(0);
        if (kills === 5) break;
        run = command(['rotate-keys']);
        await expect.poll(left, { timeout: 30_000, interval: 20 }).toBeLessThan(remaining);
    }
    const last = await command(['rotate-keys']).ended;
    isOver.abort();
    await load;
    expect(last).toEqual({
        code: 0,
        said: expect.stringMatching(/ 0 values unreadable, .* Servers refuse the older keys from now on\.\n$/)
    });
    expect(failures).toEqual([]);
    expect(counts.reads).toBeGreaterThan(100);
    expect(await left()).toBe(0);

    const status = await command(['rotate-keys', '--status']).ended;
    const states = status.said
        .trim()
        .split('\n')
        .map((line) => line.split('\t'));
    expect(states.filter(([environment]) => environment === 'dev').map(([, , state, values]) => [state, values === '0 values'])).toEqual([
        ['retired', true],
        ['current', false]
    ]);
}, 180_000);

test('a server that was stopped while the keys were rotated reads with the new ones as soon as it goes on', async () => {
    server.signal('SIGSTOP');
    const { code } = await command(['rotate-keys']).ended;
    server.signal('SIGCONT');
    const responses = await Promise.all(
        Array.from({ length: 20 }, (_, at) =>
            fetch(`${server.url}/connections/seeded_${at}?provider_config_key=hubspot`, {
                headers: { authorization: `Bearer ${app.keys.dev}` }
            })
        )
    );
    expect([code, ...new Set(responses.map(({ status }) => status))]).toEqual([0, 200]);
}, 120_000);

test('the program lists its commands, and says in one sentence what is wrong with one', async () => {
    const help = await command(['--help']).ended;
    expect(help).toEqual({ code: 0, said: expect.stringMatching(/rotate-keys \[--status \| --dry-run\]\n {6}replaces the keys/) });
    expect(await command(['rotate-keys', '--fast']).ended).toEqual({
        code: 1,
        said: 'patchbay: Usage: patchbay-server rotate-keys [--status | --dry-run]\n'
    });
    expect(await command(['rotat']).ended).toEqual({ code: 1, said: expect.stringMatching(/^patchbay: There is no command "rotat"\.\n/) });
    expect((await command(['rotate-keys', '--dry-run']).ended).said).toMatch(
        /rotate-keys would make 2 data keys and seal \d+ values anew\.\n$/
    );
});
