import {
    createIntegration,
    deleteIntegration,
    getIntegration,
    importConnection,
    listIntegrations,
    updateIntegration
} from '@patchbay/contracts';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { errorOf, keyWith, outcomeOf, sendJson } from '../../../api.fixtures.ts';
import { deleteIntegrations, oauthApp } from '../../platform/integrations/integrations.fixtures.ts';

let app: TestApp;
beforeAll(async () => {
    app = await startTestApp();
});
beforeEach(() => deleteIntegrations(app));
afterAll(() => app[Symbol.asyncDispose]());

const make = (body: unknown) => sendJson(app, 'POST', '/integrations', body);
const patch = (id: string, body: unknown) => sendJson(app, 'PATCH', `/integrations/${id}`, body);

test('an integration is made, read, changed, listed and deleted', async () => {
    const { data: made } = await app.call(createIntegration, { body: { provider: 'github', unique_key: 'gh', credentials: oauthApp } });
    expect(made).toEqual({
        unique_key: 'gh',
        provider: 'github',
        display_name: 'GitHub',
        logo: `${app.url}/providers/github/icon`,
        access: [],
        guide: [],
        single_account: false,
        forward_webhooks: true,
        enabled: true,
        allowed_base_urls: [],
        oauth_app: { state: 'ok', failure: null, client_id: oauthApp.client_id },
        created_at: expect.stringMatching(/^\d{4}-.*Z$/),
        updated_at: expect.any(String),
        redirect_uri: `${app.url}/oauth/callback`,
        scopes: ['repo', 'user']
    });
    expect((await app.call(getIntegration, { params: { id: 'gh' } })).data).toEqual(made);

    app.clock.advance(1000);
    const { data: changed } = await app.call(updateIntegration, {
        params: { id: 'gh' },
        body: { display_name: 'Code', forward_webhooks: false }
    });
    expect(changed).toEqual({ ...made, display_name: 'Code', forward_webhooks: false, updated_at: expect.any(String) });
    expect(changed.updated_at > made.updated_at).toBe(true);
    expect((await app.call(listIntegrations, {})).data).toEqual([changed]);

    expect(await app.call(deleteIntegration, { params: { id: 'gh' } })).toEqual({ success: true });
    for (const response of [
        await app.raw('/integrations/gh'),
        await patch('gh', {}),
        await app.raw('/integrations/gh', { method: 'DELETE' })
    ])
        expect([outcomeOf(response), errorOf(response).message]).toEqual(['404 not_found', 'Integration "gh" does not exist']);
});

test('scopes are taken as they are answered: as a list, on the integration or with the credentials, and as text with commas', async () => {
    await make({ provider: 'github', unique_key: 'gh', credentials: { ...oauthApp, scopes: ['repo', 'read:user'] } });
    const { data } = await app.call(getIntegration, { params: { id: 'gh' }, query: { include: ['credentials'] } });
    expect(data).toMatchObject({ scopes: ['repo', 'read:user'], credentials: { scopes: 'repo,read:user' } });
    const { data: sentBack } = await app.call(updateIntegration, { params: { id: 'gh' }, body: { scopes: data.scopes ?? [] } });
    expect(sentBack.scopes).toEqual(['repo', 'read:user']);
    for (const scopes of [['gist'], 'gist'])
        expect((await app.call(updateIntegration, { params: { id: 'gh' }, body: { scopes } })).data.scopes).toEqual(['gist']);
});

test('a provider without a sign-in has no redirect address and no scopes', async () => {
    const { data } = await app.call(createIntegration, { body: { provider: 'gem', unique_key: 'gem' } });
    expect(data).not.toHaveProperty('redirect_uri');
    expect(data).not.toHaveProperty('scopes');
    expect((await app.call(getIntegration, { params: { id: 'gem' }, query: { include: ['credentials', 'webhook'] } })).data).toMatchObject({
        credentials: null,
        webhook_url: null
    });
});

test('the client secret is answered only on request and only to keys that may read it', async () => {
    await make({ provider: 'github', unique_key: 'gh', credentials: oauthApp });
    for (const path of ['/integrations', '/integrations/gh', '/integrations/gh?include=webhook'])
        expect((await app.raw(path)).text).not.toContain('canary');
    const read = await app.call(getIntegration, { params: { id: 'gh' }, query: { include: ['webhook', 'credentials'] } });
    expect(read.data).toMatchObject({ credentials: oauthApp, webhook_url: expect.stringMatching(/^http.+\/webhook\/[0-9a-f-]{36}\/gh$/) });

    const reader = await keyWith(app, ['environment:integrations:read']);
    const refused = await app.raw('/integrations/gh?include=credentials', { token: reader });
    expect([outcomeOf(refused), errorOf(refused).message]).toEqual([
        '403 forbidden',
        'Insufficient scope. Required: environment:integrations:read_credentials'
    ]);
    const both = await keyWith(app, ['environment:integrations:read', 'environment:integrations:read_credentials']);
    expect((await app.raw('/integrations/gh?include=credentials', { token: both })).text).toContain('canary-client-secret-1');
});

test('deleting an integration deletes its connections, and those of no other', async () => {
    for (const unique_key of ['doomed', 'spared']) {
        await make({ provider: 'unauthenticated', unique_key });
        await app.call(importConnection, { body: { provider_config_key: unique_key, connection_id: 'c1', credentials: { type: 'NONE' } } });
    }
    await app.call(deleteIntegration, { params: { id: 'doomed' } });
    expect((await app.connections()).map(({ provider_config_key: key }) => key)).toEqual(['spared']);
    await make({ provider: 'unauthenticated', unique_key: 'doomed' });
    expect(outcomeOf(await app.raw('/connections/c1?provider_config_key=doomed'))).toBe('404 not_found');
});

test('a session lists what it may connect, and nothing else', async () => {
    for (const unique_key of ['one', 'two']) await make({ provider: 'unauthenticated', unique_key });
    const narrow = await app.session({ allowed_integrations: ['two'] });
    expect((await narrow.call(listIntegrations, {})).data.map(({ unique_key: key }) => key)).toEqual(['two']);
    const wide = await app.session();
    expect((await wide.call(listIntegrations, {})).data.map(({ unique_key: key }) => key)).toEqual(['one', 'two']);
});

test('a session can name an integration as soon as it is made, and not when it is renamed or deleted', async () => {
    const mint = (key: string) => sendJson(app, 'POST', '/connect/sessions', { end_user: { id: 'u' }, allowed_integrations: [key] });
    expect(outcomeOf(await mint('early'))).toBe('400 invalid_body');
    await make({ provider: 'unauthenticated', unique_key: 'early' });
    expect(outcomeOf(await mint('early'))).toBe('201');
    await patch('early', { unique_key: 'late' });
    expect(outcomeOf(await mint('early'))).toBe('400 invalid_body');
    expect(outcomeOf(await mint('late'))).toBe('201');
    await app.call(deleteIntegration, { params: { id: 'late' } });
    expect(outcomeOf(await mint('late'))).toBe('400 invalid_body');
});

test.each(['.', '..'])(
    'the key %j, which no address could name, is refused for a new integration and for a renamed one',
    async (unique_key) => {
        await app.integrate('unauthenticated', { unique_key: 'nameable' }).catch(() => {});
        for (const response of [
            await sendJson(app, 'POST', '/integrations', { provider: 'unauthenticated', unique_key }),
            await sendJson(app, 'PATCH', '/integrations/nameable', { unique_key })
        ])
            expect([outcomeOf(response), errorOf(response).errors?.[0]?.path]).toEqual(['400 invalid_body', ['unique_key']]);
    }
);

test('what end users are told about an integration is set, changed apart from the rest, and taken away', async () => {
    const body = { provider: 'gem', unique_key: 'gem', access: ['  Read your candidates ', 'Write notes about them'] };
    const { data: made } = await app.call(createIntegration, { body });
    expect(made.access).toEqual(['Read your candidates', 'Write notes about them']);
    const change = async (changes: object) => (await app.call(updateIntegration, { params: { id: 'gem' }, body: changes })).data.access;
    expect(await change({ display_name: 'Gem' })).toEqual(made.access);
    expect(await change({ access: ['Read your candidates'] })).toEqual(['Read your candidates']);
    expect((await app.call(getIntegration, { params: { id: 'gem' } })).data.access).toEqual(['Read your candidates']);
    expect(await change({ access: [] })).toEqual([]);
});

test('the steps that end users are told are set, changed apart from the rest, and given back to the provider', async () => {
    const body = { provider: 'gem', unique_key: 'gem', guide: ['  Ask Dana for the key. ', 'Paste it here.'] };
    const { data: made } = await app.call(createIntegration, { body });
    expect(made.guide).toEqual(['Ask Dana for the key.', 'Paste it here.']);
    const change = async (changes: object) => (await app.call(updateIntegration, { params: { id: 'gem' }, body: changes })).data.guide;
    expect(await change({ access: ['Read your candidates'] })).toEqual(made.guide);
    expect(await change({ guide: ['Ask Dana.'] })).toEqual(['Ask Dana.']);
    expect((await app.call(getIntegration, { params: { id: 'gem' } })).data.guide).toEqual(['Ask Dana.']);
    expect(await change({ guide: [] })).toEqual([]);
});

test.each([
    ['eleven sentences', Array.from({ length: 11 }, (_, index) => `Sentence ${index}`), ['access']],
    ['a sentence of 201 characters', ['a'.repeat(201)], ['access', '0']],
    ['an empty sentence', ['Read your candidates', ' '], ['access', '1']],
    ['a sentence with markup', ['Write notes <b>about</b> them'], ['access', '0']],
    ['a sentence of two lines', ['Read your\ncandidates'], ['access', '0']],
    ['a sentence that turns the rest around', ['Read \u2069\u202Eyour candidates'], ['access', '0']],
    ['a step of two paragraphs', ['Ask\u2029Dana.'], ['guide', '0']],
    ['a step with a direction of its own', ['Ask \u2067Dana\u2069.'], ['guide', '0']],
    ['seven steps', Array.from({ length: 7 }, (_, index) => `Step ${index}.`), ['guide']],
    ['a step of 201 characters', ['a'.repeat(201)], ['guide', '0']],
    ['an empty step', ['Ask Dana.', ' '], ['guide', '1']]
])('%s for end users are refused with the way to them', async (_what, texts, path) => {
    const response = await make({ provider: 'gem', unique_key: 'gem', [path[0] ?? '']: texts });
    expect([outcomeOf(response), errorOf(response).errors?.[0]?.path]).toEqual(['400 invalid_body', path]);
});

test('sentences and steps in Hebrew may have the marks that Hebrew needs', async () => {
    const texts = ['קריאת Acme (בע״מ)\u200F', 'C++\u200E קריאת'];
    const body = { provider: 'gem', unique_key: 'gem', access: texts, guide: texts };
    expect((await app.call(createIntegration, { body })).data).toMatchObject({ access: texts, guide: texts });
});

test('sentences and steps from before they had to be plain are read as they are, until they are changed', async () => {
    await make({ provider: 'gem', unique_key: 'gem' });
    const texts = ['Paste it <b>here</b>\u202E\nnow.'];
    await app.db.updateTable('integrations').set({ access: texts, guide: texts }).where('unique_key', '=', 'gem').execute();
    const read = async () => (await app.call(getIntegration, { params: { id: 'gem' } })).data;
    expect(await read()).toMatchObject({ access: texts, guide: texts });
    await app.call(updateIntegration, { params: { id: 'gem' }, body: { display_name: 'Gem' } });
    expect(await read()).toMatchObject({ access: texts, guide: texts, display_name: 'Gem' });
});

test('of two who change what they have read, the second is told', async () => {
    const { data: read } = await app.call(createIntegration, { body: { provider: 'github', unique_key: 'gh', credentials: oauthApp } });
    app.clock.advance(1000);
    const { data: changed } = await app.call(updateIntegration, {
        params: { id: 'gh' },
        body: { display_name: 'First', expected_updated_at: read.updated_at }
    });
    expect(outcomeOf(await patch('gh', { display_name: 'Second', expected_updated_at: read.updated_at }))).toBe('409 conflict');
    expect((await app.call(getIntegration, { params: { id: 'gh' } })).data.display_name).toBe('First');
    await app.call(updateIntegration, { params: { id: 'gh' }, body: { display_name: 'Second', expected_updated_at: changed.updated_at } });
});

test('connections are counted by integration when asked for, and not for session tokens', async () => {
    for (const key of ['one', 'none']) await app.call(createIntegration, { body: { provider: 'unauthenticated', unique_key: key } });
    await app.call(importConnection, { body: { provider_config_key: 'one', credentials: { type: 'NONE' } } });
    const counted = await app.call(listIntegrations, { query: { include: ['connections'] } });
    expect(counted.data.map(({ unique_key: key, connections }) => [key, connections])).toEqual([
        ['one', 1],
        ['none', 0]
    ]);
    const { data } = await app.call(getIntegration, { params: { id: 'one' }, query: { include: ['connections'] } });
    expect(data.connections).toBe(1);
    const { call } = await app.session();
    const shown = await call(listIntegrations, { query: { include: ['connections'] } });
    expect(shown.data.map(({ connections }) => connections)).toEqual([undefined, undefined]);
});
