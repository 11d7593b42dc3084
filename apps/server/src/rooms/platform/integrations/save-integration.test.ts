import { getIntegration, importConnection, listIntegrations, updateIntegration } from '@patchbay/contracts';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { errorOf, outcomeOf, sendJson, spellingsOf, storedText } from '../../../api.fixtures.ts';
import { whileUncommitted } from '../../../locks.fixtures.ts';
import { deleteIntegrations, oauthApp } from './integrations.fixtures.ts';

let app: TestApp;
beforeAll(async () => {
    app = await startTestApp();
});
beforeEach(() => deleteIntegrations(app));
afterAll(() => app[Symbol.asyncDispose]());

const make = (body: unknown) => sendJson(app, 'POST', '/integrations', body);
const patch = (id: string, body: unknown) => sendJson(app, 'PATCH', `/integrations/${id}`, body);

test.each([
    ['an unknown provider', { provider: 'nobody', unique_key: 'x' }, ['provider'], 'Invalid provider'],
    [
        'missing credentials',
        { provider: 'github', unique_key: 'x' },
        ['credentials'],
        'Missing credentials. GitHub signs in by OAuth 2: give {"type": "OAUTH2", "client_id": "…", "client_secret": "…"}; see docs/integrations.md.'
    ],
    [
        'credentials that the provider has no use for',
        { provider: 'gem', unique_key: 'x', credentials: oauthApp },
        ['credentials', 'type'],
        'incompatible credentials auth type and provider auth. Gem connects by API_KEY, with credentials of each end user: leave credentials out.'
    ],
    [
        'a config field that does not exist',
        { provider: 'gem', unique_key: 'x', integration_config: { colour: 'red' } },
        ['integration_config', 'colour'],
        'Gem has no field of this name. It has: appSecret.'
    ],
    [
        'a credential, which is each end user’s own',
        { provider: 'gem', unique_key: 'x', integration_config: { apiKey: 'canary-key' } },
        ['integration_config', 'apiKey'],
        'Gem has no field of this name. It has: appSecret.'
    ],
    [
        'a config value of a wrong format',
        { provider: 'zendesk', unique_key: 'x', credentials: oauthApp, integration_config: { subdomain: 'evil.example/?x=acme' } },
        ['integration_config', 'subdomain'],
        "That doesn't look like a subdomain. It should look like acme."
    ],
    [
        'scopes with spaces',
        { provider: 'github', unique_key: 'x', credentials: { ...oauthApp, scopes: 'repo user' } },
        ['credentials', 'scopes'],
        'Scopes are separated by commas, without spaces, or given as a list: ["repo", "read:user"].'
    ],
    [
        'a list of scopes with a comma in one',
        { provider: 'github', unique_key: 'x', credentials: oauthApp, scopes: ['repo,user'] },
        ['scopes'],
        'Scopes are separated by commas, without spaces, or given as a list: ["repo", "read:user"].'
    ],
    [
        'scopes of a provider without a sign-in',
        { provider: 'gem', unique_key: 'x', scopes: ['read'] },
        ['scopes'],
        'Gem has no scopes: they belong to OAuth 2. Leave them out.'
    ],
    [
        'a key with forbidden characters',
        { provider: 'gem', unique_key: 'a/b' },
        ['unique_key'],
        expect.stringContaining('Invalid string: must match pattern')
    ]
])('%s is refused', async (_what, body, path, message) => {
    const response = await make(body);
    expect(outcomeOf(response)).toBe('400 invalid_body');
    expect(errorOf(response).errors).toEqual([expect.objectContaining({ path, message })]);
    expect((await app.call(listIntegrations, {})).data).toEqual([]);
});

test('a backend gives a key once per environment', async () => {
    await make({ provider: 'gem', unique_key: 'taken' });
    const again = await make({ provider: 'unauthenticated', unique_key: 'taken' });
    expect(errorOf(again)).toMatchObject({
        code: 'invalid_body',
        errors: [{ code: 'custom', path: ['uniqueKey'], message: 'Unique key already exists' }]
    });
    const inProd = await sendJson(app, 'POST', '/integrations', { provider: 'gem', unique_key: 'taken' }, app.keys.prod);
    expect(inProd.status).toBe(200);
});

test('of ten backends that ask for the same key at once one gets it', async () => {
    const responses = await Promise.all(Array.from({ length: 10 }, () => make({ provider: 'gem', unique_key: 'race' })));
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array<number>(9).fill(400)]);
});

test('renaming: to a free key, not to a taken one, and not while there are connections', async () => {
    await make({ provider: 'unauthenticated', unique_key: 'first' });
    await make({ provider: 'unauthenticated', unique_key: 'second' });
    expect(errorOf(await patch('first', { unique_key: 'second' })).errors).toEqual([
        { code: 'custom', path: ['unique_key'], message: 'Unique key already exists' }
    ]);
    expect((await patch('first', { unique_key: 'renamed' })).status).toBe(200);
    expect((await patch('renamed', { unique_key: 'renamed' })).status).toBe(200);
    await app.call(importConnection, { body: { provider_config_key: 'renamed', connection_id: 'c1', credentials: { type: 'NONE' } } });
    const refused = await patch('renamed', { unique_key: 'again' });
    expect(errorOf(refused).errors).toEqual([
        { code: 'custom', path: ['unique_key'], message: "Can't rename an integration with active connections" }
    ]);
    expect((await app.connection('c1', 'renamed')).provider_config_key).toBe('renamed');
});

test('renaming waits for a connection that is being stored, and is refused then', async () => {
    await make({ provider: 'unauthenticated', unique_key: 'busy' });
    const { environment_id, id } = await app.db
        .selectFrom('integrations')
        .select(['environment_id', 'id'])
        .where('unique_key', '=', 'busy')
        .executeTakeFirstOrThrow();
    const nothing = Buffer.alloc(0);
    const row = { environment_id, integration_id: id, connection_id: 'c1', credentials_type: 'NONE', credentials: nothing };
    const response = await whileUncommitted(
        app,
        (trx) =>
            trx
                .insertInto('connections')
                .values({ ...row, secret_config: nothing, connection_config: '{}', tags: '{}' })
                .execute(),
        () => patch('busy', { unique_key: 'calm' })
    );
    expect(errorOf(response).errors?.[0]?.message).toBe("Can't rename an integration with active connections");
});

test('of eight concurrent renames to one key one succeeds, and none is a server error', async () => {
    const names = Array.from({ length: 8 }, (_, index) => `racer-${index}`);
    for (const unique_key of names) await make({ provider: 'gem', unique_key });
    const responses = await Promise.all(names.map((name) => patch(name, { unique_key: 'winner' })));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const response of responses.filter(({ status }) => status !== 200))
        expect(['400 invalid_body', '409 conflict']).toContain(outcomeOf(response));
});

test('a backend that changes an integration keeps what it does not name, secrets too', async () => {
    await make({ provider: 'github', unique_key: 'gh', credentials: oauthApp, custom: { plan: 'gold' } });
    await patch('gh', { display_name: 'Renamed' });
    await patch('gh', { credentials: { type: 'OAUTH2', client_secret: 'canary-client-secret-2' } });
    const { data } = await app.call(getIntegration, { params: { id: 'gh' }, query: { include: ['credentials'] } });
    expect(data).toMatchObject({ display_name: 'Renamed', credentials: { ...oauthApp, client_secret: 'canary-client-secret-2' } });
    expect(errorOf(await patch('gh', { provider: 'gem' })).errors).toEqual([expect.objectContaining({ code: 'unrecognized_keys' })]);
});

test('of two changes at once neither undoes the other', async () => {
    for (let round = 1; round <= 10; round++) {
        const unique_key = `gh-${round}`;
        await make({ provider: 'github', unique_key, credentials: oauthApp });
        const secret = patch(unique_key, { credentials: { type: 'OAUTH2', client_secret: 'canary-client-secret-2' } });
        const names = Array.from({ length: 5 }, (_, index) => patch(unique_key, { display_name: `Name ${index}` }));
        for (const { status } of await Promise.all([secret, ...names])) expect(status).toBe(200);
        const { data } = await app.call(getIntegration, { params: { id: unique_key }, query: { include: ['credentials'] } });
        expect([data.credentials?.client_secret, data.display_name]).toEqual([
            'canary-client-secret-2',
            expect.stringMatching(/^Name \d$/)
        ]);
    }
});

test('addresses that credentials may be sent to are https or opened by the operator, without anything after the path', async () => {
    await app.integrate('github', { unique_key: 'gh', credentials: oauthApp });
    const sandbox = new URL(app.sandbox.url);
    const given = ['https://Uploads.Example.com/', 'https://api.example.com:443/v2//', `${sandbox.href}x`, 'https://uploads.example.com'];
    const { data } = await app.call(updateIntegration, { params: { id: 'gh' }, body: { allowed_base_urls: given } });
    expect(data.allowed_base_urls).toEqual(['https://uploads.example.com', 'https://api.example.com/v2', `${sandbox.href}x`]);
    for (const refused of [
        'http://api.example.com',
        'http://localhost:1',
        'https://user:password@api.example.com',
        'https://api.example.com/?key=1',
        'https://api.example.com/?',
        'https://api.example.com/#top',
        'https://api.example.com.',
        'ftp://api.example.com',
        'api.example.com'
    ]) {
        const response = await patch('gh', { allowed_base_urls: ['https://fine.example.com', refused] });
        expect([refused, outcomeOf(response)]).toEqual([refused, '400 invalid_body']);
        expect(errorOf(response).errors?.[0]?.path).toEqual(['allowed_base_urls', '1']);
    }
    expect((await app.call(getIntegration, { params: { id: 'gh' } })).data.allowed_base_urls).toEqual(data.allowed_base_urls);
    expect((await app.call(updateIntegration, { params: { id: 'gh' }, body: { allowed_base_urls: [] } })).data.allowed_base_urls).toEqual(
        []
    );
});

test('T-86: secrets, config and custom values are sealed at rest', async () => {
    await make({ provider: 'github', unique_key: 'gh', credentials: oauthApp, custom: { note: 'canary-custom-value' } });
    await make({ provider: 'gem', unique_key: 'gem', integration_config: { appSecret: 'canary-application-secret' } });
    const stored = await storedText(app.db);
    expect(stored).toContain('client-1');
    for (const secret of [oauthApp.client_secret, oauthApp.webhook_secret, 'canary-custom-value', 'canary-application-secret'])
        for (const spelling of spellingsOf(secret)) expect(stored).not.toContain(spelling);
});

test('T-85: secrets moved from one integration to another do not open', async () => {
    await make({ provider: 'github', unique_key: 'mine', credentials: oauthApp });
    await make({ provider: 'github', unique_key: 'theirs', credentials: { ...oauthApp, client_secret: 'canary-their-secret' } });
    const theirs = await app.db.selectFrom('integrations').select('secrets').where('unique_key', '=', 'theirs').executeTakeFirstOrThrow();
    await app.db.updateTable('integrations').set({ secrets: theirs.secrets }).where('unique_key', '=', 'mine').execute();
    const response = await app.raw('/integrations/mine?include=credentials');
    expect(outcomeOf(response)).toBe('503 credential_unreadable');
    expect(response.text).not.toContain('canary');
    expect((await app.raw('/integrations/theirs?include=credentials')).status).toBe(200);
    expect(outcomeOf(await app.raw('/integrations/mine', { method: 'DELETE' }))).toBe('200');
});
