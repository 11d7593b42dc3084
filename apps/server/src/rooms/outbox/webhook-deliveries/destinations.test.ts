import type { ServerResponse } from 'node:http';
import {
    deleteConnection,
    listWebhookEndpoints,
    rotateWebhookSigningKey,
    updateConnection,
    updateWebhookEndpoint
} from '@patchbay/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cleanUp } from '../../../clean-up.ts';
import { startWebhookApp, type WebhookApp } from './receiver.fixtures.ts';

const dayMs = 24 * 3_600_000;
let app: WebhookApp;
/** Responses that have not begun, and whose requests have no end, by path. */
let hanging = new Map<string, ServerResponse>();
/** So many of them there have been at once. */
let mostHanging = 0;
beforeAll(async () => {
    app = await startWebhookApp();
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => {
    for (const response of hanging.values()) response.end();
    hanging = new Map();
    mostHanging = 0;
});

const patience = { timeout: 20_000 };
async function received(path: string, count = 1): Promise<void> {
    await expect.poll(() => app.receiver.at(path).length, patience).toBe(count);
}
const connectTo = (path: string) => app.connect(path.slice(1), { webhook_url_override: app.receiver.url(path) });

function hang(prefix: string): void {
    app.receiver.respond((response, { path }) => {
        if (!path.startsWith(prefix)) return void response.end();
        hanging.set(path, response);
        mostHanging = Math.max(mostHanging, hanging.size);
        response.on('close', () => hanging.delete(path));
    });
}

test('while an admin has disabled what goes to the URLs of connections nothing is sent there, and afterwards all of it', async () => {
    app.receiver.respond((response, { path }) => response.writeHead(path === '/paused' ? 500 : 200).end());
    await app.call(rotateWebhookSigningKey, { body: {} });
    const { data } = await app.call(listWebhookEndpoints, {});
    const id = data.find(({ url }) => url === null)?.id ?? '';
    const disable = (disabled: boolean) => app.call(updateWebhookEndpoint, { params: { endpoint_id: id }, body: { disabled } });
    await connectTo('/paused');
    await received('/paused');
    await disable(true);
    app.receiver.respond((response) => response.end());
    app.clock.advance(10_000);
    await expect
        .poll(
            async () =>
                (await sql`select from webhook_destinations where due_at <= ${app.clock.now()} and lease_until is null`.execute(app.db))
                    .rows,
            patience
        )
        .toEqual([]);
    await app.endpoint('/usual');
    await app.connect('usual');
    await received('/usual');
    expect(app.receiver.at('/paused')).toHaveLength(1);
    await disable(false);
    await received('/paused', 2);
});

test('T-65: while twelve URLs of connections hang, another of the same environment gets its event', async () => {
    hang('/hangs');
    const paths = Array.from({ length: 12 }, (_, index) => `/hangs-${index}`);
    await Promise.all(paths.map(connectTo));
    await expect.poll(() => hanging.size, patience).toBe(12);
    await connectTo('/well');
    await received('/well');
    expect(hanging.size).toBe(12);
});

test('however many URLs of connections have failed and hang now, one that is well gets its event', async () => {
    app.receiver.respond((response) => response.writeHead(500).end());
    const paths = Array.from({ length: 40 }, (_, index) => `/fails-${index}`);
    await Promise.all(paths.map(connectTo));
    // On a busy machine the first are tried again before the last.
    for (const path of paths) await expect.poll(() => app.receiver.at(path).length, patience).toBeGreaterThan(0);
    await expect
        .poll(
            async () => (await sql`select from webhook_destinations where failing_since is not null`.execute(app.db)).rows.length,
            patience
        )
        .toBeGreaterThanOrEqual(40);
    hang('/fails');
    app.clock.advance(10_000);
    await expect.poll(() => hanging.size, patience).toBe(5);
    await connectTo('/still-well');
    await received('/still-well');
    expect(hanging.size).toBe(5);
});

test('a host that hangs is sent to by fifteen of its URLs at once, and a URL of another host gets its event meanwhile', async () => {
    hang('/slow');
    const paths = Array.from({ length: 40 }, (_, index) => `/slow-${index}`);
    await Promise.all(paths.map(connectTo));
    await expect.poll(() => hanging.size, patience).toBe(15);
    // The same server by another name.
    const url = app.receiver.url('/other-host').replace('127.0.0.1', 'LOCALHOST');
    await app.connect('other-host', { webhook_url_override: url });
    await received('/other-host');
    expect([hanging.size, mostHanging]).toEqual([15, 15]);
});

test('a URL that was stored with a fragment, before those were refused, gets its events', async () => {
    app.receiver.respond((response) => response.end());
    await app.connect('fragment');
    await sql`update connections set webhook_url_override = ${app.receiver.url('/fragment#part')} where connection_id = 'fragment'`.execute(
        app.db
    );
    const one = { params: { connection_id: 'fragment' }, query: { provider_config_key: 'unauthenticated' } };
    await app.call(updateConnection, { ...one, body: { tags: { plan: 'gold' } } });
    await app.call(deleteConnection, one);
    await expect.poll(() => app.receiver.at('/fragment').map(({ json }) => json['type']), patience).toContain('connection.deleted');
});

test('of one URL that hangs, no more than ten deliveries are under way', async () => {
    let most = 0;
    let open = 0;
    app.receiver.respond((response, { path }) => {
        if (path !== '/busy') return void response.end();
        most = Math.max(most, (open += 1));
        setTimeout(() => response.end(() => (open -= 1)), 20);
    });
    await Promise.all(
        Array.from({ length: 40 }, (_, index) => app.connect(`busy-${index}`, { webhook_url_override: app.receiver.url('/busy') }))
    );
    await received('/busy', 40);
    expect(most).toBeLessThanOrEqual(10);
});

test('what a server of the release before has made for a URL of a connection is delivered too', async () => {
    app.receiver.respond((response) => response.end());
    await connectTo('/older');
    await received('/older');
    // Else the result of that attempt would end what is made pending here.
    const delivered = sql`select from webhook_deliveries join events on events.id = webhook_deliveries.event_id
        where events.webhook_url = ${app.receiver.url('/older')} and webhook_deliveries.status = 'delivered'`;
    await expect.poll(async () => (await delivered.execute(app.db)).rows.length, patience).toBe(1);
    // As that server makes it: without a destination, the endpoint of all URLs being due.
    await sql`update webhook_deliveries set destination_id = null, status = 'pending', due_at = ${app.clock.now()}
        from events where events.id = webhook_deliveries.event_id and events.webhook_url = ${app.receiver.url('/older')}`.execute(app.db);
    await sql`update webhook_endpoints set due_at = ${app.clock.now()} where url is null`.execute(app.db);
    await received('/older', 2);
    const ids = app.receiver.at('/older').map(({ headers }) => headers['webhook-id']);
    expect(new Set(ids).size).toBe(1);
});

test('a URL that no connection has used for a month is forgotten', async () => {
    await cleanUp(app.server.deps);
    const rows = async () => (await sql`select from webhook_destinations`.execute(app.db)).rows.length;
    expect(await rows()).toBeGreaterThan(0);
    app.clock.advance(32 * dayMs);
    await cleanUp(app.server.deps);
    expect(await rows()).toBe(0);
});
