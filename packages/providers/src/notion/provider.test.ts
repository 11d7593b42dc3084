import { expect, test } from 'vitest';
import { fakeVendor } from '../fake-vendor.ts';
import provider from './provider.ts';

const credentials = { type: 'OAUTH2', access_token: 'token' };

test('the account is the workspace of the token response, without asking', async () => {
    const connectionConfig = { workspace_id: 'w1', workspace_name: 'Acme' };
    expect(await provider.identify?.({ credentials, connectionConfig, request: fakeVendor({}) })).toEqual({
        accounts: [{ id: 'w1', label: 'Acme' }]
    });
});

test('an imported connection asks the API, which may not tell', async () => {
    const told = fakeVendor({ 'GET /v1/users/me': { json: { id: 'b1', bot: { workspace_id: 'w1', workspace_name: 'Acme' } } } });
    const untold = fakeVendor({ 'GET /v1/users/me': { json: { id: 'b1', bot: { workspace_name: 'Acme' } } } });
    const label = { id: 'w1', label: 'Acme' };
    expect(await provider.identify?.({ credentials, connectionConfig: {}, request: told })).toEqual({ accounts: [label] });
    expect(await provider.identify?.({ credentials, connectionConfig: {}, request: untold })).toEqual({ accounts: [] });
});
