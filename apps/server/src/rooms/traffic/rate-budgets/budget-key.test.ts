import { expect, test } from 'vitest';
import { providers, type RateLimits } from '@patchbay/providers';
import { budgetKey } from './budget-key.ts';
import type { UsableConnection } from '../../connections/connection-store/open-connection.ts';

const windows = [{ requests: 1, per_seconds: 1 }];

function keyOf(
    provider: string,
    per: RateLimits['per'],
    credentials: UsableConnection['credentials'],
    { id = 1, clientId = 'app', config = {} }: { id?: number; clientId?: string; config?: Record<string, string> } = {}
): string {
    const connection = {
        row: { id },
        integration: { provider: providers.get(provider), row: { id: 'integration', client_id: clientId } },
        credentials,
        config
    };
    // Only what the key is made of.
    return budgetKey(connection as unknown as UsableConnection, { per, windows }, 'http://localhost:1');
}

const apiKey = (key: string) => ({ type: 'API_KEY', apiKey: key });
const token = { type: 'OAUTH2', access_token: 'token' };

test('connections share a budget by their API key, user name or client, and only with the same provider', () => {
    expect(keyOf('gem', 'credentials', apiKey('a'), { id: 1 })).toBe(keyOf('gem', 'credentials', apiKey('a'), { id: 2 }));
    expect(keyOf('gem', 'credentials', apiKey('a'))).not.toBe(keyOf('gem', 'credentials', apiKey('b')));
    expect(keyOf('gem', 'credentials', apiKey('a'))).not.toBe(keyOf('openai', 'credentials', apiKey('a')));
    const user = (password: string) => ({ type: 'BASIC', username: 'u', password });
    expect(keyOf('sandbox-basic', 'credentials', user('1'))).toBe(keyOf('sandbox-basic', 'credentials', user('2'), { id: 2 }));
});

test('one user name at two addresses is two users', () => {
    const at = (host: string) =>
        keyOf('private-api-basic', 'credentials', { type: 'BASIC', username: 'u', password: '' }, { config: { base_url: host } });
    expect(at('https://one.example.com')).not.toBe(at('https://two.example.com'));
});

test('a sign-in has a budget of its own, whatever its token is at the moment', () => {
    const other = { ...token, access_token: 'renewed' };
    expect(keyOf('notion', 'credentials', token, { id: 1 })).toBe(keyOf('notion', 'credentials', other, { id: 1 }));
    expect(keyOf('notion', 'credentials', token, { id: 1 })).not.toBe(keyOf('notion', 'credentials', token, { id: 2 }));
});

test('an OAuth app or a value of the configuration may be what counts', () => {
    expect(keyOf('notion', 'client', token, { id: 1 })).toBe(keyOf('notion', 'client', token, { id: 2 }));
    expect(keyOf('notion', 'client', token)).not.toBe(keyOf('notion', 'client', token, { clientId: 'other' }));
    const realm = (id: number, config: Record<string, string>) => keyOf('quickbooks', '${connectionConfig.realmId}', token, { id, config });
    expect(realm(1, { realmId: 'r' })).toBe(realm(2, { realmId: 'r' }));
    expect(realm(1, { realmId: 'r' })).not.toBe(realm(1, { realmId: 's' }));
    // Without the value each connection is on its own.
    expect(realm(1, {})).not.toBe(realm(2, {}));
});
