import { createIntegration, createWebhookEndpoint, importConnection, listEvents } from '@patchbay/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { claimReceivers, type LeasedReceiver, releaseReceiver } from './receivers.sql.ts';
import { startWebhookApp, type WebhookApp } from './receiver.fixtures.ts';

const patience = { timeout: 20_000 };
let app: WebhookApp;
let environmentId: string;
beforeAll(async () => {
    app = await startWebhookApp();
    const { rows } = await sql<{ id: string }>`select id from environments where name = 'dev'`.execute(app.db);
    environmentId = rows[0]?.id ?? '';
    await app.callAs(app.keys.prod)(createIntegration, { body: { provider: 'unauthenticated', unique_key: 'theirs' } });
    await app.callAs(app.keys.prod)(createWebhookEndpoint, { body: { url: app.receiver.url('/prod') } });
});
afterAll(() => app[Symbol.asyncDispose]());

const namesAt = (path: string) => app.receiver.at(path).map(({ json }) => String(json['connectionId']));
async function received(path: string, name: string): Promise<void> {
    await expect.poll(() => namesAt(path), patience).toContain(name);
}
const connectInProd = (name: string) =>
    app.callAs(app.keys.prod)(importConnection, {
        body: { connection_id: name, provider_config_key: 'theirs', credentials: { type: 'NONE' } }
    });

/** As a server does that stands still while it places the events of `dev`. */
async function whileOrderIsLocked(work: () => Promise<void>): Promise<void> {
    await app.db.transaction().execute(async (trx) => {
        await sql`select pg_advisory_xact_lock(hashtextextended('events/' || ${environmentId}, 0))`.execute(trx);
        await work();
    });
}

test('while a server that stands still keeps an environment’s order, others read its events, and events of other environments are delivered', async () => {
    await app.endpoint('/dev', { event_types: ['auth'] });
    await app.connect('placed');
    await received('/dev', 'placed');
    await whileOrderIsLocked(async () => {
        await app.connect('unplaced');
        const { data } = await app.call(listEvents, { query: { limit: 100 } });
        expect(data.map(({ payload }) => payload['connectionId'])).toEqual(['placed']);
        await connectInProd('prod-1');
        await received('/prod', 'prod-1');
    });
    await app.connect('next');
    await received('/dev', 'next');
    await received('/dev', 'unplaced');
    // Who waits for the lock is stopped by the time limit of statements.
    expect(app.logLines.join('')).not.toContain('webhook_round_failed');
});

test('an environment whose events cannot be dispatched holds up no other, and gets its own once they can', async () => {
    await sql`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'planted'; end $$`.execute(app.db);
    await sql`create trigger refuse before insert on webhook_deliveries
        for each row when (new.environment_id = ${sql.lit(environmentId)}) execute function refuse()`.execute(app.db);
    await app.connect('refused');
    await connectInProd('prod-2');
    await received('/prod', 'prod-2');
    await expect.poll(() => app.logLines.join(''), patience).toContain('planted');
    await sql`drop trigger refuse on webhook_deliveries`.execute(app.db);
    await app.connect('after-refused');
    await received('/dev', 'refused');
});

test('an endpoint gets what is recorded after it was made, and nothing from before, though clocks of servers differ', async () => {
    await whileOrderIsLocked(async () => {
        await app.connect('before-late');
        app.clock.advance(-60_000);
        await app.endpoint('/late', { event_types: ['auth'] });
    });
    app.clock.advance(-60_000);
    await app.connect('after-late');
    app.clock.advance(120_000);
    await received('/late', 'after-late');
    expect(namesAt('/late')).toEqual(['after-late']);
});

test('more events than one transaction takes are all placed, and get to their endpoint', async () => {
    await app.endpoint('/many', { event_types: ['sync'] });
    const count = 600;
    await sql`insert into events (environment_id, id, type, payload, created_at)
        select ${environmentId}, gen_random_uuid(), 'sync', '{"type":"sync"}', ${app.clock.now()} from generate_series(1, ${sql.lit(count)})`.execute(
        app.db
    );
    await app.connect('has-a-job');
    await expect.poll(() => app.receiver.at('/many').length, { timeout: 25_000 }).toBe(count);
});

test('endpoints take turns, so that an old backlog does not go first again', async () => {
    await using idle = await startWebhookApp({ runsJobs: false });
    const [backlog, other] = [await idle.endpoint('/backlog'), await idle.endpoint('/other')];
    const now = idle.clock.now().getTime();
    const ago = (minutes: number) => new Date(now - minutes * 60_000);
    for (const [endpoint, dueAt, count] of [
        [backlog, ago(60), 3],
        [other, ago(1), 1]
    ] as const) {
        await sql`with made as (
                insert into events (environment_id, id, type, payload)
                select environment_id, gen_random_uuid(), 'auth', '{}' from webhook_endpoints, generate_series(1, ${sql.lit(count)})
                where id = ${endpoint.id} returning environment_id, id
            )
            insert into webhook_deliveries (environment_id, endpoint_id, id, event_id, status, due_at)
            select environment_id, ${endpoint.id}, gen_random_uuid(), id, 'pending', ${dueAt} from made`.execute(idle.db);
        await sql`update webhook_endpoints set due_at = ${dueAt} where id = ${endpoint.id}`.execute(idle.db);
    }
    const turn = async (): Promise<LeasedReceiver | undefined> => {
        const leaseUntil = new Date(now + 60_000);
        const [claimed] = await claimReceivers(idle.db, 'webhook_endpoints', {
            now: new Date(now),
            leaseUntil,
            limit: 1,
            fullEnvironments: [],
            fullHosts: [],
            isFailing: false
        });
        if (claimed) await releaseReceiver(idle.db, claimed, new Date(now));
        return claimed;
    };
    expect([(await turn())?.id, (await turn())?.id]).toEqual([backlog.id, other.id]);
});
