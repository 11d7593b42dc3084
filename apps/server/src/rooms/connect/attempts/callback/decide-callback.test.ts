import type { Token } from '@patchbay/oauth';
import { expect, test } from 'vitest';
import { ownSentence, scrubberOf } from '../../../connections/provider-calls/provider-text.ts';
import type { AttemptSecrets } from '../attempt-secrets.ts';
import { integrationOf } from '../integration.fixtures.ts';
import { type AcceptedCallback, type CallbackContext, decideCallback, decideToken } from './decide-callback.ts';

const sandboxUrl = 'http://sandbox.test';
const now = new Date('2026-01-02T03:04:05.000Z');
const callback = { code: 'the-code', iss: `${sandboxUrl}/oauth` };

const secrets: AttemptSecrets = {
    config: { region: 'eu' },
    scopes: ['contacts.read'],
    authorizationParams: {},
    clientId: 'client',
    codeVerifier: 'the-code-verifier',
    selectAccount: false,
    locale: 'en',
    theme: 'system'
};

const integration = integrationOf('sandbox-oauth2');
const row = { is_reconnect: false, for_reference_client: false, approval_since: null };
const context: CallbackContext = {
    row,
    integration,
    secrets,
    session: { allowed_integrations: ['crm'] },
    hasConnection: false,
    sandboxUrl
};

const acceptedCallback = (): AcceptedCallback => {
    const decided = decideCallback(context, callback);
    if (decided.kind !== 'code') throw new Error(decided.kind);
    return decided;
};

test('a callback with a code is accepted with the client that the browser was sent with', () => {
    const client = { clientId: 'client', clientSecret: 'client-secret' };
    expect(decideCallback(context, callback)).toMatchObject({ kind: 'code', code: 'the-code', client });
    const own = { clientId: 'own', clientSecret: 'own-secret' };
    expect(decideCallback({ ...context, secrets: { ...secrets, client: own, clientId: 'own' } }, callback)).toMatchObject({ client: own });
    expect(decideCallback({ ...context, session: { allowed_integrations: [] } }, callback)).toMatchObject({ kind: 'code' });
    expect(decideCallback({ ...context, row: { ...row, is_reconnect: true }, hasConnection: true }, callback)).toMatchObject({
        kind: 'code'
    });
});

test.each<[string, Partial<CallbackContext>, Record<string, string | string[]>, object]>([
    ['no integration', { integration: undefined }, callback, { code: 'integration_misconfigured' }],
    ['an integration without OAuth', { integration: integrationOf('stripe') }, callback, { code: 'integration_misconfigured' }],
    ['a deleted session', { session: undefined }, callback, { code: 'state_mismatch' }],
    [
        'an integration that the session no longer allows',
        { session: { allowed_integrations: ['x'] } },
        callback,
        { code: 'state_mismatch' }
    ],
    [
        'a disabled integration',
        { integration: integrationOf('sandbox-oauth2', { enabled: false }) },
        callback,
        { code: 'integration_misconfigured', description: 'The integration is switched off.' }
    ],
    [
        'a replaced OAuth app',
        { integration: integrationOf('sandbox-oauth2', { client_id: 'other' }) },
        callback,
        { code: 'state_mismatch', providerText: 'The OAuth app of the integration was replaced meanwhile.' }
    ],
    [
        'a reconnect whose connection was deleted',
        { row: { ...row, is_reconnect: true } },
        callback,
        { code: 'state_mismatch', providerText: 'The connection was deleted meanwhile.' }
    ],
    ['another issuer', {}, { ...callback, iss: 'http://evil.test' }, { code: 'state_mismatch', isFromCallback: false }],
    ['a repeated parameter', {}, { ...callback, code: ['a', 'b'] }, { code: 'state_mismatch' }],
    ['a denied consent', {}, { iss: callback.iss, error: 'access_denied' }, { code: 'consent_denied', isFromCallback: false }],
    [
        'an error of the provider',
        {},
        { iss: callback.iss, error: 'server_error', error_description: 'Sent client-secret.' },
        { code: 'provider_error', isFromCallback: true, providerText: 'Sent [secret].' }
    ],
    [
        "a callback that the provider's own check refuses",
        { integration: integrationOf('shopify'), secrets: { ...secrets, config: { subdomain: 'acme' } } },
        { code: 'c', shop: 'acme.myshopify.com' },
        { code: 'state_mismatch', providerText: 'The response was not signed by Shopify.' }
    ]
])('%s fails before the code is exchanged', (_, changes, query, failure) => {
    expect(decideCallback({ ...context, ...changes }, query)).toMatchObject({ kind: 'failed', ...failure });
});

const tokenOutcome = (token: Partial<Token> = {}) => ({
    ok: true as const,
    token: { accessToken: 'access', raw: { access_token: 'access' }, ...token },
    receivedAt: 0,
    scrubber: scrubberOf([])
});

test('a token response becomes a grant, in which the session’s configuration overrides the provider’s', () => {
    const endsAt = new Date('2026-07-01T00:00:00.000Z');
    const outcome = tokenOutcome({ refreshToken: 'refresh', scopes: ['contacts.read'], grantEndsAt: endsAt });
    const accepted = { ...acceptedCallback(), config: { region: 'us', tenant: 't' } };
    expect(decideToken(accepted, secrets, outcome, { tenant: 'declared' }, now)).toEqual({
        kind: 'granted',
        missing: [],
        candidate: {
            integration,
            credentials: { type: 'OAUTH2', access_token: 'access', refresh_token: 'refresh', raw: { access_token: 'access' } },
            config: { region: 'us', tenant: 'declared' },
            grant: {
                askedScopes: ['contacts.read'],
                clientId: 'client',
                grantedScopes: ['contacts.read'],
                issuedAt: now.toISOString(),
                endsAt: endsAt.toISOString(),
                idleEndsAt: null
            },
            spent: ['the-code', 'the-code-verifier', undefined]
        }
    });
});

test('a token response names the scopes that were not granted', () => {
    expect(decideToken(acceptedCallback(), secrets, tokenOutcome({ scopes: ['openid'] }), {}, now)).toMatchObject({
        kind: 'granted',
        missing: ['contacts.read']
    });
});

test('a refused token request fails with the provider’s text', () => {
    const providerText = ownSentence('The code is too old.');
    const refusal = { kind: 'refused' as const, status: 400 };
    expect(decideToken(acceptedCallback(), secrets, { ok: false, code: 'provider_error', providerText, refusal }, {}, now)).toEqual({
        kind: 'failed',
        code: 'provider_error',
        providerText
    });
});

test.each<[string, Partial<CallbackContext['row']>, string, object]>([
    ['an admin who has to consent', {}, 'AADSTS90094: Only an admin can grant this.', { kind: 'pending_approval' }],
    ['an admin who was asked', {}, 'AADSTS90095: A request was sent.', { kind: 'pending_approval' }],
    ['a person who declined', {}, 'AADSTS65004: User declined to consent.', { code: 'consent_denied' }],
    [
        'a person who declined what still waits',
        { approval_since: new Date(0) },
        'AADSTS65004: User declined to consent.',
        { kind: 'pending_approval' }
    ],
    ['a client of the reference', { for_reference_client: true }, 'AADSTS90094: Only an admin.', { code: 'consent_denied' }]
])('Microsoft’s callback about %s decides whether the attempt waits', (_about, own, description, decision) => {
    const microsoft = { ...context, integration: integrationOf('microsoft'), row: { ...row, ...own } };
    expect(decideCallback(microsoft, { error: 'access_denied', error_description: description })).toMatchObject(decision);
});
