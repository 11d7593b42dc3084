import { freePorts } from '@patchbay/test-kit/free-ports';
import { type ServerProcess, spawnServer } from '@patchbay/test-kit/server-process';
import { getIntegration } from '@patchbay/contracts';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import type { Db } from '@patchbay/db';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { whenWaitingForLock } from './locks.fixtures.ts';

const secret = 'the secret';
/** A provider's patience, as far as a test has it. */
const retriesMs = Array.from({ length: 1000 }, () => 100);

let app: TestApp;
let server: ServerProcess;
let start: () => Promise<ServerProcess>;
let url: string;

beforeAll(async () => {
    app = await startTestApp();
    await app.integrate('slack', { webhook_secret: secret });
    await sql`insert into connections
        (environment_id, integration_id, connection_id, credentials_type, credentials, secret_config, connection_config)
        select environment_id, id, 'c1', 'NONE', '', '', '{"team.id": "T1"}' from integrations where unique_key = 'slack'`.execute(app.db);
    const [port = 0, connectPort = 0] = await freePorts(2);
    start = async () => {
        const started = spawnServer({
            DATABASE_URL: app.databaseUrl,
            PATCHBAY_ENCRYPTION_KEYS: app.encryptionKeys,
            PATCHBAY_PORT: String(port),
            PATCHBAY_CONNECT_PORT: String(connectPort),
            PATCHBAY_LOG_LEVEL: 'error'
        });
        await started.ready();
        return started;
    };
    const { data } = await app.call(getIntegration, { params: { id: 'slack' }, query: { include: ['webhook'] } });
    server = await start();
    url = `${server.url}${new URL(data.webhook_url ?? '').pathname}`;
});
afterAll(async () => {
    await server.kill();
    await app[Symbol.asyncDispose]();
});

interface Sent {
    id: string;
    attempts: (number | null)[];
    done: boolean;
}

async function sent(prefix: string): Promise<Sent[]> {
    const { webhooks } = (await app.sandbox.control('webhooks')) as { webhooks: Sent[] };
    return webhooks.filter(({ id }) => id.startsWith(prefix));
}

async function send(prefix: string, count: number): Promise<void> {
    for (let index = 0; index < count; index += 1)
        await app.sandbox.control('webhooks', {
            form: 'slack',
            url,
            secret,
            account: 'T1',
            id: `${prefix}-${index}`,
            retries_ms: retriesMs
        });
}

/** How often each of the events was forwarded. */
async function processed(prefix: string): Promise<Map<string, number>> {
    const { rows } = await sql<{ id: string; count: string }>`
        select payload #>> '{payload,event_id}' as id, count(*) as count from events
        where type = 'forward' and payload #>> '{payload,event_id}' like ${`${prefix}-%`} group by 1`.execute(app.db);
    return new Map(rows.map(({ id, count }) => [id, Number(count)]));
}

/** Every webhook was taken in the end, and each was processed once. */
async function expectEachOnce(prefix: string, count: number): Promise<void> {
    await expect.poll(async () => (await sent(prefix)).filter(({ done }) => !done), { timeout: 120_000 }).toEqual([]);
    const all = await sent(prefix);
    expect(all.map(({ attempts }) => attempts.at(-1))).toEqual(Array(count).fill(200));
    expect(await processed(prefix)).toEqual(new Map(all.map(({ id }) => [id, 1])));
}

const lockTable = (table: string) => async (trx: Db) =>
    void (await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(trx));

// Each lock stops the server at one place; there it is killed, and its transaction ends or not.
test.each<[string, (trx: Db) => Promise<void>]>([
    ['before it has read anything', lockTable('integrations')],
    ['before it stores which events are new', lockTable('incoming_webhook_events')],
    ['before it stores the body', lockTable('incoming_webhooks')],
    ['before it records what goes on to the customer', lockTable('events')],
    ['while it commits, which then happens without it', async (trx) => void (await sql`select pg_advisory_xact_lock(35)`.execute(trx))]
])('R-10: webhooks whose server is killed %s are taken when the provider sends them again, each once', async (stage, lock) => {
    const prefix = stage.replaceAll(/\W+/g, '-');
    await sql`create or replace function wait_for_35() returns trigger language plpgsql as
            $$ begin perform pg_advisory_xact_lock_shared(35); return null; end $$`.execute(app.db);
    await sql`drop trigger if exists at_commit on incoming_webhooks`.execute(app.db);
    await sql`create constraint trigger at_commit after insert on incoming_webhooks deferrable initially deferred
            for each row execute function wait_for_35()`.execute(app.db);
    await app.db.transaction().execute(async (trx) => {
        await lock(trx);
        await send(prefix, 10);
        await whenWaitingForLock(app.db);
        await server.kill();
    });
    server = await start();
    await expectEachOnce(prefix, 10);
});

test('R-10: of webhooks that come while servers are killed again and again, none that was acknowledged is lost, and each is processed once', async () => {
    const count = 150;
    await send('stream', count);
    for (const share of [0.1, 0.3, 0.5, 0.7]) {
        await expect
            .poll(async () => (await sent('stream')).filter(({ done }) => done).length, { timeout: 60_000, interval: 5 })
            .toBeGreaterThan(count * share);
        await server.kill();
        const acknowledged = (await sent('stream')).filter(({ done }) => done);
        const known = await processed('stream');
        expect(acknowledged.filter(({ id }) => !known.has(id))).toEqual([]);
        server = await start();
    }
    await expectEachOnce('stream', count);
});
