import { randomUUID } from 'node:crypto';
import {
    createConnectSession,
    deleteConnection,
    exchangeConnectLink,
    getConnectSession,
    getConnection,
    importConnection,
    type listOwnConnections as contract,
    listOwnConnections,
    patchbayEvent,
    type SuccessOut,
    updateIntegration
} from '@patchbay/contracts';
import { BEARER_API_KEYS, type EndUser, startTestApp, type TestApp } from '@patchbay/test-kit';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { errorOf, keyWith, outcomeOf, sendJson } from '../../../api.fixtures.ts';
import { refreshDue } from '../../connections/credentials/refresh-due.ts';
import {
    accessTokenOf,
    isAlive,
    revocations,
    startImpatient,
    startWithRevocations
} from '../../connections/revocation/revocation.fixtures.ts';
import { connectByLink, makeLink, openLink } from '../connect-links/connect-links.fixtures.ts';
import { eventsAbout, read, signIn, start, startSignIn, storedConnection } from '../attempts/attempts.fixtures.ts';

const hourMs = 3_600_000;
let app: TestApp;
beforeAll(async () => {
    app = await startWithRevocations();
});
beforeEach(() => app.sandbox.control('reset', {}));
afterAll(() => app[Symbol.asyncDispose]());

type Minted = Parameters<TestApp['session']>[0];
const managerOf = (id: string, body: Minted = {}) => app.session({ end_user: { id }, manage_connections: true, ...body });
const list = async (endUser: EndUser, language = 'en'): Promise<SuccessOut<typeof contract>['data']> =>
    (await endUser.call(listOwnConnections, { headers: { 'accept-language': language } })).data;
const idsOf = async (endUser: EndUser) => (await list(endUser)).map(({ connection_id: id }) => id);
const remove = (endUser: EndUser, id: string, integration = 'sandbox-oauth2', on = app) =>
    on.raw(`/connect/connections/${id}?integration_id=${integration}`, { method: 'DELETE', token: endUser.token, at: 'connect' });
const deletionsOf = async (id: string) => (await eventsAbout(app, id)).filter(({ operation }) => operation === 'deletion');

async function connect(endUser: EndUser, account?: string): Promise<string> {
    const { attempt } = await signIn(app, endUser, 'sandbox-oauth2', account === undefined ? {} : { account });
    if (attempt.connection_id === null) throw new Error(`Nothing was connected: ${attempt.status} ${attempt.code}`);
    return attempt.connection_id;
}

async function importFor(id: string, endUser: string | undefined, extra: Partial<Parameters<typeof importBody>[2]> = {}) {
    await app.call(importConnection, { body: importBody(id, endUser, extra) });
}

function importBody(id: string, endUser: string | undefined, extra: { provider_config_key?: string }) {
    return {
        provider_config_key: 'unauthenticated',
        connection_id: id,
        credentials: { type: 'NONE' as const },
        ...(endUser === undefined ? {} : { end_user: { id: endUser } }),
        ...extra
    };
}

test('an end user sees what they have connected, newest first, and nothing of another end user', async () => {
    const ada = await managerOf('sees');
    const first = await connect(ada);
    const second = await connect(ada, 'grace');
    await connect(await app.session({ end_user: { id: 'other' } }));
    await importFor('nobodys', undefined);
    expect(await list(ada)).toEqual([
        expect.objectContaining({ connection_id: second, account_label: 'Grace Hopper' }),
        {
            connection_id: first,
            integration_id: 'sandbox-oauth2',
            account_label: 'Ada Lovelace',
            connected_at: expect.stringMatching(/^\d{4}-/),
            last_used_at: null,
            refused_since: null,
            refused_because: null,
            access: [
                'Know which account you use',
                'See your name',
                'See your e-mail address',
                'Keep access while you are away',
                'Read contacts'
            ]
        }
    ]);
    expect((await ada.call(getConnectSession, {})).data.manages_connections).toBe(true);
});

test('an end user sees 10 connections of an app, 100 where they manage them, and whether there are more', async () => {
    await app.integrate('unauthenticated', { unique_key: 'many' });
    const add = (count: number) =>
        Promise.all(Array.from({ length: count }, () => importFor(randomUUID(), 'many', { provider_config_key: 'many' })));
    const shown = async (endUser: EndUser) => {
        const { integrations } = (await endUser.call(getConnectSession, {})).data;
        const { connections, has_more_connections: hasMore } = integrations.find(({ id }) => id === 'many') ?? {};
        return [connections?.length, hasMore];
    };
    const plain = await app.session({ end_user: { id: 'many' } });
    const manager = await managerOf('many');
    await add(10);
    expect([await shown(plain), await shown(manager)]).toEqual([
        [10, false],
        [10, false]
    ]);
    await add(2);
    expect([await shown(plain), await shown(manager)]).toEqual([
        [10, true],
        [12, false]
    ]);
    await add(89);
    expect(await shown(manager)).toEqual([100, true]);
    expect(await list(manager)).toHaveLength(100);
});

test('an end user reads what the product may do: its own sentences, else what was granted, in their language', async () => {
    const ada = await managerOf('reads');
    const granted = await connect(ada);
    const patch = (body: { access?: string[]; scopes?: string[] }) =>
        app.call(updateIntegration, { params: { id: 'sandbox-oauth2' }, body });
    const access = async (language?: string) => (await list(ada, language))[0]?.access;
    await patch({ scopes: ['openid', 'contacts.write'] });
    expect(await access()).toContain('Read contacts');
    expect(await access()).not.toContain('Create and change contacts');
    const german = (await ada.call(getConnectSession, { headers: { 'accept-language': 'de' } })).data.integrations.find(
        ({ id }) => id === 'sandbox-oauth2'
    );
    expect((await access('de'))?.[0]).toBe(german?.scopes.find(({ id }) => id === 'openid')?.description);
    await app.db
        .updateTable('connections')
        .set({ granted_scopes: ['openid'] })
        .where('connection_id', '=', granted)
        .execute();
    expect(await access()).toEqual(['Know which account you use']);
    const imported = { ...importBody('reads-old', 'reads', {}), provider_config_key: 'sandbox-oauth2' };
    await app.call(importConnection, { body: { ...imported, credentials: { type: 'OAUTH2', access_token: 'old' } } });
    expect(await access()).toEqual(['Know which account you use', 'Create and change contacts']);
    await patch({ access: ['Read your calendar'] });
    expect(await access()).toEqual(['Read your calendar']);
    await patch({ access: [], scopes: ['openid', 'profile', 'email', 'offline_access', 'contacts.read'] });
});

test('an end user sees when the product last used a connection, although it was just now', async () => {
    const ada = await managerOf('used');
    const id = await connect(ada);
    const lastUse = async () => (await list(ada))[0]?.last_used_at;
    expect(await lastUse()).toBe(null);
    const before = app.clock.now().getTime();
    await app.call(getConnection, { params: { connection_id: id }, query: { provider_config_key: 'sandbox-oauth2' } });
    expect(Date.parse((await lastUse()) ?? '')).toBeGreaterThanOrEqual(before);
    const { lastUsedBuffer } = app.server.deps;
    await lastUsedBuffer.flush();
    expect(Date.parse((await lastUse()) ?? '')).toBeGreaterThanOrEqual(before);
});

test('and while a server stores it, which its last flush waits for', async () => {
    const ada = await managerOf('stored');
    const id = await connect(ada);
    const { lastUsedBuffer } = app.server.deps;
    await sql`create function hold_change() returns trigger language plpgsql as
        $$ begin perform pg_advisory_xact_lock(36); return new; end $$`.execute(app.db);
    await sql`create trigger hold before update of last_fetched_at on connections
        for each row execute function hold_change()`.execute(app.db);
    let isStored = false;
    let last: Promise<void> | undefined;
    await app.db.transaction().execute(async (trx) => {
        await sql`select pg_advisory_xact_lock(36)`.execute(trx);
        await app.call(getConnection, { params: { connection_id: id }, query: { provider_config_key: 'sandbox-oauth2' } });
        void lastUsedBuffer.flush();
        last = lastUsedBuffer.flush().then(() => void (isStored = true));
        expect([(await list(ada))[0]?.last_used_at, isStored]).toEqual([expect.any(String), false]);
    });
    await last;
    expect((await storedConnection(app, id))?.last_fetched_at).toBeInstanceOf(Date);
    await sql`drop trigger hold on connections`.execute(app.db);
});

test('an end user disconnects: the access is revoked, and one event names them by their id alone', async () => {
    const ada = await managerOf('leaves', { end_user: { id: 'leaves', email: 'leaves@example.com' }, tags: { plan: 'pro' } });
    const id = await connect(ada);
    const token = await accessTokenOf(app, id);
    const response = await remove(ada, id);
    expect([response.status, response.json]).toEqual([200, { success: true, revocation: { outcome: 'revoked' } }]);
    expect([await isAlive(app, token), await storedConnection(app, id), await list(ada)]).toEqual([false, undefined, []]);
    const [event, ...more] = await deletionsOf(id);
    expect(more).toEqual([]);
    expect(patchbayEvent.parse(event)).toEqual({
        from: 'patchbay',
        type: 'auth',
        operation: 'deletion',
        success: true,
        initiator: 'end_user',
        connectionId: id,
        providerConfigKey: 'sandbox-oauth2',
        provider: 'sandbox-oauth2',
        authMode: 'OAUTH2',
        environment: 'dev',
        tags: {},
        endUser: { endUserId: 'leaves', endUserEmail: null, organizationId: null, tags: {} }
    });
    expect(JSON.stringify(await eventsAbout(app, id))).not.toContain('leaves@example.com');
});

test('an end user disconnects although the integration was switched off meanwhile, and the access is revoked', async () => {
    const ada = await managerOf('meanwhile');
    const id = await connect(ada);
    const token = await accessTokenOf(app, id);
    const change = (enabled: boolean) => app.call(updateIntegration, { params: { id: 'sandbox-oauth2' }, body: { enabled } });
    await change(false);
    const other = await managerOf('meanwhile', { allowed_integrations: ['unauthenticated'] });
    expect(outcomeOf(await remove(other, id))).toBe('404 unknown_connection');
    expect((await remove(ada, id)).json).toEqual({ success: true, revocation: { outcome: 'revoked' } });
    expect([await isAlive(app, token), await storedConnection(app, id)]).toEqual([false, undefined]);
    expect(await deletionsOf(id)).toHaveLength(1);
    await change(true);
});

test('a backend that deletes a connection by its key is told by the response, and by the event that every deletion has', async () => {
    const id = await connect(await managerOf('by-key'));
    await app.call(deleteConnection, { params: { connection_id: id }, query: { provider_config_key: 'sandbox-oauth2' } });
    const told = (await eventsAbout(app, id)).map(({ operation, type }) => operation ?? type);
    expect(told).toEqual(['creation', 'connection.deleted']);
});

test('sessions that were not minted for it neither list nor delete, and say which option is missing', async () => {
    const plain = await app.session({ end_user: { id: 'plain' } });
    const id = await connect(plain);
    const refused = await app.session({ end_user: { id: 'plain' }, manage_connections: false });
    const link = await openLink(app, (await makeLink(app, { end_user: { id: 'plain' } })).url);
    for (const endUser of [plain, refused, link, await app.reconnectSession(id, 'sandbox-oauth2')]) {
        for (const response of [await remove(endUser, id), await app.raw('/connect/connections', { token: endUser.token })]) {
            expect(outcomeOf(response)).toBe('403 connections_not_managed');
            expect(errorOf(response).message).toContain('manage_connections');
        }
        expect((await endUser.call(getConnectSession, {})).data.manages_connections).toBe(false);
    }
    expect(await storedConnection(app, id)).toBeDefined();
    const body = { end_user: { id: 'plain' }, manage_connections: true };
    for (const [path, more] of [
        ['/connect/links', {}],
        ['/connect/sessions/reconnect', { connection_id: id, integration_id: 'sandbox-oauth2' }]
    ] as const)
        expect(errorOf(await sendJson(app, 'POST', path, { ...body, ...more })).errors).toMatchObject([{ code: 'unrecognized_keys' }]);
});

test('a session that was opened by its connect link manages nothing from then on, not even with the token that was minted', async () => {
    const ada = await managerOf('by-link');
    const id = await connect(ada);
    const code = new URL(ada.connectLink).pathname.split('/').at(-1) ?? '';
    const opened = await app.call(exchangeConnectLink, { body: { code } });
    for (const { token } of [opened.data, ada]) {
        const opener = { token, connectLink: ada.connectLink, call: app.callAs(token) };
        for (const response of [await remove(opener, id), await app.raw('/connect/connections', { token })])
            expect(outcomeOf(response)).toBe('403 connections_not_managed');
        expect((await opener.call(getConnectSession, {})).data.manages_connections).toBe(false);
    }
    expect((await remove(await managerOf('by-link'), id)).status).toBe(200);
});

test('a session that an older server made manages nothing', async () => {
    const ada = await managerOf('older');
    await sql`with made as (delete from connect_sessions where end_user ->> 'id' = 'older' returning *)
        insert into connect_sessions (environment_id, id, token_hash, link_hash, link_token, end_user, tags, allowed_integrations,
            config_defaults, overrides, allowed_origins, appearance, expires_at)
        select environment_id, id, token_hash, link_hash, link_token, end_user, tags, allowed_integrations,
            config_defaults, overrides, allowed_origins, appearance, expires_at from made`.execute(app.db);
    expect((await ada.call(getConnectSession, {})).data.manages_connections).toBe(false);
    expect(outcomeOf(await app.raw('/connect/connections', { token: ada.token }))).toBe('403 connections_not_managed');
});

test('a backend that gives tags alone with the option is told to name the end user', async () => {
    const response = await sendJson(app, 'POST', '/connect/sessions', { tags: { team: 'blue' }, manage_connections: true });
    expect(response.status).toBe(400);
    expect(errorOf(response).errors).toEqual([
        { code: 'custom', message: expect.stringContaining('manage_connections needs end_user'), path: ['end_user'] }
    ]);
});

test('what is not the end user’s, not allowed, not confirmed or gone gets one and the same response', async () => {
    const ada = await managerOf('owner', { allowed_integrations: ['sandbox-oauth2', 'unauthenticated'] });
    await app.integrate('unauthenticated', { unique_key: 'not-allowed' });
    await importFor('of-mallory', 'mallory');
    await importFor('without-owner', undefined);
    await importFor('elsewhere', 'owner', { provider_config_key: 'not-allowed' });
    const prod = app.callAs(app.keys.prod);
    await prod(importConnection, { body: importBody('of-prod', 'owner', { provider_config_key: await integrateProd() }) });
    const link = await makeLink(app, { end_user: { id: 'owner' } });
    const { connection_id: unconfirmed } = await connectByLink(app, link.url);
    const gone = await connect(ada);
    expect((await remove(ada, gone)).status).toBe(200);
    const all = await managerOf('owner');
    const before = await app.db.selectFrom('connections').select('connection_id').orderBy('id').execute();
    const responses = [
        await remove(ada, 'never-was', 'unauthenticated'),
        await remove(ada, 'never-was', 'no-integration'),
        await remove(ada, 'of-mallory', 'unauthenticated'),
        await remove(ada, 'without-owner', 'unauthenticated'),
        await remove(ada, 'of-prod', 'unauthenticated'),
        await remove(ada, 'elsewhere', 'not-allowed'),
        await remove(ada, unconfirmed, 'unauthenticated'),
        await remove(ada, gone)
    ];
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
    expect(responses.map(outcomeOf)).toEqual(responses.map(() => '404 unknown_connection'));
    expect(await app.db.selectFrom('connections').select('connection_id').orderBy('id').execute()).toEqual(before);
    expect(await idsOf(ada)).toEqual([]);
    expect(await idsOf(all)).toEqual(['elsewhere']);
    expect((await remove(all, 'elsewhere', 'not-allowed')).status).toBe(200);
});

async function integrateProd(): Promise<string> {
    await sendJson(app, 'POST', '/integrations', { provider: 'unauthenticated', unique_key: 'unauthenticated' }, app.keys.prod);
    return 'unauthenticated';
}

test('a session for one organization neither shows nor deletes what a user of the same id connected for another', async () => {
    const inOrganization = (id: string) => managerOf('two-organizations', { organization: { id } });
    const acme = await inOrganization('acme');
    const id = await connect(acme);
    const globex = await inOrganization('globex');
    expect(await idsOf(globex)).toEqual([]);
    expect(outcomeOf(await remove(globex, id))).toBe('404 unknown_connection');
    expect(await idsOf(acme)).toEqual([id]);
    expect((await remove(acme, id)).status).toBe(200);
    expect(await deletionsOf(id)).toMatchObject([{ endUser: { endUserId: 'two-organizations', organizationId: 'acme' } }]);
});

test('a session without an organization shows and deletes what the end user connected for any', async () => {
    const ids = [];
    for (const id of ['acme', 'globex']) ids.unshift(await connect(await managerOf('any-organization', { organization: { id } })));
    const anywhere = await managerOf('any-organization');
    expect(await idsOf(anywhere)).toEqual(ids);
    for (const id of ids) expect((await remove(anywhere, id)).status).toBe(200);
    expect((await deletionsOf(ids[0] ?? '')).map(({ endUser }) => endUser)).toMatchObject([{ organizationId: 'globex' }]);
});

test('a session of another environment, and one that has ended, delete nothing', async () => {
    const ada = await managerOf('ends');
    const id = await connect(ada);
    const body = { end_user: { id: 'ends' }, manage_connections: true };
    const { data } = await app.callAs(app.keys.prod)(createConnectSession, { body });
    const abroad = { token: data.token, connectLink: data.connect_link, call: app.callAs(data.token) };
    expect(outcomeOf(await remove(abroad, id))).toBe('404 unknown_connection');
    app.clock.advance(31 * 60_000);
    const expired = await remove(ada, id);
    expect([outcomeOf(expired), errorOf(expired).payload]).toEqual(['401 unknown_connect_session_token', { reason: 'expired' }]);
    expect(await storedConnection(app, id)).toBeDefined();
});

test('of two clicks at once one is told that it is gone, and the product hears of one deletion', async () => {
    const ada = await managerOf('twice');
    const id = await connect(ada);
    const responses = await Promise.all([remove(ada, id), remove(ada, id), remove(await managerOf('twice'), id)]);
    expect(responses.map(outcomeOf).toSorted()).toEqual(['200', '404 unknown_connection', '404 unknown_connection']);
    expect(await deletionsOf(id)).toHaveLength(1);
    expect(await revocations(app)).toBe(1);
});

test('a reconnect that is under way when its connection is deleted does not bring it back', async () => {
    const ada = await managerOf('returns');
    const id = await connect(ada);
    const attempt = await startSignIn(ada, 'sandbox-oauth2', { connection_id: id });
    await app.sandbox.control('modes', { revocation: 'hangs' });
    await using impatient = await startImpatient(app);
    const removing = remove(ada, id, 'sandbox-oauth2', impatient);
    await vi.waitUntil(async () => (await revocations(app)) >= 1);
    await app.browser().signIn(attempt.launch_url);
    expect(await read(ada, attempt.attempt_id)).toMatchObject({ status: 'failed', code: 'state_mismatch' });
    expect((await removing).json).toMatchObject({ success: true });
    expect([await storedConnection(app, id), await list(ada)]).toEqual([undefined, []]);
    const told = (await eventsAbout(app, id)).map(({ operation, type }) => operation ?? type);
    expect(new Set(told)).toEqual(new Set(['connection.deleted', 'creation', 'deletion']));
});

test('T-35: a key that may not delete connections mints no session that can', async () => {
    const body = { end_user: { id: 'minted' }, manage_connections: true };
    const minting = await keyWith(app, ['environment:connect_sessions:write']);
    const refused = await sendJson(app, 'POST', '/connect/sessions', body, minting);
    expect([outcomeOf(refused), errorOf(refused).message]).toEqual([
        '403 forbidden',
        'Insufficient scope. Required for manage_connections: environment:connections:write'
    ]);
    expect((await sendJson(app, 'POST', '/connect/sessions', { end_user: body.end_user }, minting)).status).toBe(201);
    const deleting = await keyWith(app, ['environment:connect_sessions:write', 'environment:connections:write']);
    expect((await sendJson(app, 'POST', '/connect/sessions', body, deleting)).status).toBe(201);
});

test('an end user disconnects although the provider does not answer, and is told that it kept the access', async () => {
    const ada = await managerOf('hangs');
    const id = await connect(ada);
    await app.sandbox.control('modes', { revocation: 'hangs' });
    await using impatient = await startImpatient(app);
    expect((await remove(ada, id, 'sandbox-oauth2', impatient)).json).toEqual({
        success: true,
        revocation: { outcome: 'failed' }
    });
    expect(await storedConnection(app, id)).toBeUndefined();
    expect(await deletionsOf(id)).toHaveLength(1);
});

test('calls of one session have the limit of other session endpoints', async () => {
    await using limited = await startTestApp({ config: { rateLimitPerMinute: 3 } });
    const { token } = await limited.session({ end_user: { id: 'ada' }, manage_connections: true });
    const send = (method: string, path: string) => limited.raw(path, { method, token });
    expect((await send('GET', '/connect/connections')).status).toBe(200);
    expect((await send('GET', '/connect/session')).status).toBe(200);
    expect((await send('DELETE', '/connect/connections/one?integration_id=one')).status).toBe(404);
    expect(outcomeOf(await send('DELETE', '/connect/connections/one?integration_id=one'))).toBe('429 too_many_request');
});

test('an end user reads why a connection broke in one of a few words, never in the provider’s', async () => {
    const ada = await managerOf('broken');
    const revoked = await connect(ada);
    const connectKey = async (apiKey: string) => (await start(ada, 'sandbox-api-key', { credentials: { apiKey } })).connection_id ?? '';
    const key = await connectKey(BEARER_API_KEYS.acme);
    const odd = await connectKey(BEARER_API_KEYS.globex);
    const ending = {
        type: 'OAUTH2',
        access_token: 'ends',
        expires_at: new Date(app.clock.now().getTime() + hourMs).toISOString()
    } as const;
    await app.call(importConnection, {
        body: { provider_config_key: 'sandbox-oauth2', connection_id: 'ended', end_user: { id: 'broken' }, credentials: ending }
    });
    app.clock.advance(hourMs + 1000);
    await Promise.all(await refreshDue(app.server.deps, 20));
    const later = await managerOf('broken');
    const failure = (kind: string) =>
        JSON.stringify({
            kind,
            message: 'secret-words-of-the-provider',
            since: app.clock.now().toISOString(),
            at: app.clock.now().toISOString(),
            tries: 1,
            odd_days: [],
            retry_at: null,
            event_id: null
        });
    const breakWith = (id: string, auth_failure: string) =>
        app.db.updateTable('connections').set({ auth_state: 'broken', auth_failure }).where('connection_id', '=', id).execute();
    await breakWith(revoked, failure('revoked'));
    await breakWith(key, failure('revoked'));
    await breakWith(odd, failure('unknown'));
    const told = async () => new Map((await list(later)).map((own) => [own.connection_id, own.refused_because]));
    const reasons = await told();
    expect([revoked, 'ended', key, odd].map((id) => reasons.get(id))).toEqual(['revoked', 'expired', 'refused', null]);
    await app.db
        .updateTable('connections')
        .set({ grant_ends_at: new Date(app.clock.now().getTime() - hourMs) })
        .where('connection_id', '=', revoked)
        .execute();
    expect((await told()).get(revoked)).toBe('expired');
    const { text } = await app.raw('/connect/session', { token: later.token });
    expect(text).toContain('"refused_because":"expired"');
    expect(text).not.toContain('secret-words');
});
