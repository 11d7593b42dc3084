import { createIntegration, deleteIntegration, getConnectSession, importConnection, listIntegrations } from '@patchbay/contracts';
import { sandboxClient, startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiResponse, errorOf, outcomeOf, sendJson, spellingsOf, storedText } from '../../../api.fixtures.ts';
import { makeLink, openLink } from '../connect-links/connect-links.fixtures.ts';

let app: TestApp;
beforeAll(async () => {
    app = await startTestApp();
    await app.integrate('github');
    await app.integrate('gem');
    await app.integrate('zendesk');
});
afterAll(() => app[Symbol.asyncDispose]());

const user = { end_user: { id: 'user_1' } };
const mint = (body: unknown) => sendJson(app, 'POST', '/connect/sessions', body);
/** What was minted; the caller expects it to have been. */
const minted = (response: ApiResponse) => (response.json as { data: { token: string; connect_link: string; expires_at: string } }).data;
const viewOf = async (response: ApiResponse) => (await app.callAs(minted(response).token)(getConnectSession, {})).data;
const storedTags = async () =>
    (await app.db.selectFrom('connect_sessions').select('tags').orderBy('created_at', 'desc').limit(1).executeTakeFirstOrThrow()).tags;

test('a session is minted with a token, a link and its end, 30 minutes from now', async () => {
    const response = await mint(user);
    expect(response.status).toBe(201);
    expect(response.json).toEqual({
        data: {
            token: expect.stringMatching(/^pb_cs_[0-9A-Za-z]{43}_[0-9a-f]{8}$/),
            connect_link: expect.stringMatching(new RegExp(`^${app.connectUrl}/l/[\\w-]{43}$`)),
            expires_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
        }
    });
    const lifetimeMs = Date.parse(minted(response).expires_at) - app.clock.now().getTime();
    expect(Math.abs(lifetimeMs - 30 * 60_000)).toBeLessThan(5000);
    expect(minted(response).connect_link).not.toContain(minted(response).token);
});

test('a value that the provider’s definition refuses is said to the backend, not to its end user', async () => {
    const response = await mint({
        ...user,
        integrations_config_defaults: { zendesk: { connection_config: { subdomain: 'evil.example/?x=' } } }
    });
    expect(errorOf(response).errors).toEqual([
        {
            code: 'custom',
            message: expect.stringContaining('should look like acme'),
            path: ['integrations_config_defaults', 'zendesk', 'connection_config', 'subdomain']
        }
    ]);
});

test.each([
    ['/connect/sessions', user],
    ['/connect/links', user],
    ['/connect/sessions/reconnect', { connection_id: 'known', integration_id: 'gem' }]
])('settings that the syncs of an integration do not have are refused at %s with their path', async (path, body) => {
    await app.callAs(app.keys.dev)(importConnection, {
        body: { provider_config_key: 'gem', connection_id: 'known', credentials: { type: 'API_KEY', apiKey: 'gem-key' } }
    });
    const metadata = { sync: { models: ['Job'], frequency: 'now and then' } };
    const response = await sendJson(app, 'POST', path, { ...body, integrations_config_defaults: { gem: { metadata } } });
    expect([outcomeOf(response), errorOf(response).errors]).toEqual([
        '400 invalid_body',
        [
            {
                code: 'custom',
                message: expect.stringContaining('every 5 minutes'),
                path: ['integrations_config_defaults', 'gem', 'metadata', 'sync', 'frequency']
            }
        ]
    ]);
});

test('a webhook address nested in a connection config, as older clients send it, becomes the session’s own', async () => {
    const nested = (webhook_url: unknown) => ({
        ...user,
        integrations_config_defaults: { github: { connection_config: { webhook_url } } }
    });
    const stored = async () =>
        (
            await app.db
                .selectFrom('connect_sessions')
                .select('webhook_url_override')
                .orderBy('created_at', 'desc')
                .limit(1)
                .executeTakeFirstOrThrow()
        ).webhook_url_override;
    const response = await mint(nested('https://hooks.example/nested'));
    expect((await viewOf(response)).integrations_config_defaults?.['github']?.connection_config).toEqual({});
    expect(await stored()).toBe('https://hooks.example/nested');
    await mint({ ...nested('https://hooks.example/nested'), webhook_url_override: 'https://hooks.example/own' });
    expect(await stored()).toBe('https://hooks.example/own');
    expect(errorOf(await mint(nested(7))).errors).toEqual([
        { code: 'custom', message: 'Invalid URL', path: ['integrations_config_defaults', 'github', 'connection_config', 'webhook_url'] }
    ]);
});

test('the session says whose it is and what it may connect, and no secret', async () => {
    const body = {
        end_user: { id: 'u', email: 'ada@example.com', display_name: 'Ada', tags: { plan: 'gold' } },
        organization: { id: 'org', display_name: 'Acme' },
        allowed_integrations: ['gem'],
        integrations_config_defaults: { gem: { connection_config: { appSecret: 'canary-application-secret' }, user_scopes: 'x' } },
        overrides: { gem: { docs_connect: 'https://docs.example.com/gem' } }
    };
    const view = await viewOf(await mint(body));
    expect(view).toMatchObject({
        endUser: {
            id: 'u',
            email: 'ada@example.com',
            display_name: 'Ada',
            tags: { plan: 'gold' },
            organization: { id: 'org', display_name: 'Acme' }
        },
        allowed_integrations: ['gem'],
        integrations_config_defaults: { gem: { connection_config: {}, authorization_params: {} } },
        overrides: { gem: { docs_connect: 'https://docs.example.com/gem' } },
        integrations: [{ id: 'gem', docs_url: 'https://docs.example.com/gem', fields: [{ name: 'apiKey' }] }],
        connection: null
    });
    expect(JSON.stringify(view)).not.toContain('canary');
});

test('only what is set is answered, and without a list of integrations there is no restriction', async () => {
    const view = await viewOf(await mint(user));
    for (const key of ['allowed_integrations', 'integrations_config_defaults', 'isReconnecting', 'overrides'])
        expect(view).not.toHaveProperty(key);
    expect(view.endUser).toEqual({ id: 'user_1', display_name: null, email: null, tags: null, organization: null });
    expect(view.integrations.map(({ id }) => id).toSorted()).toEqual(['gem', 'github', 'zendesk']);
});

test.each(['/connect/sessions', '/connect/links'])(
    'T-16: an empty list of integrations is refused at %s, because it reads like none and would mean all',
    async (path) => {
        const response = await sendJson(app, 'POST', path, { ...user, allowed_integrations: [] });
        expect([outcomeOf(response), errorOf(response).errors]).toEqual([
            '400 invalid_body',
            [
                {
                    code: 'too_small',
                    message: 'An empty list allows nothing. Leave allowed_integrations out to allow every integration.',
                    path: ['allowed_integrations']
                }
            ]
        ]);
    }
);

const noIntegration = { code: 'custom', message: 'Integration does not exist' };
const tooLong = 'x'.repeat(256);
describe('invalid_body', () => {
    test.each([
        [
            'no end user and no tags',
            {},
            [{ code: 'invalid_type', message: 'Invalid input: expected object, received undefined', path: ['end_user'] }]
        ],
        [
            'an end user without an id',
            { end_user: {} },
            [{ code: 'invalid_type', message: 'Invalid input: expected string, received undefined', path: ['end_user', 'id'] }]
        ],
        [
            'an end user’s id that is too long',
            { end_user: { id: tooLong } },
            [{ code: 'too_big', message: 'Too big: expected string to have <=255 characters', path: ['end_user', 'id'] }]
        ],
        [
            'a short e-mail address',
            { end_user: { id: 'u', email: 'a@b' } },
            [expect.objectContaining({ path: ['end_user', 'email'] }), expect.anything()]
        ],
        [
            'an unknown integration',
            { ...user, allowed_integrations: ['gem', 'nope'] },
            [{ ...noIntegration, path: ['allowed_integrations', '1'] }]
        ],
        [
            'an integration in other letters',
            { ...user, allowed_integrations: ['GEM'] },
            [{ ...noIntegration, path: ['allowed_integrations', '0'] }]
        ],
        [
            'defaults for an unknown integration',
            { ...user, integrations_config_defaults: { nope: {} } },
            [{ ...noIntegration, path: ['integrations_config_defaults', 'nope'] }]
        ],
        ['overrides for an unknown integration', { ...user, overrides: { nope: {} } }, [{ ...noIntegration, path: ['overrides', 'nope'] }]],
        [
            'an unknown default',
            { ...user, integrations_config_defaults: { gem: { client_id: 'x' } } },
            [{ code: 'unrecognized_keys', message: 'Unrecognized key: "client_id"', path: ['integrations_config_defaults', 'gem'] }]
        ],
        [
            'an authorization parameter that is no text',
            { ...user, integrations_config_defaults: { github: { authorization_params: { a: 1 } } } },
            [
                expect.objectContaining({
                    code: 'invalid_type',
                    path: ['integrations_config_defaults', 'github', 'authorization_params', 'a']
                })
            ]
        ],
        [
            'docs that are not https',
            { ...user, overrides: { gem: { docs_connect: 'javascript:alert(1)' } } },
            [{ code: 'invalid_format', message: 'Invalid URL', path: ['overrides', 'gem', 'docs_connect'] }]
        ],
        [
            'a webhook address that is none',
            { ...user, webhook_url_override: 'nope' },
            [{ code: 'invalid_union', message: 'Invalid input', path: ['webhook_url_override'] }]
        ],
        [
            'a webhook address with a fragment',
            { ...user, webhook_url_override: 'https://hooks.example/x#part' },
            [expect.objectContaining({ message: 'The part after # is never sent. Leave it out.', path: ['webhook_url_override'] })]
        ],
        [
            'an organization without an id',
            { ...user, organization: { display_name: 'x' } },
            [expect.objectContaining({ path: ['organization', 'id'] })]
        ],
        [
            'an origin with a path',
            { ...user, allowed_origins: ['https://a.example/'] },
            [
                expect.objectContaining({
                    code: 'custom',
                    path: ['allowed_origins', '0'],
                    message: expect.stringContaining('for example https://app.example.com')
                })
            ]
        ],
        [
            'an origin that is a wildcard',
            { ...user, allowed_origins: ['*'] },
            [expect.objectContaining({ path: ['allowed_origins', '0'] })]
        ],
        [
            'a tag key with a space',
            { tags: { 'a b': 'x' } },
            [{ code: 'invalid_key', message: 'Invalid key in record', path: ['tags', 'a b'] }]
        ],
        [
            'a tag key that begins with a digit',
            { tags: { '1a': 'x' } },
            [{ code: 'invalid_key', message: 'Invalid key in record', path: ['tags', '1a'] }]
        ],
        ['an empty tag', { tags: { a: '' } }, [expect.objectContaining({ code: 'too_small', path: ['tags', 'a'] })]],
        ['a tag that is no text', { tags: { a: 1 } }, [expect.objectContaining({ code: 'invalid_type', path: ['tags', 'a'] })]],
        [
            'tag keys that differ in case only',
            { tags: { Plan: 'a', plan: 'b' } },
            [{ code: 'custom', message: 'Duplicate tag key after case normalization: "plan"', path: ['tags', 'plan'] }]
        ],
        [
            'eleven tags',
            { tags: Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`t${index}`, 'x'])) },
            [{ code: 'custom', message: 'Tags cannot contain more than 10 keys', path: ['tags'] }]
        ],
        [
            'eleven tags of the end user',
            { end_user: { id: 'u', tags: Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`t${index}`, 'x'])) } },
            [{ code: 'custom', message: 'Tags cannot contain more than 10 keys', path: ['end_user', 'tags'] }]
        ],
        [
            'a tag that should be an e-mail address',
            { tags: { end_user_email: 'nope' } },
            [{ code: 'custom', message: 'Tag "end_user_email" must be a valid email', path: ['tags', 'end_user_email'] }]
        ]
    ])('%s', async (_what, body, errors) => {
        const response = await mint(body);
        expect(outcomeOf(response)).toBe('400 invalid_body');
        expect(errorOf(response).errors).toEqual(errors);
    });
});

test.each([
    'response_type',
    'client_id',
    'redirect_uri',
    'state',
    'scope',
    'code_challenge',
    'code_challenge_method',
    'request',
    'request_uri',
    'response_mode',
    'STATE',
    'Redirect_Uri'
])('T-07: the authorization parameter %s is not the caller’s to set', async (name) => {
    const defaults = { integrations_config_defaults: { github: { authorization_params: { prompt: 'consent', [name]: 'mine' } } } };
    const response = await mint({ ...user, ...defaults });
    expect(outcomeOf(response)).toBe('400 invalid_body');
    expect(errorOf(response).errors).toEqual([
        {
            code: 'custom',
            message: expect.stringContaining(`${name} is set by the server`),
            path: ['integrations_config_defaults', 'github', 'authorization_params', name]
        }
    ]);
});

test('T-07: other authorization parameters are the caller’s', async () => {
    const response = await mint({ ...user, integrations_config_defaults: { github: { authorization_params: { prompt: 'consent' } } } });
    expect((await viewOf(response)).integrations_config_defaults).toEqual({
        github: { connection_config: {}, authorization_params: { prompt: 'consent' } }
    });
});

describe('tags', () => {
    test('are made of the end user and the organization, and those given win', async () => {
        await mint({
            end_user: { id: 'u', email: 'ada@example.com', display_name: 'Ada', tags: { Plan: 'gold', region: '' } },
            organization: { id: 'org', display_name: 'Acme' },
            tags: { ORGANIZATION_ID: 'other', 'a/b.c-d': 'x' }
        });
        expect(await storedTags()).toEqual({
            end_user_id: 'u',
            end_user_email: 'ada@example.com',
            end_user_display_name: 'Ada',
            organization_id: 'other',
            organization_display_name: 'Acme',
            plan: 'gold',
            region: '',
            'a/b.c-d': 'x'
        });
    });

    test('stand for an end user, who is then absent', async () => {
        const view = await viewOf(await mint({ tags: { customer: '42' } }));
        expect(view.endUser).toBe(null);
        expect(await storedTags()).toEqual({ customer: '42' });
    });

    test('of the end user are left out when there would be more than ten', async () => {
        const tags = Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`t${index}`, 'x']));
        await mint({ end_user: { id: 'u', tags } });
        expect(await storedTags()).toEqual({ end_user_id: 'u' });
    });
});

describe('T-99: open objects', () => {
    const config = (value: unknown) => mint({ ...user, integrations_config_defaults: { gem: { connection_config: value } } });
    const path = ['integrations_config_defaults', 'gem', 'connection_config'];

    test.each([
        ['too big', { text: 'x'.repeat(17_000) }, 'Too big: at most 16 KiB of JSON.'],
        ['too deep', { a: { b: { c: { d: { e: { f: 1 } } } } } }, 'Too deep: at most 5 levels.'],
        ['of too many keys', Object.fromEntries(Array.from({ length: 65 }, (_, index) => [`k${index}`, 1])), 'Too many keys: at most 64.']
    ])('that are %s are refused', async (_what, value, message) => {
        expect(errorOf(await config(value)).errors).toEqual([{ code: 'custom', message, path }]);
    });

    test('are kept as they are otherwise, and nothing in them is interpreted', async () => {
        const value = { constructor: 'x', toString: '${apiKey}', 'a.b': ['<script>'], nested: { prototype: { polluted: true } } };
        expect((await config(value)).status).toBe(201);
        expect(Object('')).not.toHaveProperty('polluted');
    });
});

test('T-86: token, link and the customer’s defaults are not readable in the database', async () => {
    const response = await mint({
        ...user,
        integrations_config_defaults: { gem: { connection_config: { appSecret: 'canary-in-the-defaults' } } }
    });
    const { token, connect_link: link } = minted(response);
    const stored = await storedText(app.db);
    for (const secret of [token.split('_')[2] ?? '', link.split('/').at(-1) ?? '', 'canary-in-the-defaults']) {
        expect(secret.length).toBeGreaterThan(20);
        for (const spelling of spellingsOf(secret)) expect(stored).not.toContain(spelling);
    }
});

test('an integration that is deleted later is not offered any more', async () => {
    await app.call(createIntegration, { body: { provider: 'github', unique_key: 'passing', credentials: sandboxClient } });
    const endUser = await app.session({ allowed_integrations: ['passing', 'gem'] });
    await app.call(deleteIntegration, { params: { id: 'passing' } });
    expect((await endUser.call(getConnectSession, {})).data.integrations.map(({ id }) => id)).toEqual(['gem']);
    expect((await endUser.call(listIntegrations, {})).data).toHaveLength(1);
});

describe('what the backend shows once an account is connected', () => {
    const next = { label: 'Import your data', url: 'https://app.example.com/import?from=gem' };

    test('is passed on to the Connect UI, in sessions to connect and to reconnect; without it, nothing', async () => {
        const success = { text: '  Your data shows up within a minute. ', next };
        expect((await viewOf(await mint({ ...user, success }))).success).toEqual({ text: 'Your data shows up within a minute.', next });
        expect((await viewOf(await mint({ ...user, success: { next } }))).success).toEqual({ text: null, next });
        expect((await viewOf(await mint(user))).success).toBeNull();
        await app.call(importConnection, {
            body: { connection_id: 'c-success', provider_config_key: 'gem', credentials: { type: 'API_KEY', apiKey: 'k' } }
        });
        const again = await sendJson(app, 'POST', '/connect/sessions/reconnect', {
            connection_id: 'c-success',
            integration_id: 'gem',
            success
        });
        expect((await viewOf(again)).success?.next).toEqual(next);
    });

    test('is shown by a share link that needs no confirmation, and refused of others', async () => {
        const link = await makeLink(app, { require_confirmation: false, success: { next } });
        const opened = await openLink(app, link.url);
        expect((await opened.call(getConnectSession, {})).data.success).toEqual({ text: null, next });
        const response = await sendJson(app, 'POST', '/connect/links', { ...user, success: { next } });
        expect(errorOf(response).errors).toEqual([
            expect.objectContaining({ path: ['success'], message: expect.stringContaining('return_to') })
        ]);
    });

    test.each<[string, unknown, string[]]>([
        ['a text with markup', { text: 'Go <b>on</b>' }, ['text']],
        ['a text with an entity', { text: 'Go&nbsp;on' }, ['text']],
        ['a text with a Markdown link', { text: '[Go on](https://evil.example)' }, ['text']],
        ['a text of several lines', { text: 'Go\non' }, ['text']],
        ['a text that turns the rest around', { text: 'Go \u202Eon' }, ['text']],
        ['a label with a direction of its own', { next: { ...next, label: 'Go \u2067on\u2069' } }, ['next', 'label']],
        ['a text of 201 characters', { text: 'x'.repeat(201) }, ['text']],
        ['a label of 41 characters', { next: { ...next, label: 'x'.repeat(41) } }, ['next', 'label']],
        ['a label of spaces', { next: { ...next, label: '  ' } }, ['next', 'label']],
        ['an address in words', { next: { ...next, url: 'our import page' } }, ['next', 'url']],
        ['an address that is a script', { next: { ...next, url: 'javascript:alert(1)' } }, ['next', 'url']],
        ['an address over plain http', { next: { ...next, url: 'http://app.example.com/' } }, ['next', 'url']],
        ['an address that only begins like loopback', { next: { ...next, url: 'http://127.0.0.1.evil.example/' } }, ['next', 'url']],
        ['an address without a host', { next: { ...next, url: '/import' } }, ['next', 'url']]
    ])('%s is refused in words', async (_what, success, path) => {
        const response = await mint({ ...user, success });
        expect(response.status).toBe(400);
        const isAddress = path.at(-1) === 'url';
        const message = isAddress
            ? 'Give an https address; http works for localhost, 127.0.0.1 and [::1] only.'
            : expect.stringMatching(/\w+ \w+/);
        expect(errorOf(response).errors).toEqual([expect.objectContaining({ path: ['success', ...path], message })]);
    });

    test.each(['http://localhost:3010/import', 'http://127.0.0.1:3010/', 'http://[::1]:3010/', 'http://shop.localhost/'])(
        'for development the next step may lead to %s',
        async (url) => {
            expect((await viewOf(await mint({ ...user, success: { next: { ...next, url } } }))).success?.next?.url).toBe(url);
        }
    );
});
