import { AppError } from '@patchbay/contracts';
import type { Token } from '@patchbay/oauth';
import { findProvider } from '@patchbay/providers';
import { expect, test } from 'vitest';
import { ownSentence, scrubberOf } from '../../connections/provider-calls/provider-text.ts';
import type { Candidate } from '../../connections/connection-store/candidate.ts';
import type { Integration } from '../../platform/integrations/open-integration.ts';
import type { AttemptSecrets } from './attempt-secrets.ts';
import {
    type AcceptedCallback,
    type CallbackContext,
    decideAccount,
    decideCallback,
    decideSaveError,
    decideToken,
    decideVerdict
} from './decide-outcome.ts';

const sandboxUrl = 'http://sandbox.test';
const now = new Date('2026-01-02T03:04:05.000Z');
const callback = { code: 'the-code', iss: `${sandboxUrl}/oauth` };

function integrationOf(providerId: string, changes: Partial<Integration['row']> = {}): Integration {
    const provider = findProvider(providerId);
    if (!provider) throw new Error(`There is no provider ${providerId}.`);
    const row: Integration['row'] = {
        environment_id: 'e',
        id: 'i',
        unique_key: 'crm',
        provider: providerId,
        display_name: null,
        client_id: 'client',
        scopes: [],
        forward_webhooks: false,
        enabled: true,
        allowed_base_urls: [],
        app_refusal: null,
        secrets: Buffer.alloc(0),
        deleted_at: null,
        revocations: {},
        created_at: now,
        updated_at: now,
        ...changes
    };
    return { row, provider, secrets: { clientSecret: 'client-secret', config: {}, custom: {} } };
}

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
const context: CallbackContext = {
    row: { is_reconnect: false },
    integration,
    secrets,
    session: { allowed_integrations: ['crm'] },
    hasConnection: false,
    sandboxUrl
};

const acceptedCallback = (): AcceptedCallback => {
    const decided = decideCallback(context, callback);
    if (decided.kind !== 'code') throw new Error(decided.code);
    return decided;
};

test('a callback with a code is accepted with the client that the browser was sent with', () => {
    const client = { clientId: 'client', clientSecret: 'client-secret' };
    expect(decideCallback(context, callback)).toMatchObject({ kind: 'code', code: 'the-code', client });
    const own = { clientId: 'own', clientSecret: 'own-secret' };
    expect(decideCallback({ ...context, secrets: { ...secrets, client: own, clientId: 'own' } }, callback)).toMatchObject({ client: own });
    expect(decideCallback({ ...context, session: { allowed_integrations: [] } }, callback)).toMatchObject({ kind: 'code' });
    expect(decideCallback({ ...context, row: { is_reconnect: true }, hasConnection: true }, callback)).toMatchObject({ kind: 'code' });
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
        { row: { is_reconnect: true } },
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

const ada = { id: 'ada', label: ownSentence('Ada') };
const bob = { id: 'bob', label: ownSentence('Bob') };
const candidate: Candidate = { integration, credentials: { type: 'OAUTH2' }, config: {} };
const own = { for_reference_client: false };
const ofReference = { for_reference_client: true };
const accepted = (...accounts: (typeof ada)[]) => ({ outcome: 'accepted' as const, accounts, isChecked: true });
const replaced = (account?: typeof ada) => ({ identityHash: Buffer.from('hash'), label: 'Ada', account });

test.each([
    [{ outcome: 'rejected', said: ownSentence('No.') } as const, { code: 'credentials_rejected', providerText: 'No.' }],
    [{ outcome: 'rejected', isForbidden: true } as const, { code: 'credentials_rejected' }],
    [
        { outcome: 'unreachable', reason: ownSentence('No response.') } as const,
        { code: 'provider_down', description: 'No response.', providerText: undefined }
    ],
    [
        { outcome: 'misconfigured', reason: ownSentence('Not allowed.') } as const,
        { code: 'integration_misconfigured', description: 'Not allowed.' }
    ]
])('the verdict %j fails the attempt', (verdict, failure) => {
    expect(decideVerdict(own, candidate, verdict, undefined)).toMatchObject({ kind: 'failed', ...failure });
});

test('typed credentials without the permissions are told apart, but for clients of the reference', () => {
    const typed = { ...candidate, integration: integrationOf('stripe') };
    const verdict = { outcome: 'rejected', isForbidden: true, reason: ownSentence('Refused.') } as const;
    expect(decideVerdict(own, typed, verdict, undefined)).toMatchObject({ code: 'missing_permissions', providerText: undefined });
    expect(decideVerdict(ofReference, typed, verdict, undefined)).toMatchObject({ code: 'credentials_rejected', providerText: 'Refused.' });
});

test('one account, or none, is connected', () => {
    const checked = { ...candidate, accounts: [ada], isChecked: true };
    expect(decideVerdict(own, candidate, accepted(ada), undefined)).toEqual({ kind: 'connected', checked, account: ada });
    expect(decideVerdict(own, candidate, accepted(), undefined)).toMatchObject({ kind: 'connected', account: null });
});

test('of several accounts the end user chooses one, which clients of the reference cannot ask for', () => {
    expect(decideVerdict(own, candidate, accepted(ada, bob), undefined)).toMatchObject({ kind: 'needs_choice' });
    expect(decideVerdict(ofReference, candidate, accepted(ada, bob), undefined)).toMatchObject({
        kind: 'failed',
        code: 'validation',
        providerText: expect.stringContaining('Ada, Bob')
    });
});

test('a reconnect takes the account that it had', () => {
    expect(decideVerdict(own, candidate, accepted(bob, ada), replaced(ada))).toMatchObject({
        kind: 'connected',
        account: ada,
        accountBefore: Buffer.from('hash')
    });
});

test('a reconnect of a connection without a known account takes the one that signed in, as long as none is known', () => {
    const unknown = { identityHash: null, label: null, account: undefined };
    expect(decideVerdict(own, candidate, accepted(bob), unknown)).toMatchObject({ kind: 'connected', account: bob, accountBefore: null });
});

test('a reconnect with another account asks, and fails for clients of the reference', () => {
    expect(decideVerdict(own, candidate, accepted(bob), replaced())).toMatchObject({ kind: 'account_mismatch', was: 'Ada', now: 'Bob' });
    expect(decideVerdict(ofReference, candidate, accepted(bob), replaced())).toMatchObject({
        kind: 'failed',
        code: 'validation',
        providerText: 'Bob signed in, but the connection belongs to Ada. Sign in with that account.'
    });
});

test('a reconnect fails when the account cannot be identified any more', () => {
    const failure = { kind: 'failed', code: 'missing_permissions' };
    expect(decideVerdict(own, candidate, accepted(), replaced())).toEqual(failure);
    expect(decideVerdict(ofReference, candidate, accepted(), replaced())).toMatchObject({
        ...failure,
        providerText: expect.stringContaining('did not say which account this is')
    });
});

test('the account that was chosen is connected, unless the connection belongs to another one', () => {
    const chosen = { ...candidate, accounts: [bob], isChecked: true };
    expect(decideAccount(own, chosen, undefined)).toMatchObject({ kind: 'connected', account: bob });
    expect(decideAccount(own, chosen, replaced())).toMatchObject({ kind: 'account_mismatch' });
});

test('a connection that cannot be saved fails the attempt, and any other error does not', () => {
    expect(decideSaveError(new AppError('integration_disabled'))).toMatchObject({ code: 'integration_misconfigured' });
    expect(decideSaveError(new AppError('conflict'))).toMatchObject({ code: 'state_mismatch' });
    expect(decideSaveError(new AppError('invalid_connection'))).toMatchObject({ code: 'state_mismatch' });
    expect(decideSaveError(new AppError('unknown_attempt'))).toBeUndefined();
    expect(decideSaveError(new Error('database'))).toBeUndefined();
});
