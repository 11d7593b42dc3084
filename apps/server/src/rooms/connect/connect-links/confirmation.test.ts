import { confirmConnection, createReconnectSession, getConnection, getConnectSession, importConnection } from '@patchbay/contracts';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { errorOf, outcomeOf, sendJson } from '../../../api.fixtures.ts';
import { breakProvider, eventsAbout, restoreProvider, requestsAt, signIn, storedConnection } from '../attempts/attempts.fixtures.ts';
import { deleteUnconfirmed } from '../../connections/connection-removal/delete-unconfirmed.ts';
import { claimUnconfirmed } from '../../connections/revocation/revocation.sql.ts';
import { connectByLink, makeLink, openLink } from './connect-links.fixtures.ts';

const hourMs = 3_600_000;
const provider_config_key = 'unauthenticated';
let app: TestApp;
beforeAll(async () => {
    app = await startTestApp();
    await app.integrate('unauthenticated');
    await app.integrate('sandbox-oauth2');
});
afterAll(() => app[Symbol.asyncDispose]());

const confirm = (id: string, end_user_id: string, on = app) =>
    sendJson(on, 'POST', `/connections/${id}/confirm`, { provider_config_key, end_user_id }, app.keys.dev);
const read = (id: string, more = '') => app.raw(`/connections/${id}?provider_config_key=${provider_config_key}${more}`);
const isListed = async (id: string) => (await app.connections()).some(({ connection_id }) => connection_id === id);
const connected = async (body: Parameters<typeof makeLink>[1] = {}) =>
    (await connectByLink(app, (await makeLink(app, body)).url)).connection_id;

test('T-05: what a share link connects can be used only when the backend has confirmed whose it is', async () => {
    const id = await connected();
    expect(outcomeOf(await read(id))).toBe('409 not_confirmed');
    expect(outcomeOf(await read(id, '&force_refresh=true&refresh_token=true'))).toBe('409 not_confirmed');
    expect(await isListed(id)).toBe(false);
    expect(await eventsAbout(app, id)).toEqual([]);

    const response = await confirm(id, 'ada');
    expect([response.status, response.json]).toEqual([200, { data: { confirmed: true } }]);
    expect((await app.connection(id, provider_config_key)).end_user?.id).toBe('ada');
    expect(await isListed(id)).toBe(true);
    expect(await eventsAbout(app, id)).toMatchObject([
        { operation: 'creation', success: true, provider: 'unauthenticated', authMode: 'NONE', endUser: { endUserId: 'ada' } }
    ]);
});

test('T-05: a link opened by another person leaves neither a connection nor an event', async () => {
    const id = await connected();
    expect(outcomeOf(await confirm(id, 'mallory'))).toBe('409 end_user_mismatch');
    expect(await storedConnection(app, id)).toBeUndefined();
    expect(outcomeOf(await read(id))).toBe('404 not_found');
    expect(outcomeOf(await confirm(id, 'ada'))).toBe('404 unknown_connection');
    expect(await eventsAbout(app, id)).toEqual([]);
});

test('T-05: a sign-in that a victim was lured into never gives its tokens to the sender of the link', async () => {
    const link = await makeLink(app, { end_user: { id: 'mallory' } });
    const { attempt } = await signIn(app, await openLink(app, link.url), 'sandbox-oauth2');
    const id = attempt.connection_id ?? '';
    expect(attempt.status).toBe('succeeded');
    const address = `/connections/${id}?provider_config_key=sandbox-oauth2`;
    expect(outcomeOf(await app.raw(address))).toBe('409 not_confirmed');
    // The victim comes back to the product signed in as herself.
    const body = { provider_config_key: 'sandbox-oauth2', end_user_id: 'ada' };
    expect(outcomeOf(await sendJson(app, 'POST', `/connections/${id}/confirm`, body))).toBe('409 end_user_mismatch');
    expect(outcomeOf(await app.raw(address))).toBe('404 not_found');
    expect(await storedConnection(app, id)).toBeUndefined();
});

test('without a page to come back to, the backend finds what waits, by its end user too, until it is confirmed', async () => {
    const [adas, graces] = [await connected(), await connected({ end_user: { id: 'grace' } })];
    const waiting = async (query = '') => {
        const { json } = await app.raw(`/connections?unconfirmed=true${query}`);
        return (json as { connections: { connection_id: string }[] }).connections;
    };
    const ids = async (query?: string) => (await waiting(query)).map(({ connection_id: id }) => id);
    expect((await ids()).slice(0, 2).toSorted()).toEqual([adas, graces].toSorted());
    expect(await ids('&endUserId=grace')).toEqual([graces]);
    expect((await waiting('&endUserId=grace'))[0]).toMatchObject({ provider_config_key, end_user: { id: 'grace' } });
    expect(await isListed(graces)).toBe(false);

    await confirm(graces, 'grace');
    expect(await ids('&endUserId=grace')).toEqual([]);
    expect(await isListed(graces)).toBe(true);
    app.clock.advance(25 * hourMs);
    expect(await ids()).toEqual([]);
});

test('confirming again changes nothing; another end user is refused and the connection stays', async () => {
    const id = await connected();
    await confirm(id, 'ada');
    const before = await storedConnection(app, id);
    expect((await confirm(id, 'ada')).status).toBe(200);
    expect(outcomeOf(await confirm(id, 'mallory'))).toBe('409 conflict');
    expect(await storedConnection(app, id)).toEqual(before);
    expect(await eventsAbout(app, id)).toHaveLength(1);
});

test('of two confirmations at once, on two servers, one counts', async () => {
    await using replica = await startTestApp({ replicaOf: app });
    const alike = await connected();
    const responses = await Promise.all([app, replica, app, replica].map((each) => confirm(alike, 'ada', each)));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await eventsAbout(app, alike)).toHaveLength(1);

    const contested = await connected({ end_user: undefined, tags: { team: 'a' } });
    const outcomes = await Promise.all([confirm(contested, 'ada'), confirm(contested, 'bob', replica)]);
    expect(outcomes.map(outcomeOf).toSorted()).toEqual(['200', '409 conflict']);
    const winner = outcomes[0].status === 200 ? 'ada' : 'bob';
    expect((await app.connection(contested, provider_config_key)).end_user?.id).toBe(winner);
});

test('a confirmation that was refused stays refused on a server whose clock is behind', async () => {
    const link = await makeLink(app);
    const { attempt } = await signIn(app, await openLink(app, link.url), 'sandbox-oauth2');
    const id = attempt.connection_id ?? '';
    const confirmAs = (end_user_id: string) =>
        sendJson(app, 'POST', `/connections/${id}/confirm`, { provider_config_key: 'sandbox-oauth2', end_user_id });
    // The row is there until the provider has responded.
    await breakProvider(app, '^/oauth/token/revocation$', { type: 'hold' });
    const before = await requestsAt(app, '^/oauth/token/revocation$');
    const refused = confirmAs('mallory');
    await vi.waitFor(async () => expect(await requestsAt(app, '^/oauth/token/revocation$')).toBeGreaterThan(before));
    expect(await storedConnection(app, id)).toBeDefined();
    app.clock.advance(-5000);
    expect(outcomeOf(await confirmAs('ada'))).toBe('404 unknown_connection');
    app.clock.advance(5000);
    await restoreProvider(app);
    expect(outcomeOf(await refused)).toBe('409 end_user_mismatch');
    expect(await storedConnection(app, id)).toBeUndefined();
});

test('the clean-up’s refusal is final too, on a server whose clock is behind', async () => {
    const id = await connected();
    app.clock.advance(25 * hourMs);
    await claimUnconfirmed(app.db, { now: app.clock.now(), until: new Date(app.clock.now().getTime() + 1000) }, 10);
    app.clock.advance(-2 * hourMs);
    expect(outcomeOf(await confirm(id, 'ada'))).toBe('404 unknown_connection');
});

test('time that runs out while a confirmation waits for the row has run out', async () => {
    const id = await connected();
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const { promise: isHeld, resolve: tellHeld } = Promise.withResolvers<void>();
    const holding = app.db.transaction().execute(async (trx) => {
        await trx.selectFrom('connections').select('id').where('connection_id', '=', id).forUpdate().execute();
        tellHeld();
        await held;
    });
    await isHeld;
    const response = confirm(id, 'ada');
    await vi.waitFor(async () => {
        const { rows } = await sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
            app.db
        );
        expect(rows).toHaveLength(1);
    });
    app.clock.advance(25 * hourMs);
    release();
    await holding;
    expect(outcomeOf(await response)).toBe('404 unknown_connection');
    app.clock.advance(-25 * hourMs);
});

test('a link without an end user makes a connection of the end user who confirms it', async () => {
    const id = await connected({ end_user: undefined, tags: { team: 'a' } });
    expect((await confirm(id, 'grace')).status).toBe(200);
    expect(await app.connection(id, provider_config_key)).toMatchObject({
        end_user: { id: 'grace', email: null },
        tags: { team: 'a', end_user_id: 'grace' }
    });
});

test('an unconfirmed connection can be deleted, and neither changed nor renewed nor counted as connected', async () => {
    const id = await connected();
    const address = `/connections/${id}?provider_config_key=${provider_config_key}`;
    expect(outcomeOf(await sendJson(app, 'PATCH', address, { end_user: { id: 'mallory' } }))).toBe('409 not_confirmed');
    for (const method of ['POST', 'PATCH'])
        expect(
            outcomeOf(await sendJson(app, method, '/connections/metadata', { connection_id: id, provider_config_key, metadata: { a: 1 } }))
        ).toBe('409 not_confirmed');
    await expect(
        app.call(createReconnectSession, { body: { connection_id: id, integration_id: provider_config_key } })
    ).rejects.toMatchObject({ code: 'not_confirmed' });
    const session = await app.session({ end_user: { id: 'ada-alone' } });
    const theirs = await connected({ end_user: { id: 'ada-alone' } });
    const isConnected = async () => (await session.call(getConnectSession, {})).data.integrations[0]?.is_connected;
    expect(await isConnected()).toBe(false);
    await confirm(theirs, 'ada-alone');
    expect(await isConnected()).toBe(true);
    expect((await app.raw(address, { method: 'DELETE' })).status).toBe(200);
    expect(await storedConnection(app, id)).toBeUndefined();
});

test('after a day without confirmation it is gone, even before the clean-up comes', async () => {
    const [late, intime] = [await connected(), await connected()];
    app.clock.advance(23 * hourMs);
    expect((await confirm(intime, 'ada')).status).toBe(200);
    app.clock.advance(hourMs);
    expect(outcomeOf(await read(late))).toBe('404 not_found');
    expect(outcomeOf(await confirm(late, 'ada'))).toBe('404 unknown_connection');
    expect(outcomeOf(await app.raw(`/connections/${late}?provider_config_key=${provider_config_key}`, { method: 'DELETE' }))).toBe(
        '400 unknown_connection'
    );
    expect(
        outcomeOf(await sendJson(app, 'POST', '/connections/metadata', { connection_id: late, provider_config_key, metadata: {} }))
    ).toBe('404 unknown_connection');
    expect(await storedConnection(app, late)).toBeDefined();
    await deleteUnconfirmed(app.server.deps);
    expect(await storedConnection(app, late)).toBeUndefined();
    expect((await read(intime)).status).toBe(200);
});

test('a link that needs no confirmation connects at once', async () => {
    const id = await connected({ require_confirmation: false });
    expect((await app.call(getConnection, { params: { connection_id: id }, query: { provider_config_key } })).end_user?.id).toBe('ada');
    expect(await eventsAbout(app, id)).toHaveLength(1);
});

test('an attempt that outlives its link still has to be confirmed', async () => {
    const link = await makeLink(app, { expires_in: 60, require_confirmation: true });
    const guest = await openLink(app, link.url);
    app.clock.advance(61_000);
    await app.db.deleteFrom('connect_links').where('id', '=', link.id).execute();
    const { json } = await sendJson(app, 'POST', '/connect/attempts', { integration_id: provider_config_key }, guest.token);
    // It has nothing to type, so it has succeeded.
    const { connection_id: id } = (json as { data: { connection_id: string } }).data;
    expect(outcomeOf(await read(id))).toBe('409 not_confirmed');
});

test('an import under the same name is the backend’s own word, and needs no other', async () => {
    const id = await connected();
    await app.call(importConnection, { body: { provider_config_key, connection_id: id, credentials: { type: 'NONE' } } });
    app.clock.advance(25 * hourMs);
    await deleteUnconfirmed(app.server.deps);
    expect((await read(id)).status).toBe(200);
});

test('what a session of the backend’s own connected belongs to that end user already', async () => {
    await app.call(importConnection, {
        body: { provider_config_key, connection_id: 'theirs', credentials: { type: 'NONE' }, end_user: { id: 'ada' } }
    });
    await app.call(importConnection, { body: { provider_config_key, connection_id: 'nobodys', credentials: { type: 'NONE' } } });
    expect(
        (await app.call(confirmConnection, { params: { connection_id: 'theirs' }, body: { provider_config_key, end_user_id: 'ada' } })).data
    ).toEqual({
        confirmed: true
    });
    expect(outcomeOf(await confirm('nobodys', 'ada'))).toBe('409 conflict');
    expect(errorOf(await confirm('unknown', 'ada')).code).toBe('unknown_connection');
});
