import { sandboxClient, startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorOf, keyWith, outcomeOf } from '../../api.fixtures.ts';
import { ask, isoDate, issue } from './wire.fixtures.ts';

/** The reference's integrations and providers. */
let app: TestApp;
beforeAll(async () => {
    app = await startTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const credentials = { ...sandboxClient, scopes: 'openid,email' };
const crm = { provider: 'sandbox-oauth2', unique_key: 'crm', credentials };
const view = (more: object = {}) => ({
    data: expect.objectContaining({
        unique_key: 'crm',
        provider: 'sandbox-oauth2',
        display_name: 'Sandbox (OAuth 2)',
        logo: expect.stringMatching(/^http/),
        forward_webhooks: true,
        created_at: isoDate,
        updated_at: isoDate,
        ...more
    })
});

describe('integrations', () => {
    test('POST is 200 with the integration, whose name falls back to the provider’s', async () => {
        const response = await ask(app, 'POST /integrations', crm);
        expect([response.status, response.json]).toEqual([200, view()]);
    });

    test.each([
        [{ provider: 'nothing', unique_key: 'x' }, ['provider'], 'Invalid provider'],
        [crm, ['uniqueKey'], 'Unique key already exists'],
        [
            { provider: 'sandbox-oauth2', unique_key: 'x' },
            ['credentials'],
            'Missing credentials. Sandbox (OAuth 2) signs in by OAuth 2: give {"type": "OAUTH2", "client_id": "…", "client_secret": "…"}; see docs/integrations.md.'
        ],
        [
            { provider: 'sandbox-api-key', unique_key: 'x', credentials },
            ['credentials', 'type'],
            'incompatible credentials auth type and provider auth. Sandbox (API key) connects by API_KEY, with credentials of each end user: leave credentials out.'
        ]
    ])('POST %j is 400 invalid_body', async (body, path, message) => {
        const response = await ask(app, 'POST /integrations', body);
        expect(outcomeOf(response)).toBe('400 invalid_body');
        expect(errorOf(response).errors).toEqual([issue('custom', path, message)]);
    });

    test.each([
        [{ provider: 'sandbox-oauth2' }, issue('invalid_type', ['unique_key'])],
        [{ ...crm, display_name: '' }, issue('too_small', ['display_name'])],
        [{ ...crm, forward_webhooks: 'yes' }, issue('invalid_type', ['forward_webhooks'])],
        [{ ...crm, credentials: { ...credentials, scopes: 'a, b' } }, issue('invalid_format', ['credentials', 'scopes'])],
        [{ ...crm, credentials: { ...credentials, client_id: 'x'.repeat(256) } }, issue('too_big', ['credentials', 'client_id'])],
        [{ ...crm, custom: { a: 1 } }, issue('invalid_type', ['custom', 'a'])],
        [{ ...crm, colour: 'red' }, issue('unrecognized_keys', [])]
    ])('POST %j does not pass the schema', async (body, entry) => {
        const response = await ask(app, 'POST /integrations', body);
        expect(outcomeOf(response)).toBe('400 invalid_body');
        expect(errorOf(response).errors).toEqual([entry]);
    });

    test('GET includes what is asked for', async () => {
        const plain = await ask(app, 'GET /integrations/crm');
        expect([plain.status, plain.json]).toEqual([200, view()]);
        expect(Object(plain.json).data).not.toHaveProperty('credentials');
        const whole = {
            type: 'OAUTH2',
            client_id: credentials.client_id,
            client_secret: credentials.client_secret,
            scopes: 'openid,email',
            webhook_secret: null
        };
        expect((await ask(app, 'GET /integrations/crm?include=webhook&include=credentials')).json).toEqual(
            view({ credentials: whole, webhook_url: null })
        );
        const unknown = await ask(app, 'GET /integrations/nothing');
        expect([unknown.status, unknown.json]).toEqual([
            404,
            { error: { code: 'not_found', message: 'Integration "nothing" does not exist' } }
        ]);
    });

    test('GET of all takes no query, and a session sees those that it is allowed', async () => {
        await app.integrate('unauthenticated', { unique_key: 'plain' });
        const keysOf = async (token?: string) => {
            const { status, json } = await ask(app, 'GET /integrations', undefined, token);
            expect(status).toBe(200);
            return (json as { data: { unique_key: string }[] }).data.map(({ unique_key: name }) => name).toSorted();
        };
        expect(await keysOf()).toEqual(['crm', 'plain']);
        expect(await keysOf((await app.session()).token)).toEqual(['crm', 'plain']);
        expect(await keysOf((await app.session({ allowed_integrations: ['plain'] })).token)).toEqual(['plain']);
        expect(outcomeOf(await ask(app, 'GET /integrations?limit=1'))).toBe('400 invalid_query_params');
    });

    test('PATCH changes what it names', async () => {
        const response = await ask(app, 'PATCH /integrations/crm', { display_name: 'CRM', forward_webhooks: false });
        expect([response.status, response.json]).toEqual([200, view({ display_name: 'CRM', forward_webhooks: false })]);
        await ask(app, 'PATCH /integrations/crm', { credentials: { type: 'OAUTH2', scopes: 'openid' } });
        expect((await ask(app, 'GET /integrations/crm?include=credentials')).json).toMatchObject({
            data: { credentials: { client_id: credentials.client_id, scopes: 'openid' } }
        });
        expect(outcomeOf(await ask(app, 'PATCH /integrations/nothing', {}))).toBe('404 not_found');
        const taken = await ask(app, 'PATCH /integrations/crm', { unique_key: 'plain' });
        expect([outcomeOf(taken), errorOf(taken).message]).toEqual(['400 invalid_body', 'Unique key already exists']);
        const incompatible = await ask(app, 'PATCH /integrations/plain', { credentials: { type: 'OAUTH2', client_id: 'x' } });
        expect([outcomeOf(incompatible), errorOf(incompatible).message]).toEqual([
            '400 invalid_body',
            'incompatible credentials auth type and provider auth. No authentication connects by NONE, with credentials of each end user: leave credentials out.'
        ]);
    });

    test('one with connections keeps its key; deleting it takes them along', async () => {
        await ask(app, 'POST /connections', { provider_config_key: 'plain', connection_id: 'c1', credentials: { type: 'NONE' } });
        const renamed = await ask(app, 'PATCH /integrations/plain', { unique_key: 'other' });
        expect([outcomeOf(renamed), errorOf(renamed).message]).toEqual([
            '400 invalid_body',
            "Can't rename an integration with active connections"
        ]);
        const deleted = await ask(app, 'DELETE /integrations/plain');
        expect([deleted.status, deleted.json]).toEqual([200, { success: true }]);
        expect((await ask(app, 'GET /connections')).json).toEqual({ connections: [] });
        expect(outcomeOf(await ask(app, 'DELETE /integrations/plain'))).toBe('404 not_found');
    });

    test('the OAuth app needs a scope of its own', async () => {
        const token = await keyWith(app, ['environment:integrations:read']);
        expect(outcomeOf(await ask(app, 'GET /integrations/crm?include=credentials', undefined, token))).toBe('403 forbidden');
    });
});

/** Names in a definition, as the reference's clients know them, and what ours say beyond those. */
const known = `
    name logo_url display_name categories docs docs_connect setup_guide_url auth_mode proxy authorization_url token_url refresh_url
    authorization_params token_params refresh_params scope_separator default_scopes available_scopes disable_pkce authorization_method
    token_request_auth_method body_format authorization_code_param_in_callback redirect_uri_metadata token_response_metadata
    expires_in_unit token_headers alternate_access_token_response_path token_expiration_buffer connection_config credentials
    connection_configuration token_request_method token_response token_expires_in_ms additional_steps signature token
    client_registration registration_url registration_params
    request_url request_params request_http_method token_http_method signature_method`;
const ours = `
    aliases sandbox issuer no_check select_account_params granted_scope_names scope_descriptions refuses_webviews lang
    refresh no_refresh revocation_url revocation_body_format revocation_ends token_types usual_lifetime_seconds setup guide
    webhooks certainty other_ids identity installation refresh_step token_step client_certificate service`;
const knownOfField = `
    type title description example pattern optional format order default_value hidden prefix suffix doc_section secret automated enum
    warnings visible_when`;
const oursOfField = 'pattern_level multiline accept lang enum_labels';
const modes = [
    'OAUTH2',
    'OAUTH1',
    'OAUTH2_CC',
    'TWO_STEP',
    'JWT',
    'SIGNATURE',
    'BILL',
    'API_KEY',
    'BASIC',
    'TBA',
    'AWS_SIGV4',
    'INSTALL_PLUGIN',
    'NONE',
    'APP',
    'CUSTOM',
    'MCP_OAUTH2',
    'MCP_OAUTH2_GENERIC'
];

describe('providers', () => {
    interface Definition extends Record<string, unknown> {
        name: string;
        auth_mode: string;
    }
    const all = async () => ((await ask(app, 'GET /providers')).json as { data: Definition[] }).data;

    test('every definition has the reference’s names, modes and fields', async () => {
        for (const definition of await all()) {
            expect(definition).toMatchObject({
                name: expect.stringMatching(/^[a-zA-Z0-9_-]+$/),
                display_name: expect.any(String),
                categories: expect.any(Array),
                docs: expect.stringMatching(/^https:/),
                logo_url: expect.stringMatching(/^http/)
            });
            expect(modes).toContain(definition.auth_mode);
            if (definition.auth_mode === 'OAUTH2')
                expect(definition).toMatchObject({ authorization_url: expect.any(String), token_url: expect.any(String) });
            expect(namesBeyond(definition, `${known} ${ours}`)).toEqual([]);
            for (const form of [definition['credentials'], definition['connection_config']]) {
                for (const field of Object.values<object>(Object(form))) {
                    expect(field).toMatchObject({ type: 'string', title: expect.any(String) });
                    expect(namesBeyond(field, `${knownOfField} ${oursOfField}`)).toEqual([]);
                }
            }
        }
    });

    test('search finds names, in any case', async () => {
        const { json } = await ask(app, 'GET /providers?search=GitH');
        expect((json as { data: Definition[] }).data.map(({ name }) => name)).toEqual([
            'github',
            'github-app',
            'github-app-oauth',
            'sandbox-app',
            'sandbox-custom'
        ]);
        expect((await ask(app, 'GET /providers?search=nothing-has-this')).json).toEqual({ data: [] });
    });

    test('one of them, with a key and with a session', async () => {
        const { token } = await app.session();
        for (const as of [undefined, token]) {
            const response = await ask(app, 'GET /providers/gem', undefined, as);
            expect([response.status, response.json]).toEqual([
                200,
                {
                    data: expect.objectContaining({
                        name: 'gem',
                        auth_mode: 'API_KEY',
                        proxy: expect.objectContaining({
                            base_url: 'https://api.gem.com',
                            verification: expect.objectContaining({ method: 'GET' })
                        })
                    })
                }
            ]);
        }
        const unknown = await ask(app, 'GET /providers/nothing');
        expect([unknown.status, unknown.json]).toEqual([404, { error: { code: 'not_found', message: 'Unknown provider nothing' } }]);
        expect(outcomeOf(await ask(app, 'GET /providers/gem?search=x'))).toBe('400 invalid_query_params');
    });
});

function namesBeyond(object: object, names: string): string[] {
    return Object.keys(object).filter((name) => !names.split(/\s+/).includes(name));
}
