import { endpoints } from '@patchbay/contracts';
import { expect, test } from 'vitest';
import { Patchbay } from './index.ts';
import { startRecordingServer } from './recording-server.fixtures.ts';

const key = { connection_id: 'c1', provider_config_key: 'crm' };
const metadata = { ...key, metadata: { plan: 'pro' } };
const oauthApp = { type: 'OAUTH2', client_id: 'id', client_secret: 'secret', scopes: 'read,write' } as const;

/** Each method with the contract that it must fulfil. */
const calls: [id: string, call: (patchbay: Patchbay) => Promise<unknown>][] = [
    [
        'createConnectSession',
        (patchbay) => patchbay.connectSessions.create({ end_user: { id: 'user_1', email: 'noor@example.com' }, tags: { team: 'a' } })
    ],
    ['createReconnectSession', (patchbay) => patchbay.connectSessions.reconnect({ connection_id: 'c1', integration_id: 'crm' })],
    [
        'createConnectLink',
        (patchbay) =>
            patchbay.connectLinks.create({ end_user: { id: 'user_1' }, expires_in: 3600, return_to: 'https://app.example.com/done' })
    ],
    ['listConnectLinks', (patchbay) => patchbay.connectLinks.list({ limit: 10 })],
    ['deleteConnectLink', (patchbay) => patchbay.connectLinks.delete('0b0c4d1e-1111-4222-8333-444455556666')],
    ['getConnectSettings', (patchbay) => patchbay.connectUi.get()],
    [
        'updateConnectSettings',
        (patchbay) => patchbay.connectUi.update({ default_theme: 'dark', allowed_return_origins: ['https://app.example.com'] })
    ],
    ['listAttempts', (patchbay) => patchbay.attempts.list({ ref: 'C-7F3K2', limit: 5 })],
    ['confirmConnection', (patchbay) => patchbay.connections.confirm(key, 'user_1')],
    ['importConnection', (patchbay) => patchbay.connections.import({ ...key, credentials: { type: 'API_KEY', apiKey: 'k' } })],
    ['listConnections', (patchbay) => patchbay.connections.list({ search: 'noor', limit: 10, unconfirmed: true })],
    ['getConnection', (patchbay) => patchbay.connections.get(key, { forceRefresh: true })],
    ['updateConnection', (patchbay) => patchbay.connections.update(key, { end_user: { id: 'user_2' } })],
    ['deleteConnection', (patchbay) => patchbay.connections.delete(key)],
    ['setMetadata', (patchbay) => patchbay.connections.setMetadata(metadata)],
    ['updateMetadata', (patchbay) => patchbay.connections.updateMetadata(metadata)],
    ['listIntegrations', (patchbay) => patchbay.integrations.list()],
    ['createIntegration', (patchbay) => patchbay.integrations.create({ provider: 'github', unique_key: 'crm', credentials: oauthApp })],
    ['getIntegration', (patchbay) => patchbay.integrations.get('crm', { include: ['webhook', 'credentials'] })],
    ['updateIntegration', (patchbay) => patchbay.integrations.update('crm', { display_name: 'CRM' })],
    ['deleteIntegration', (patchbay) => patchbay.integrations.delete('crm')],
    ['listProviders', (patchbay) => patchbay.providers.list({ search: 'git' })],
    ['getProvider', (patchbay) => patchbay.providers.get('github')],
    ['listSecretKeys', (patchbay) => patchbay.keys.list()],
    ['createSecretKey', (patchbay) => patchbay.keys.create({ display_name: 'CI', scopes: ['environment:connections:read'] })],
    ['proxy', (patchbay) => patchbay.proxy.request(key, { method: 'PROPFIND', path: '/files', query: { depth: 1 } })],
    ['revokeSecretKeyById', (patchbay) => patchbay.keys.revoke('key_1')]
];

test.each(calls)('%s is asked as its contract says: method, path, query and body', async (id, call) => {
    await using server = await startRecordingServer(() => ({ body: {} }));
    await call(new Patchbay({ secretKey: `pb_sk_dev_${'a'.repeat(12)}_${'B'.repeat(43)}_0123abcd`, baseUrl: server.url }));
    const [request] = server.requests;
    const endpoint = endpoints.find((candidate) => candidate.id === id);
    if (!request || !endpoint) throw new Error(`No request, or no endpoint ${id}.`);

    const url = new URL(request.target, server.url);
    const pattern = new RegExp(`^${endpoint.path.replaceAll(/:\w+/g, '[^/]+').replace(/\*\w+$/, '.+')}$`);
    expect({ method: request.method, path: pattern.test(url.pathname) }).toEqual({
        method: endpoint.method === 'ANY' ? 'PROPFIND' : endpoint.method,
        path: true
    });
    expect(endpoint.auth).toContain('secret_key');
    const query = Object.fromEntries(
        [...url.searchParams.keys()].map((name) => [name, valueOf(url.searchParams, name, endpoint.repeatedQuery)])
    );
    if (endpoint.headers) endpoint.headers.parse(request.headers);
    // What streams passes its query on.
    if (endpoint.streams) return;
    if (endpoint.query) endpoint.query.parse(query);
    else expect(query).toEqual({});
    if (endpoint.body) endpoint.body.parse(request.body);
    else expect(request.body).toBeUndefined();
});

test('every endpoint for secret keys has its method, unless it is on its way out', () => {
    const expected = endpoints.filter(({ auth, deprecation }) => auth.includes('secret_key') && !deprecation).map(({ id }) => id);
    // The same as revokeSecretKeyById, by a body.
    expect([...calls.map(([id]) => id), 'revokeSecretKey'].toSorted()).toEqual(expected.toSorted());
});

function valueOf(search: URLSearchParams, name: string, repeated: readonly string[] = []): unknown {
    return repeated.includes(name) ? search.getAll(name) : search.get(name);
}
