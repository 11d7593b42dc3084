import { expect, test } from 'vitest';
import { fakeVendor } from '../fake-vendor.ts';
import { identify } from '../identify.ts';
import { isRateLimited } from '../is-rate-limited.ts';
import { refusesCredentials } from '../refuses-credentials.ts';
import provider from './provider.ts';

const credentials = { type: 'OAUTH2', access_token: 'token' };

const whoSignedIn = (json: unknown) =>
    identify(provider, { credentials, connectionConfig: {}, values: {}, request: fakeVendor({ 'POST /auth.test': { json } }) });

test('the account is the workspace', async () => {
    expect(await whoSignedIn({ ok: true, team: 'Acme', team_id: 'T1', user_id: 'U1' })).toEqual({
        accounts: [{ id: 'T1', label: 'Acme' }]
    });
});

test('an error with status 200 is an error', async () => {
    await expect(whoSignedIn({ ok: false, error: 'fatal_error' })).rejects.toThrow('Slack responded with something unexpected');
});

test.each([
    ['a token that was taken back', 'token_revoked', [false, true]],
    ['too many calls', 'ratelimited', [true, false]],
    ['a missing scope', 'missing_scope', [false, false]]
])('of an error with status 200 it is known whether it means %s', (_what, error, expected) => {
    const reply = { status: 200, headers: {}, json: { ok: false, error } };
    expect([isRateLimited(reply, provider.proxy), refusesCredentials(reply, provider.proxy)]).toEqual(expected);
});

test("a user's token is taken from where Slack puts it, and a bot's token wins over one that does not end", () => {
    const authed_user = { id: 'U1', access_token: 'xoxp', scope: 'chat:write', refresh_token: 'xoxe', expires_in: 43200 };
    expect(provider.tokenFromAnswer?.({ ok: true, authed_user })).toMatchObject({
        access_token: 'xoxp',
        scope: 'chat:write',
        refresh_token: 'xoxe',
        expires_in: 43200
    });
    const { refresh_token: _, expires_in: __, ...lasting } = authed_user;
    const response = provider.tokenFromAnswer?.({ ok: true, access_token: 'xoxb', authed_user: lasting });
    expect(response).toMatchObject({ access_token: 'xoxb', authed_user: { access_token: 'xoxp' } });
});

test('two tokens that both end are refused in words: the one that is not renewed would be lost', () => {
    const authed_user = { id: 'U1', access_token: 'xoxp', refresh_token: 'xoxe', expires_in: 43200 };
    const rotated = { ok: true, access_token: 'xoxb', refresh_token: 'xoxe-b', expires_in: 43200 };
    expect(provider.tokenFromAnswer?.({ ...rotated, authed_user })).toEqual({
        error: 'invalid_scope',
        error_description: expect.stringContaining('Ask for bot scopes and user scopes in two integrations.')
    });
    expect(provider.tokenFromAnswer?.({ ...rotated, authed_user: { id: 'U1' } })).toMatchObject({ access_token: 'xoxb' });
});

test.each([undefined, null, 'U1', [], { access_token: 7 }])('an odd authed_user gives no token: %j', (authed_user) => {
    expect(provider.tokenFromAnswer?.({ ok: true, authed_user })).toMatchObject({ access_token: undefined });
});

test('access is taken back; a refusal is told in the words of the vendor', async () => {
    const revoke = (json: unknown) =>
        provider.revoke?.({
            credentials,
            connectionConfig: {},
            client: { clientId: 'id', clientSecret: 'secret' },
            request: fakeVendor({ 'POST /auth.revoke': { json } })
        });
    expect(await revoke({ ok: true, revoked: true })).toEqual({ outcome: 'revoked' });
    expect(await revoke({ ok: false, error: 'token_revoked' })).toEqual({ outcome: 'revoked' });
    expect(await revoke({ ok: false, error: 'not_allowed_token_type' })).toEqual({
        outcome: 'failed',
        reason: 'Slack responded with not_allowed_token_type.'
    });
    expect(await revoke('<html>')).toMatchObject({ outcome: 'failed' });
});
