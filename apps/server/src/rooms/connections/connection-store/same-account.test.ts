import { getConnectSession, updateConnection, updateMetadata } from '@patchbay/contracts';
import {
    APPLICATION_SECRET,
    BASIC_USERS,
    BEARER_API_KEYS,
    type EndUser,
    KEYED_API_KEYS,
    startTestApp,
    type TestApp
} from '@patchbay/test-kit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { outcomeOf, sendJson } from '../../../api.fixtures.ts';
import { eventsAbout, read, signIn, start, startSignIn } from '../../connect/attempts/attempts.fixtures.ts';
import { makeLink, openLink } from '../../connect/connect-links/connect-links.fixtures.ts';

let app: TestApp;
beforeAll(async () => {
    app = await startTestApp();
    for (const provider of ['sandbox-oauth2', 'sandbox-oauth2-subdomain', 'sandbox-api-key', 'sandbox-two-keys', 'sandbox-basic'])
        await app.integrate(provider);
    await app.integrate('sandbox-oauth2', { unique_key: 'twin' });
});
afterAll(() => app[Symbol.asyncDispose]());

test('an account that the end user has connected already is reconnected, also by two sign-ins at once', async () => {
    const connect = async (response: { account?: string } = {}, endUser = 'twice') =>
        (await signIn(app, await app.session({ end_user: { id: endUser } }), 'sandbox-oauth2', response)).attempt;
    const [first, second] = await Promise.all([connect(), connect()]);
    expect(first.connection_id).toBe(second.connection_id);
    expect([first.is_new, second.is_new].filter(Boolean)).toHaveLength(1);
    const connectionId = first.connection_id ?? '';
    const body = { connection_id: connectionId, provider_config_key: 'sandbox-oauth2', metadata: { plan: 'gold' } };
    await app.call(updateMetadata, { body });
    const before = await app.connection(connectionId, 'sandbox-oauth2');

    expect(await connect()).toMatchObject({ status: 'succeeded', connection_id: connectionId, is_new: false });
    const after = await app.connection(connectionId, 'sandbox-oauth2');
    expect(after).toMatchObject({ id: before.id, metadata: { plan: 'gold' } });
    expect(after.credentials['access_token']).not.toBe(before.credentials['access_token']);
    const operations = (await eventsAbout(app, connectionId)).map(({ operation }) => operation);
    expect(operations).toEqual(['creation', 'override', 'override']);

    for (const other of [await connect({ account: 'grace' }), await connect({}, 'colleague')]) {
        expect(other).toMatchObject({ status: 'succeeded', is_new: true });
        expect(other.connection_id).not.toBe(connectionId);
    }
});

test.each([
    ['an API key', 'sandbox-api-key', { credentials: { apiKey: BEARER_API_KEYS.acme } }],
    [
        'two keys',
        'sandbox-two-keys',
        { credentials: { apiKey: KEYED_API_KEYS.acme }, connection_config: { appSecret: APPLICATION_SECRET } }
    ],
    ['a password', 'sandbox-basic', { credentials: { username: 'ada', password: BASIC_USERS[0]?.password ?? '' } }]
])(
    'an end user who types %s of an account that is connected renews it, and the Connect UI hears that it is not new',
    async (_, key, typed) => {
        const session = () => app.session({ end_user: { id: `types ${key}` } });
        const first = await start(await session(), key, typed);
        expect(first).toMatchObject({ status: 'succeeded', is_new: true });
        const endUser = await session();
        const [again] = await Promise.all([start(endUser, key, typed), start(await session(), key, typed)]);
        const renewed = { status: 'succeeded', is_new: false, connection_id: first.connection_id };
        expect(again).toMatchObject(renewed);
        expect(await read(endUser, again.attempt_id)).toMatchObject(renewed);
        const rows = await app.db
            .selectFrom('connections')
            .select('connection_id')
            .where(sql`end_user ->> 'id'`, '=', `types ${key}`)
            .execute();
        expect(rows).toEqual([{ connection_id: first.connection_id }]);
    }
);

test('tags that the backend gave a connection outlast a renewal by its end user; those of the session are added', async () => {
    const session = (tags = {}) => app.session({ end_user: { id: 'tagged' }, tags });
    const typed = { credentials: { apiKey: BEARER_API_KEYS.globex } };
    const { connection_id: id } = await start(await session({ source: 'signup' }), 'sandbox-api-key', typed);
    const connectionId = id ?? '';
    await app.call(updateConnection, {
        params: { connection_id: connectionId },
        query: { provider_config_key: 'sandbox-api-key' },
        body: { tags: { plan: 'pro', source: 'import' } }
    });
    const renewed = { status: 'succeeded', connection_id: connectionId, is_new: false };
    expect(await start(await session(), 'sandbox-api-key', typed)).toMatchObject(renewed);
    expect(await start(await session({ source: 'settings' }), 'sandbox-api-key', { ...typed, connection_id: connectionId })).toMatchObject(
        renewed
    );
    const { tags } = await app.connection(connectionId, 'sandbox-api-key');
    expect(tags).toEqual({ end_user_id: 'tagged', plan: 'pro', source: 'settings' });
});

test('the same account for another organization, or with other tags of the product, is another connection', async () => {
    const connect = async (body: Parameters<TestApp['session']>[0]) =>
        (await signIn(app, await app.session({ end_user: { id: 'consultant' }, ...body }), 'sandbox-oauth2')).attempt;
    const acme = await connect({ organization: { id: 'acme' }, tags: { project: 'one' } });
    const others = [
        await connect({ organization: { id: 'globex' }, tags: { project: 'one' } }),
        await connect({ tags: { project: 'one' } }),
        await connect({ organization: { id: 'acme' }, tags: { project: 'two' } })
    ];
    expect(others.map(({ status, is_new }) => [status, is_new])).toEqual(others.map(() => ['succeeded', true]));
    const stored = await app.connection(acme.connection_id ?? '', 'sandbox-oauth2');
    expect(stored).toMatchObject({ end_user: { organization: { id: 'acme' } }, tags: { project: 'one' } });
    const again = await connect({ organization: { id: 'acme', display_name: 'Acme Inc.' }, tags: { project: 'one' } });
    expect(again).toMatchObject({ is_new: false, connection_id: acme.connection_id });
});

test('an end user renews what they connected for this organization, not for another, and it stays with its organization', async () => {
    const session = (organization?: string) =>
        app.session({
            end_user: { id: 'two-organizations' },
            ...(organization === undefined ? {} : { organization: { id: organization } })
        });
    const { attempt } = await signIn(app, await session('acme'), 'twin');
    const connectionId = attempt.connection_id ?? '';
    const offered = async (endUser: EndUser) => {
        const { data } = await endUser.call(getConnectSession, {});
        const twin = data.integrations?.find(({ id }) => id === 'twin');
        return [twin?.is_connected, twin?.connections?.map(({ connection_id: id }) => id)];
    };
    expect(await offered(await session('acme'))).toEqual([true, [connectionId]]);
    expect(await offered(await session())).toEqual([true, [connectionId]]);
    const globex = await session('globex');
    expect(await offered(globex)).toEqual([false, []]);
    const body = { integration_id: 'twin', connection_id: connectionId };
    expect(outcomeOf(await sendJson(app, 'POST', '/connect/attempts', body, globex.token))).toBe('400 invalid_connection');

    const renewed = await startSignIn(await session(), 'twin', { connection_id: connectionId });
    await app.browser().signIn(renewed.launch_url);
    expect(await app.connection(connectionId, 'twin')).toMatchObject({
        end_user: { id: 'two-organizations', organization: { id: 'acme' } },
        tags: { end_user_id: 'two-organizations', organization_id: 'acme' }
    });
});

test('tags made from an end user follow a renewal in a plain session; the backend’s own stay', async () => {
    const session = () => app.session({ end_user: { id: 'renamed', email: 'new@example.com' } });
    const { attempt } = await signIn(app, await session(), 'sandbox-oauth2');
    const connectionId = attempt.connection_id ?? '';
    const tags = { plan: 'pro', end_user_email: 'old@example.com' };
    await app.call(updateConnection, {
        params: { connection_id: connectionId },
        query: { provider_config_key: 'sandbox-oauth2' },
        body: { tags }
    });
    const kept = { plan: 'pro', end_user_id: 'renamed', end_user_email: 'new@example.com' };

    const named = await startSignIn(await session(), 'sandbox-oauth2', { connection_id: connectionId });
    await app.browser().signIn(named.launch_url);
    expect((await app.connection(connectionId, 'sandbox-oauth2')).tags).toEqual(kept);
    expect((await signIn(app, await session(), 'sandbox-oauth2')).attempt).toMatchObject({ connection_id: connectionId, is_new: false });
    expect((await app.connection(connectionId, 'sandbox-oauth2')).tags).toEqual(kept);
});

test('the same account with other fields of the form is another connection', async () => {
    const connect = async (workspace: string) => {
        const endUser = await app.session({ end_user: { id: 'workspaces' } });
        const attempt = await startSignIn(endUser, 'sandbox-oauth2-subdomain', { connection_config: { workspace } });
        await app.browser().signIn(attempt.launch_url);
        return read(endUser, attempt.attempt_id);
    };
    const acme = await connect('acme');
    expect(await connect('globex')).toMatchObject({ status: 'succeeded', is_new: true });
    expect(await connect('acme')).toMatchObject({ status: 'succeeded', is_new: false, connection_id: acme.connection_id });
});

test('an account that was connected by a share link, and is not confirmed, is another connection', async () => {
    const endUser = { id: 'by-link' };
    const connect = async (caller: EndUser) => start(caller, 'sandbox-api-key', { credentials: { apiKey: BEARER_API_KEYS.acme } });
    const own = await connect(await app.session({ end_user: endUser }));
    const link = await makeLink(app, { end_user: endUser, allowed_integrations: ['sandbox-api-key'] });
    const stranger = await connect(await openLink(app, link.url));
    expect(stranger).toMatchObject({ status: 'succeeded', is_new: true });
    expect(await connect(await app.session({ end_user: endUser }))).toMatchObject({ is_new: false, connection_id: own.connection_id });
});
