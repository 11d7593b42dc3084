import {
    acceptAccount,
    confirmConnection,
    deleteConnection,
    getConnectSession,
    getIntegration,
    importConnection,
    updateIntegration
} from '@patchbay/contracts';
import { BEARER_API_KEYS, type EndUser, startTestApp, type TestApp } from '@patchbay/test-kit';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { errorOf, outcomeOf, sendJson } from '../../../api.fixtures.ts';
import { whileUncommitted } from '../../../locks.fixtures.ts';
import { eventsAbout, read, signIn, start, startSignIn } from '../../connect/attempts/attempts.fixtures.ts';
import { makeLink, openLink } from '../../connect/connect-links/connect-links.fixtures.ts';

let app: TestApp;
beforeAll(async () => {
    app = await startTestApp();
    await app.integrate('sandbox-oauth2', { unique_key: 'crm', single_account: true });
    await app.integrate('sandbox-oauth2-subdomain', { unique_key: 'desk', single_account: true });
    await app.integrate('sandbox-api-key', { unique_key: 'keys', single_account: true });
    await app.integrate('sandbox-api-key', { unique_key: 'many' });
});
beforeEach(() => app.sandbox.control('reset', {}));
afterAll(() => app[Symbol.asyncDispose]());

const sessionOf = (id: string, body: Parameters<TestApp['session']>[0] = {}) => app.session({ end_user: { id }, ...body });
const connect = async (endUser: EndUser, account = 'ada') => (await signIn(app, endUser, 'crm', { account })).attempt;
const connectKey = (endUser: EndUser, company: 'acme' | 'globex', integration = 'keys') =>
    start(endUser, integration, { credentials: { apiKey: BEARER_API_KEYS[company] } });
const connectionsOf = async (endUser: string, integration = 'crm') =>
    (await app.connections())
        .filter((connection) => connection.provider_config_key === integration && connection.end_user?.id === endUser)
        .map(({ connection_id: id }) => id);
const accept = async (endUser: EndUser, id: string) => (await endUser.call(acceptAccount, { params: { attempt_id: id } })).data;
const confirm = (id: string, end_user_id: string) =>
    sendJson(app, 'POST', `/connections/${id}/confirm`, { provider_config_key: 'keys', end_user_id });

test('an end user who signs in with another account is asked before it replaces the one that there is', async () => {
    const first = await connect(await sessionOf('asked'));
    expect(first).toMatchObject({ status: 'succeeded', is_new: true });
    const later = await sessionOf('asked');
    const second = await connect(later, 'grace');
    expect(second).toMatchObject({ status: 'account_mismatch', is_new: false, was: 'Ada Lovelace', now: 'Grace Hopper' });
    expect(await connectionsOf('asked')).toEqual([first.connection_id]);
    expect(await accept(later, second.attempt_id)).toMatchObject({
        status: 'succeeded',
        is_new: false,
        connection_id: first.connection_id,
        account_label: 'Grace Hopper'
    });
    expect(await connectionsOf('asked')).toEqual([first.connection_id]);
    expect((await eventsAbout(app, first.connection_id ?? '')).map(({ operation }) => operation)).toEqual(['creation', 'override']);
});

test('an end user who types the key of another account is asked too, and without single_account both stay', async () => {
    const first = await connectKey(await sessionOf('types'), 'acme');
    expect(await connectKey(await sessionOf('types'), 'globex')).toMatchObject({ status: 'account_mismatch', was: 'Acme Ltd' });
    expect(await connectionsOf('types', 'keys')).toEqual([first.connection_id]);
    for (const company of ['acme', 'globex'] as const)
        expect(await connectKey(await sessionOf('types'), company, 'many')).toMatchObject({ status: 'succeeded', is_new: true });
    expect(await connectionsOf('types', 'many')).toHaveLength(2);
});

test('an end user who connects the same account again renews it, whatever tags the session has', async () => {
    const first = await connect(await sessionOf('again', { tags: { project: 'one' } }));
    const again = await connect(await sessionOf('again', { tags: { project: 'two' } }));
    expect(again).toMatchObject({ status: 'succeeded', is_new: false, connection_id: first.connection_id });
    expect(await connectionsOf('again')).toHaveLength(1);
});

test('an account of the same id in another workspace is another account', async () => {
    const connectIn = async (workspace: string) => {
        const endUser = await sessionOf('moves');
        const attempt = await startSignIn(endUser, 'desk', { connection_config: { workspace } });
        await app.browser().signIn(attempt.launch_url);
        return read(endUser, attempt.attempt_id);
    };
    expect(await connectIn('acme')).toMatchObject({ status: 'succeeded', is_new: true });
    expect(await connectIn('acme')).toMatchObject({ status: 'succeeded', is_new: false });
    expect(await connectIn('globex')).toMatchObject({ status: 'account_mismatch' });
    expect(await connectionsOf('moves', 'desk')).toHaveLength(1);
});

test('an end user in two tabs who connects two accounts at once gets one, and is asked about the other', async () => {
    const [one, other] = [await sessionOf('tabs'), await sessionOf('tabs')];
    const attempts = await whileUncommitted(
        app,
        // Both may read, and wait before they write.
        (trx) => sql`lock table connections in share mode`.execute(trx),
        () => Promise.all([connectKey(one, 'acme'), connectKey(other, 'globex')]),
        2
    );
    expect(attempts.map(({ status }) => status).toSorted()).toEqual(['account_mismatch', 'succeeded']);
    expect(await connectionsOf('tabs', 'keys')).toHaveLength(1);
});

test('an end user who works for two organizations, and another end user, each have an account', async () => {
    const inOrganization = (id: string) => sessionOf('in-organizations', { organization: { id } });
    for (const endUser of [await inOrganization('acme'), await inOrganization('globex'), await sessionOf('colleague')])
        expect(await connect(endUser)).toMatchObject({ status: 'succeeded', is_new: true });
    expect(await connect(await inOrganization('acme'), 'grace')).toMatchObject({ status: 'account_mismatch' });
});

test('an end user whose session names no organization is asked about the newest account of any', async () => {
    const inOrganization = (id: string) => sessionOf('without-organization', { organization: { id } });
    await connect(await inOrganization('acme'));
    const newest = await connect(await inOrganization('globex'));
    const anywhere = await sessionOf('without-organization');
    expect(await connect(anywhere)).toMatchObject({ status: 'succeeded', is_new: false, connection_id: newest.connection_id });
    expect(await connect(anywhere, 'grace')).toMatchObject({ status: 'account_mismatch' });
});

test('an end user whose connection is deleted during a sign-in makes a new one', async () => {
    const first = await connect(await sessionOf('deleted'));
    const later = await sessionOf('deleted');
    const attempt = await startSignIn(later, 'crm');
    await app.call(deleteConnection, { params: { connection_id: first.connection_id ?? '' }, query: { provider_config_key: 'crm' } });
    await app.browser().signIn(attempt.launch_url, { account: 'grace' });
    expect(await read(later, attempt.attempt_id)).toMatchObject({ status: 'succeeded', is_new: true });
});

test('a backend imports as many as it likes; its end user is then asked about the newest', async () => {
    const { connection_id: own } = await connect(await sessionOf('imports'));
    const credentials = { type: 'OAUTH2', access_token: 'imported' } as const;
    const body = { provider_config_key: 'crm', connection_id: 'imported', end_user: { id: 'imports' }, credentials };
    await app.call(importConnection, { body });
    expect(await connectionsOf('imports')).toEqual(['imported', own]);
    expect(await connect(await sessionOf('imports'))).toMatchObject({ status: 'succeeded', connection_id: own, is_new: false });
    // Whose account was imported is not known, so it is renewed by any.
    expect(await connect(await sessionOf('imports'), 'grace')).toMatchObject({ connection_id: 'imported', is_new: false });
    expect(await connectionsOf('imports')).toHaveLength(2);
});

test('a backend cannot confirm a second account of an end user; once the first is deleted, it can', async () => {
    const first = await connectKey(await sessionOf('by-link'), 'acme');
    const link = await makeLink(app, { end_user: { id: 'by-link' } });
    const second = await connectKey(await openLink(app, link.url), 'globex');
    expect(second).toMatchObject({ status: 'succeeded', is_new: true });
    const id = second.connection_id ?? '';
    const refused = await confirm(id, 'by-link');
    expect([outcomeOf(refused), errorOf(refused).message]).toEqual(['409 conflict', expect.stringContaining('then confirm this one')]);
    await app.call(deleteConnection, { params: { connection_id: first.connection_id ?? '' }, query: { provider_config_key: 'keys' } });
    await app.call(confirmConnection, { params: { connection_id: id }, body: { provider_config_key: 'keys', end_user_id: 'by-link' } });
    expect(await connectionsOf('by-link', 'keys')).toEqual([id]);
});

test('of two confirmations of one end user at once, one is refused', async () => {
    const byLink = async (company: 'acme' | 'globex') =>
        (await connectKey(await openLink(app, (await makeLink(app, { end_user: { id: 'confirms' } })).url), company)).connection_id ?? '';
    const ids = [await byLink('acme'), await byLink('globex')];
    const responses = await whileUncommitted(
        app,
        (trx) => trx.selectFrom('integrations').select('id').where('unique_key', '=', 'keys').forUpdate().execute(),
        () => Promise.all(ids.map((id) => confirm(id, 'confirms'))),
        2
    );
    expect(responses.map(outcomeOf).toSorted()).toEqual(['200', '409 conflict']);
    expect(await connectionsOf('confirms', 'keys')).toHaveLength(1);
});

test('who opens a link without confirmation adds no second account, and is not told whose the first is', async () => {
    const first = await connectKey(await sessionOf('forwards'), 'acme');
    const link = await makeLink(app, { end_user: { id: 'forwards' }, require_confirmation: false });
    const second = await connectKey(await openLink(app, link.url), 'globex');
    expect(second).toMatchObject({ status: 'failed', code: 'state_mismatch', was: null });
    expect(JSON.stringify(second)).not.toContain('Acme');
    expect(await connectKey(await openLink(app, link.url), 'acme')).toMatchObject({ is_new: false, connection_id: first.connection_id });
    expect(await connectionsOf('forwards', 'keys')).toEqual([first.connection_id]);
});

test('a backend sets and takes back that there is one account, and a session tells the Connect UI', async () => {
    const params = { id: 'many' };
    const told = async () => {
        const { data } = await (await sessionOf('told')).call(getConnectSession, {});
        return data.integrations.find(({ id }) => id === 'many')?.single_account;
    };
    expect([(await app.call(getIntegration, { params })).data.single_account, await told()]).toEqual([false, false]);
    const { data } = await app.call(updateIntegration, { params, body: { single_account: true } });
    expect([data.single_account, await told()]).toEqual([true, true]);
    await app.call(updateIntegration, { params, body: { display_name: 'Many' } });
    expect(await told()).toBe(true);
    await app.call(updateIntegration, { params, body: { single_account: false } });
    expect(await told()).toBe(false);
});
