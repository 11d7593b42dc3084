import {
    acceptAccount,
    type CallInput,
    createReconnectLinks,
    deleteConnectLink,
    getConnection,
    getConnectSession,
    importConnection,
    listConnectLinks,
    type SuccessOut,
    updateIntegration
} from '@patchbay/contracts';
import { BEARER_API_KEYS, startTestApp, type TestApp } from '@patchbay/test-kit';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { errorOf, keyWith, outcomeOf, sendJson, spellingsOf, storedText } from '../../../api.fixtures.ts';
import { connectBySignIn, signIn, start } from '../attempts/attempts.fixtures.ts';
import { codeOf, makeLink, openLink } from './connect-links.fixtures.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
let app: TestApp;
beforeAll(async () => {
    app = await startTestApp();
    await app.integrate('sandbox-oauth2');
    await app.integrate('sandbox-api-key');
});
beforeEach(async () => {
    await app.sandbox.control('reset', {});
    for (const table of ['connections', 'connect_links', 'connect_sessions'] as const) await app.db.deleteFrom(table).execute();
});
afterAll(() => app[Symbol.asyncDispose]());

type Body = CallInput<typeof createReconnectLinks>['body'];
type Links = SuccessOut<typeof createReconnectLinks>['data']['links'];
const ask = async (body: Body = {}, key = app.keys.dev) => (await app.callAs(key)(createReconnectLinks, { body })).data;
const namesOf = (links: Links) => links.map(({ connection_id: id }) => id);
const open = (url: string) => openLink(app, url);
const exchange = (url: string) => sendJson(app, 'POST', '/connect/links/exchange', { code: codeOf(url) }, '');

async function importKey(connection_id: string, more: object = {}): Promise<void> {
    const credentials = { type: 'API_KEY', apiKey: BEARER_API_KEYS.acme } as const;
    await app.call(importConnection, { body: { provider_config_key: 'sandbox-api-key', connection_id, credentials, ...more } });
}

/** As if the provider had refused them, at this time. */
async function breakAll(ids: string[], since = app.clock.now(), cause = 'credentials_refused'): Promise<void> {
    const failure = {
        kind: 'revoked',
        cause,
        message: 'Refused.',
        since,
        at: since,
        tries: 2,
        odd_days: [],
        retry_at: null,
        event_id: null
    };
    await app.db
        .updateTable('connections')
        .set({ auth_state: 'broken', auth_failure: JSON.stringify(failure), probe_due_at: null })
        .where('connection_id', 'in', ids)
        .execute();
}
const onlyLink = async (body: Body = {}) => (await ask(body)).links[0] ?? expect.fail('There is no link.');

test('a product gets a link for each connection that is broken, with whom to send it to and why, and for no other', async () => {
    await importKey('well');
    await importKey('broken', { end_user: { id: 'ada', email: 'ada@example.com' }, tags: { team: 'blue' } });
    await breakAll(['broken']);
    expect(await ask()).toEqual({
        links: [
            {
                id: expect.any(String),
                url: expect.stringMatching(new RegExp(`^${app.connectUrl}/l/[\\w-]{43}$`)),
                is_new: true,
                expires_at: expect.any(String),
                connection_id: 'broken',
                integration_id: 'sandbox-api-key',
                health: expect.objectContaining({
                    status: 'needs_reconnect',
                    cause: expect.objectContaining({ code: 'credentials_refused' })
                }),
                end_user: { id: 'ada', email: 'ada@example.com', display_name: null, tags: null, organization: null },
                tags: { end_user_id: 'ada', end_user_email: 'ada@example.com', team: 'blue' }
            }
        ],
        next: null
    });
});

test('the end user who opens it reconnects that connection, and then the link is spent', async () => {
    await importKey('broken', { end_user: { id: 'ada', email: 'ada@example.com' }, metadata: { plan: 'gold' } });
    await breakAll(['broken']);
    const { url } = await onlyLink();
    const guest = await open(url);
    expect((await guest.call(getConnectSession, {})).data).toMatchObject({
        isReconnecting: true,
        endUser: { id: 'ada' },
        requires_confirmation: false,
        allowed_integrations: ['sandbox-api-key'],
        connection: { connection_id: 'broken' }
    });
    const attempt = await start(guest, 'sandbox-api-key', { credentials: { apiKey: BEARER_API_KEYS.acme } });
    expect(attempt).toMatchObject({ status: 'succeeded', connection_id: 'broken', is_new: false });
    expect(await app.connection('broken', 'sandbox-api-key')).toMatchObject({
        health: { status: 'healthy' },
        end_user: { id: 'ada', email: 'ada@example.com' },
        metadata: { plan: 'gold' },
        tags: { end_user_id: 'ada' }
    });
    expect(outcomeOf(await exchange(url))).toBe('404 not_found');
    expect(await ask()).toEqual({ links: [], next: null });
    // Broken again, it needs another link.
    await breakAll(['broken']);
    expect(outcomeOf(await exchange(url))).toBe('404 not_found');
    expect((await onlyLink()).url).not.toBe(url);
});

test('a connection that works gets a link where it is named and asked for, which works once and renews it', async () => {
    const id = await connectBySignIn(app, 'sandbox-oauth2');
    const named = { integration_id: 'sandbox-oauth2', connection_ids: [id] };
    const before = await app.connection(id, 'sandbox-oauth2');
    expect((await ask(named)).links).toEqual([]);
    await expect(ask({ include_healthy: true })).rejects.toMatchObject({ code: 'invalid_body' });
    const healthy = () => onlyLink({ ...named, include_healthy: true });
    const link = await healthy();
    expect(link).toMatchObject({ connection_id: id, is_new: true, health: { status: 'healthy' } });
    expect(await healthy()).toMatchObject({ url: link.url, is_new: false });

    // Its credentials are renewed meanwhile.
    await app.call(getConnection, { params: { connection_id: id }, query: { provider_config_key: 'sandbox-oauth2', force_refresh: true } });
    expect(await healthy()).toMatchObject({ url: link.url, is_new: false });
    const [guest, late] = [await open(link.url), await open(link.url)];
    const { attempt: other } = await signIn(app, guest, 'sandbox-oauth2', { account: 'grace' });
    expect(other.status).toBe('account_mismatch');
    const { attempt } = await signIn(app, guest, 'sandbox-oauth2', { account: 'ada' });
    expect(attempt).toMatchObject({ status: 'succeeded', connection_id: id, is_new: false });
    const after = await app.connection(id, 'sandbox-oauth2');
    expect([after.id, after.metadata, after.tags, after.end_user]).toEqual([before.id, before.metadata, before.tags, before.end_user]);
    expect(outcomeOf(await exchange(link.url))).toBe('404 not_found');
    const { attempt: second } = await signIn(app, late, 'sandbox-oauth2', { account: 'ada' });
    expect(second.status).not.toBe('succeeded');
    expect((await healthy()).url).not.toBe(link.url);
});

test('a sign-in that its user took back is renewed by the link, as the same account alone', async () => {
    const id = await connectBySignIn(app, 'sandbox-oauth2');
    await app.sandbox.control('revoke', { account: 'ada' });
    await app.raw(`/connections/${id}?provider_config_key=sandbox-oauth2&force_refresh=true`);
    const link = await onlyLink();
    expect(link).toMatchObject({ connection_id: id, health: { cause: { code: 'access_revoked' } } });
    const guest = await open(link.url);
    const { attempt: other } = await signIn(app, guest, 'sandbox-oauth2', { account: 'grace' });
    expect(other.status).toBe('account_mismatch');
    const accepting = guest.call(acceptAccount, { params: { attempt_id: other.attempt_id } });
    await expect(accepting).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('A link renews the account') });
    const { attempt } = await signIn(app, guest, 'sandbox-oauth2', { account: 'ada' });
    expect(attempt).toMatchObject({ status: 'succeeded', connection_id: id });
    expect((await app.connection(id, 'sandbox-oauth2')).health.status).toBe('healthy');
});

test('a link makes no connection of another integration, nor renews another one', async () => {
    for (const id of ['one', 'two']) await importKey(id, { end_user: { id: 'ada' } });
    await breakAll(['one', 'two']);
    const link = (await ask({ integration_id: 'sandbox-api-key', connection_ids: ['one'] })).links[0] ?? expect.fail();
    const guest = await open(link.url);
    await expect(start(guest, 'sandbox-oauth2')).rejects.toMatchObject({ code: 'integration_not_allowed' });
    const typed = { credentials: { apiKey: BEARER_API_KEYS.acme }, connection_id: 'two' };
    expect(await start(guest, 'sandbox-api-key', typed)).toMatchObject({ status: 'succeeded', connection_id: 'one' });
    expect((await app.connection('two', 'sandbox-api-key')).health.status).toBe('needs_reconnect');
});

describe('a second call', () => {
    test('returns the links that still work, and makes those that are missing', async () => {
        for (const id of ['a', 'b', 'c']) await importKey(id);
        await breakAll(['a', 'b']);
        const first = (await ask()).links;
        await app.call(deleteConnectLink, { params: { link_id: first[0]?.id ?? '' } });
        await breakAll(['c']);
        const second = (await ask()).links;
        expect(second.map((each) => [each.connection_id, each.is_new])).toEqual([
            ['c', true],
            ['b', true],
            ['a', false]
        ]);
        expect(second[2]).toEqual({ ...first[1], is_new: false });
        expect(new Set(second.map(({ url }) => url)).size).toBe(3);
    });

    test('with another secret key gets links of its own', async () => {
        await importKey('a');
        await breakAll(['a']);
        const { url } = await onlyLink();
        const other = await keyWith(app, ['environment:connect_sessions:write', 'environment:connections:read']);
        const [theirs] = (await ask({}, other)).links;
        expect(theirs).toMatchObject({ is_new: true });
        expect(theirs?.url).not.toBe(url);
        expect((await exchange(url)).status).toBe(200);
    });

    test('at the same time makes no second link', async () => {
        await importKey('a');
        await breakAll(['a']);
        const all = (await Promise.all([ask(), ask(), ask()])).flatMap(({ links }) => links);
        expect(new Set(all.map(({ url }) => url)).size).toBe(1);
        expect(all.filter(({ is_new: isNew }) => isNew)).toHaveLength(1);
    });

    test('with the same Idempotency-Key gets the first response, whatever has happened since', async () => {
        await importKey('a');
        await breakAll(['a']);
        const send = (body: Body) => app.call(createReconnectLinks, { body, headers: { 'idempotency-key': 'outage-1' } });
        const first = await send({});
        await importKey('a');
        expect(await send({})).toEqual(first);
        await expect(send({ limit: 5 })).rejects.toMatchObject({ code: 'idempotency_key_reused' });
        expect((await ask()).links).toEqual([]);
    });
});

test('the links of one outage are those of its integration, cause and time, page by page', async () => {
    const at = (minutes: number) => new Date(Date.parse('2026-01-20T14:00:00Z') + minutes * minuteMs);
    for (const id of ['a', 'b', 'c', 'd', 'e']) await importKey(id);
    await breakAll(['a', 'b', 'c'], at(0));
    await breakAll(['d'], at(0), 'access_expired');
    await breakAll(['e'], at(90));
    const outage = {
        integration_id: 'sandbox-api-key',
        cause: 'credentials_refused',
        since: at(0).toISOString(),
        until: at(10).toISOString()
    };
    const first = await ask({ ...outage, limit: 2 } as Body);
    expect(namesOf(first.links)).toEqual(['c', 'b']);
    const second = await ask({ ...outage, limit: 2, before: first.next ?? 0 } as Body);
    expect([namesOf(second.links), second.next]).toEqual([['a'], null]);
    expect(namesOf((await ask({ integration_id: 'sandbox-api-key', connection_ids: ['d', 'nope'] })).links)).toEqual(['d']);
    expect(namesOf((await ask({ integration_id: 'sandbox-oauth2' })).links)).toEqual([]);
    expect((await ask({}, app.keys.prod)).links).toEqual([]);
});

test('a link stops at its time, when it is ended, and when its connection works again', async () => {
    for (const id of ['timed', 'ended', 'healed']) await importKey(id);
    await breakAll(['timed', 'ended', 'healed']);
    const links = new Map((await ask({ expires_in: 3600 })).links.map((link) => [link.connection_id, link]));
    const outcome = async (id: string) => outcomeOf(await exchange(links.get(id)?.url ?? ''));
    const listed = async () =>
        (await app.call(listConnectLinks, {})).data.map(({ reconnects }) => reconnects?.connection_id ?? '').toSorted();
    expect(await listed()).toEqual(['ended', 'healed', 'timed']);
    const guest = await open(links.get('ended')?.url ?? '');
    await app.call(deleteConnectLink, { params: { link_id: links.get('ended')?.id ?? '' } });
    expect(await outcome('ended')).toBe('404 not_found');
    await expect(guest.call(getConnectSession, {})).rejects.toMatchObject({ status: 401 });
    // By an import, or by the provider that takes the same key again.
    await app.db.updateTable('connections').set({ auth_state: 'ok', auth_failure: null }).where('connection_id', '=', 'healed').execute();
    expect(await outcome('healed')).toBe('404 not_found');
    expect(await listed()).toEqual(['timed']);
    expect(await outcome('timed')).toBe('200');
    app.clock.advance(61 * minuteMs);
    expect(await outcome('timed')).toBe('404 not_found');
    await breakAll(['healed']);
    expect((await app.call(listConnectLinks, {})).data).toEqual([]);
});

test('a session that a link opened goes on after the link’s end', async () => {
    const id = await connectBySignIn(app, 'sandbox-oauth2');
    await breakAll([id]);
    const { url } = await onlyLink({ expires_in: 60 });
    const guest = await open(url);
    app.clock.advance(2 * minuteMs);
    expect(outcomeOf(await exchange(url))).toBe('404 not_found');
    expect((await signIn(app, guest, 'sandbox-oauth2')).attempt).toMatchObject({ status: 'succeeded', connection_id: id });
    expect((await app.connection(id, 'sandbox-oauth2')).health.status).toBe('healthy');
});

test('of an integration that is switched off there are no links, and asking for them says what to do', async () => {
    await importKey('a');
    await breakAll(['a']);
    const setEnabled = (enabled: boolean) => app.call(updateIntegration, { params: { id: 'sandbox-api-key' }, body: { enabled } });
    await setEnabled(false);
    await expect(ask({ integration_id: 'sandbox-api-key' })).rejects.toMatchObject({ code: 'integration_disabled' });
    expect((await ask()).links).toEqual([]);
    await setEnabled(true);
    expect(namesOf((await ask()).links)).toEqual(['a']);
});

test.each([
    [{ connection_ids: ['a'] }, ['integration_id'], 'connection_ids needs integration_id'],
    [{ connection_ids: [], integration_id: 'sandbox-api-key' }, ['connection_ids'], 'An empty list selects nothing'],
    [{ integration_id: 'nope' }, ['integration_id'], 'Integration does not exist'],
    [{ since: '2026-01-02T00:00:00Z', until: '2026-01-01T00:00:00Z' }, ['until'], 'until is earlier than since'],
    [{ cause: 'provider_unavailable' }, ['cause'], 'Invalid option'],
    [{ limit: 1001 }, ['limit'], '1000'],
    [{ expires_in: 8 * 24 * 3600 }, ['expires_in'], '604800'],
    [{ return_to: 'https://elsewhere.example/' }, ['return_to'], 'is not allowed'],
    [{ status: 'degraded' }, [], 'Unrecognized key']
])('the request %j makes no sense, and the response says why', async (body, path, message) => {
    const response = await sendJson(app, 'POST', '/connect/links/reconnect', body);
    expect([outcomeOf(response), errorOf(response).errors?.[0]]).toEqual([
        '400 invalid_body',
        expect.objectContaining({ path, message: expect.stringContaining(message) })
    ]);
});

test('a key that may not read connections gets no links, which name end users', async () => {
    const key = await keyWith(app, ['environment:connect_sessions:write']);
    await expect(ask({}, key)).rejects.toMatchObject({ status: 403, message: expect.stringContaining('environment:connections:read') });
});

test('the codes of the links stand nowhere in the database, and another link of the same text length opens nothing', async () => {
    await importKey('a');
    await breakAll(['a']);
    const { url } = await onlyLink();
    const stored = await storedText(app.db);
    expect(spellingsOf(codeOf(url)).filter((text) => stored.includes(text))).toEqual([]);
    expect(outcomeOf(await exchange(`${url.slice(0, -1)}${url.endsWith('a') ? 'b' : 'a'}`))).toBe('404 not_found');
});

test('a thousand connections get their links by one call, and the next one by another', async () => {
    await importKey('first');
    await sql`insert into connections (environment_id, integration_id, connection_id, credentials_type, credentials, secret_config, end_user)
        select environment_id, integration_id, 'c' || n, credentials_type, credentials, secret_config, jsonb_build_object('id', 'u' || n)
        from connections, generate_series(1, 1000) n where connection_id = 'first'`.execute(app.db);
    const ids = Array.from({ length: 1000 }, (_, index) => `c${index + 1}`);
    await breakAll(['first', ...ids]);
    const page = await ask();
    expect(page.links).toHaveLength(1000);
    const rest = await ask({ before: page.next ?? 0 });
    expect([rest.links.length, rest.next]).toEqual([1, null]);
    expect(new Set([...page.links, ...rest.links].map(({ url }) => url)).size).toBe(1001);
    expect((await ask()).links.filter(({ is_new: isNew }) => isNew)).toEqual([]);
    expect((await exchange(page.links[999]?.url ?? '')).status).toBe(200);
});

test('share links that connect are as they were beside them', async () => {
    const link = await makeLink(app, { allowed_integrations: ['sandbox-api-key'] });
    expect(link.reconnects).toBeNull();
    expect((await app.call(listConnectLinks, {})).data).toMatchObject([{ id: link.id, reconnects: null, requires_confirmation: true }]);
    app.clock.advance(6 * dayMs);
    expect((await exchange(link.url)).status).toBe(200);
});
