import {
    createReconnectLinks,
    deleteWebhookEndpoint,
    importConnection,
    listEvents,
    listWebhookEndpoints,
    patchbayEvent,
    replayWebhookDeliveries,
    type sendReconnectLinks,
    type SuccessOut,
    updateWebhookEndpoint
} from '@patchbay/contracts';
import { BEARER_API_KEYS } from '@patchbay/test-kit';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { spellingsOf, storedText } from '../../../api.fixtures.ts';
import { codeOf, openLink } from '../../connect/connect-links/connect-links.fixtures.ts';
import { start } from '../../connect/attempts/attempts.fixtures.ts';
import { startWebhookApp, type WebhookApp } from '../../outbox/webhook-deliveries/receiver.fixtures.ts';
import { type DashboardBrowser, join, outcome, setUp } from '../members/members.fixtures.ts';

const eventName = 'connection.reconnect_link';
let app: WebhookApp;
let owner: DashboardBrowser;
let support: DashboardBrowser;
beforeAll(async () => {
    app = await startWebhookApp();
    owner = await setUp(app);
    support = await join(app, owner, 'support');
    await app.integrate('sandbox-api-key');
});
beforeEach(async () => {
    for (const table of ['connections', 'connect_links'] as const) await app.db.deleteFrom(table).execute();
    const { data: endpoints } = await app.call(listWebhookEndpoints, {});
    for (const { id, url } of endpoints) if (url !== null) await app.call(deleteWebhookEndpoint, { params: { endpoint_id: id } });
    app.receiver.received.length = 0;
});
afterAll(() => app[Symbol.asyncDispose]());

const credentials = { type: 'API_KEY', apiKey: BEARER_API_KEYS.acme } as const;

async function importBroken(...ids: string[]): Promise<void> {
    for (const connection_id of ids) {
        const more = { end_user: { id: `user-${connection_id}`, email: `${connection_id}@acme.example` }, tags: { team: 'blue' } };
        await app.call(importConnection, { body: { provider_config_key: 'sandbox-api-key', connection_id, credentials, ...more } });
    }
    await breakAll();
}

async function breakAll(): Promise<void> {
    const since = app.clock.now().toISOString();
    const failure = { kind: 'revoked', cause: 'credentials_refused', message: 'Refused.', since, at: since, tries: 2, odd_days: [] };
    await app.db
        .updateTable('connections')
        .set({ auth_state: 'broken', auth_failure: JSON.stringify({ ...failure, retry_at: null, event_id: null }), probe_due_at: null })
        .execute();
}

type Result = SuccessOut<typeof sendReconnectLinks>['data'];
const ask = (browser: DashboardBrowser, body: object = {}) =>
    browser.send('POST', '/links/send', { environment: 'dev', expires_in: 86_400, ...body });
const send = async (browser: DashboardBrowser, body: object = {}) => {
    const response = await ask(browser, body);
    expect(outcome(response)).toBe('200');
    return (response.json as { data: Result }).data;
};
const received = (path: string, count: number) =>
    vi.waitFor(
        () => {
            const found = app.receiver.at(path).filter(({ json }) => json['type'] === eventName);
            expect(found).toHaveLength(count);
            return found;
        },
        { timeout: 20_000 }
    );
const countEvents = async () => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from events where type = ${eventName}`.execute(app.db);
    return rows[0]?.count ?? 0;
};

test('the product gets one event for each broken connection, with whom it is of, why, and a link that reconnects it', async () => {
    await app.endpoint('/links', { event_types: [eventName] });
    await importBroken('a', 'b');
    expect(await send(support)).toEqual({ sent: 2, sent_before: null, next: null });
    const found = await received('/links', 2);
    const event = found.find(({ json }) => json['connectionId'] === 'a')?.json ?? expect.fail('There is no event.');
    expect(patchbayEvent.parse(event)).toEqual(event);
    expect(event).toMatchObject({
        from: 'patchbay',
        environment: 'dev',
        providerConfigKey: 'sandbox-api-key',
        provider: 'sandbox-api-key',
        authMode: 'API_KEY',
        tags: { team: 'blue' },
        endUser: { endUserId: 'user-a', endUserEmail: 'a@acme.example' },
        expiresAt: expect.any(String),
        reason: { code: 'credentials_refused', message: expect.any(String) }
    });
    const opener = await openLink(app, String(event['link']));
    const attempt = await start(opener, 'sandbox-api-key', { credentials: { apiKey: BEARER_API_KEYS.acme } });
    expect(attempt).toMatchObject({ status: 'succeeded', connection_id: 'a', is_new: false });
});

test('the link is nowhere but in the delivery: not in the database, the list of events, nor the log', async () => {
    await app.endpoint('/secret', { event_types: [eventName] });
    await importBroken('a');
    await send(owner);
    const [delivered] = await received('/secret', 1);
    const code = codeOf(String(delivered?.json['link']));
    expect(code).toMatch(/^[\w-]{43}$/);
    const { data } = await app.call(listEvents, { query: {} });
    const links = data.filter(({ payload }) => payload['type'] === eventName).map(({ payload }) => payload['link']);
    expect([links.length > 0, links.every((link) => link === null)]).toEqual([true, true]);
    const stored = await storedText(app.db);
    const shown = [...app.logLines, JSON.stringify(data), stored].join('\n');
    expect(spellingsOf(code).filter((text) => shown.includes(text))).toEqual([]);
});

test('a delivery that is repeated has the link while it works, and none afterwards', async () => {
    await app.endpoint('/again', { event_types: [eventName] });
    await importBroken('a');
    await send(owner, { expires_in: 3600 });
    const [first] = await received('/again', 1);
    const replay = () =>
        app.call(replayWebhookDeliveries, { body: { event_ids: [String(first?.headers['webhook-id'])], only_failed: false } });
    await vi.waitFor(async () => expect((await replay()).data.replayed).toBe(1), { timeout: 20_000 });
    expect((await received('/again', 2)).at(1)?.json).toEqual(first?.json);
    app.clock.advance(2 * 3_600_000);
    await vi.waitFor(async () => expect((await replay()).data.replayed).toBe(1), { timeout: 20_000 });
    expect((await received('/again', 3)).at(2)?.json).toEqual({ ...first?.json, link: null });
});

test('only an endpoint that names the event gets it; the URL of its own of a connection does too', async () => {
    await app.endpoint('/all');
    await app.endpoint('/named', { event_types: ['auth', eventName] });
    await importBroken('usual', 'own');
    await app.db
        .updateTable('connections')
        .set({ webhook_url_override: app.receiver.url('/own') })
        .where('connection_id', '=', 'own')
        .execute();
    expect((await send(owner)).sent).toBe(2);
    await received('/named', 1);
    expect((await received('/own', 1))[0]?.json).toMatchObject({ connectionId: 'own', link: expect.any(String) });
    expect(app.receiver.at('/all').map(({ json }) => json['type'])).not.toContain(eventName);
});

test('the second of two who send is told who has sent, and may send again; an end user gets no two messages by accident', async () => {
    await app.endpoint('/twice', { event_types: [eventName] });
    await importBroken('a', 'b');
    expect((await send(owner)).sent).toBe(2);
    await importBroken('c');
    app.clock.advance(60_000);
    expect(await send(owner)).toEqual({ sent: 1, sent_before: { count: 2, at: expect.any(String), by: 'Olive' }, next: null });
    // Who did what is for owners and admins.
    const told = (await send(support)).sent_before;
    expect(told).toMatchObject({ count: 3, by: null });
    app.clock.advance(60_000);
    expect(await send(support, { sent_until: told?.at })).toMatchObject({ sent: 3, sent_before: null });
    expect(await send(owner, { sent_until: told?.at })).toMatchObject({ sent: 0, sent_before: { count: 3, by: 'Member support' } });
    await received('/twice', 6);
});

test('of two who send at the same moment one does', async () => {
    const before = await countEvents();
    await app.endpoint('/race', { event_types: [eventName] });
    await importBroken('a', 'b', 'c');
    const results = await Promise.all([send(owner), send(support), send(owner)]);
    expect(results.map(({ sent }) => String(sent)).toSorted()).toEqual(['0', '0', '3']);
    expect((await countEvents()) - before).toBe(3);
});

test('a connection that works again and breaks again gets a new link', async () => {
    await app.endpoint('/renewed', { event_types: [eventName] });
    await importBroken('a');
    await send(owner);
    await app.call(importConnection, { body: { provider_config_key: 'sandbox-api-key', connection_id: 'a', credentials } });
    expect((await send(owner)).sent).toBe(0);
    await breakAll();
    expect(await send(owner)).toMatchObject({ sent: 1, sent_before: null });
});

test('links for connections that were selected go to these alone, a thousand at a time', async () => {
    const before = await countEvents();
    await app.endpoint('/many', { event_types: [eventName] });
    // What is due is not delivered here: it is counted.
    await app.db
        .updateTable('webhook_endpoints')
        .set({ lease_until: new Date('2100-01-01') })
        .execute();
    await importBroken('first');
    await sql`insert into connections (environment_id, integration_id, connection_id, credentials_type, credentials, secret_config, end_user)
        select environment_id, integration_id, 'c' || n, credentials_type, credentials, secret_config, jsonb_build_object('id', 'u' || n)
        from connections, generate_series(1, 1000) n where connection_id = 'first'`.execute(app.db);
    await breakAll();
    const some = { integration_id: 'sandbox-api-key', connection_ids: ['c1', 'c2'] };
    expect((await send(owner, some)).sent).toBe(2);
    const page = await send(owner);
    expect(page.next).toEqual(expect.any(Number));
    const rest = await send(owner, { before: page.next });
    expect([page.sent + rest.sent, rest.next]).toEqual([999, null]);
    expect((page.sent_before?.count ?? 0) + (rest.sent_before?.count ?? 0)).toBe(2);
    expect((await countEvents()) - before).toBe(1001);
    expect(outcome(await ask(owner, { connection_ids: ['c1'] }))).toBe('400 invalid_body');
});

test('without an endpoint in use that names the event nothing is sent, and the response says what to do', async () => {
    const before = await countEvents();
    await importBroken('a');
    await app.endpoint('/all');
    const refused = await ask(owner);
    expect([outcome(refused), refused.text]).toEqual(['409 conflict', expect.stringContaining(`takes the event ${eventName}`)]);
    const { id } = await app.endpoint('/off', { event_types: [eventName] });
    await app.call(updateWebhookEndpoint, { params: { endpoint_id: id }, body: { disabled: true } });
    expect(outcome(await ask(owner))).toBe('409 conflict');
    expect((await countEvents()) - before).toBe(0);
});

test('what was sent is counted in its campaign and told in the timeline of its connection', async () => {
    await app.endpoint('/counted', { event_types: [eventName] });
    await importBroken('a', 'b');
    await app.call(createReconnectLinks, { body: {} });
    await send(owner, { integration_id: 'sandbox-api-key', connection_ids: ['a'] });
    const activity = (await owner.send('GET', '/links?environment=dev')).json;
    expect(activity).toMatchObject({ data: { campaigns: [{ sent: 3, by_webhook: 1 }], webhook_endpoints: 1 } });
    const query = new URLSearchParams({ environment: 'dev', integration_id: 'sandbox-api-key', connection_id: 'a', kind: 'changes' });
    const { data } = (await owner.send('GET', `/connection-timeline?${query}`)).json as { data: { text: string }[] };
    expect(data.map(({ text }) => text)).toContain('A link to reconnect was sent by webhook.');
});

test('read-only members cannot send', async () => {
    const reader = await join(app, owner, 'read_only');
    expect(outcome(await ask(reader))).toBe('403 forbidden');
});
