import { expect, test } from 'vitest';
import type { ProviderRequest } from '../provider.ts';
import provider from './provider.ts';

const hookArgs = { credentials: { access_token: 'token' }, connectionConfig: {}, client: { clientId: 'app', clientSecret: 'secret' } };

test("a revocation names the app and the token, with the app's secret instead of the token", async () => {
    const calls: Parameters<ProviderRequest>[0][] = [];
    const request: ProviderRequest = async (call) => {
        calls.push(call);
        return { status: 200, json: { success: true }, text: '{"success":true}' };
    };
    expect(await provider.revoke?.({ ...hookArgs, request })).toEqual({ outcome: 'revoked' });
    expect(calls).toEqual([
        {
            method: 'POST',
            url: '/oauth2/revoke',
            headers: { authorization: 'Client secret' },
            body: { client_id: 'app', access_token: 'token' }
        }
    ]);
});

test('a grant that is gone counts as revoked, and an error does not', async () => {
    const answering =
        (status: number): ProviderRequest =>
        async () => ({ status, json: undefined, text: '' });
    expect(await provider.revoke?.({ ...hookArgs, request: answering(404) })).toEqual({ outcome: 'revoked' });
    expect(await provider.revoke?.({ ...hookArgs, request: answering(500) })).toEqual({
        outcome: 'failed',
        reason: 'Square responded with 500.'
    });
});
