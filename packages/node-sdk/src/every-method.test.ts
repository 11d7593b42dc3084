import { endpoints, type EndpointShape } from '@patchbay/contracts';
import { expect, test } from 'vitest';
import { Patchbay } from './index.ts';
import { startRecordingServer } from './recording-server.fixtures.ts';

const connection = { connection_id: 'c1', provider_config_key: 'crm' };
const metadata = { ...connection, metadata: { plan: 'pro' } };
const oauthApp = { type: 'OAUTH2', client_id: 'id', client_secret: 'secret', scopes: 'read,write' } as const;

/** Methods that the example request of their contract does not fit. */
const ownCalls: [id: string, call: (patchbay: Patchbay) => Promise<unknown>][] = [
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
    [
        'updateConnectSettings',
        (patchbay) => patchbay.connectUi.update({ default_theme: 'dark', allowed_return_origins: ['https://app.example.com'] })
    ],
    ['listAttempts', (patchbay) => patchbay.attempts.list({ ref: 'C-7F3K2', limit: 5 })],
    ['confirmConnection', (patchbay) => patchbay.connections.confirm(connection, 'user_1')],
    ['importConnection', (patchbay) => patchbay.connections.import({ ...connection, credentials: { type: 'API_KEY', apiKey: 'k' } })],
    ['listConnections', (patchbay) => patchbay.connections.list({ search: 'noor', limit: 10, unconfirmed: true })],
    ['getConnection', (patchbay) => patchbay.connections.get(connection, { forceRefresh: true })],
    ['updateConnection', (patchbay) => patchbay.connections.update(connection, { end_user: { id: 'user_2' } })],
    ['deleteConnection', (patchbay) => patchbay.connections.delete(connection)],
    ['setMetadata', (patchbay) => patchbay.connections.setMetadata(metadata)],
    ['updateMetadata', (patchbay) => patchbay.connections.updateMetadata(metadata)],
    ['createIntegration', (patchbay) => patchbay.integrations.create({ provider: 'github', unique_key: 'crm', credentials: oauthApp })],
    ['getIntegration', (patchbay) => patchbay.integrations.get('crm', { include: ['webhook', 'credentials'] })],
    ['updateIntegration', (patchbay) => patchbay.integrations.update('crm', { display_name: 'CRM' })],
    ['listProviders', (patchbay) => patchbay.providers.list({ search: 'git' })],
    ['createSecretKey', (patchbay) => patchbay.keys.create({ display_name: 'CI', scopes: ['environment:connections:read'] })],
    ['proxy', (patchbay) => patchbay.proxy.request(connection, { method: 'PROPFIND', path: '/files', query: { depth: 1 } })],
    ['revokeSecretKeyById', (patchbay) => patchbay.keys.revoke('key_1')]
];

const key = `pb_sk_dev_${'a'.repeat(12)}_${'B'.repeat(43)}_0123abcd`;
const forBackends = endpoints.filter(({ auth, deprecation }) => auth.includes('secret_key') && !deprecation);
const calls = [...ownCalls, ...forBackends.flatMap(callWithExample)];

/** Calls the method of an endpoint: parameters of the path in order, then the body or the query. */
function callWithExample({ id, example = {} }: EndpointShape): typeof ownCalls {
    if (ownCalls.some(([own]) => own === id)) return [];
    const { params = {}, query, body } = example;
    const args = [...Object.values(params), body ?? query];
    const resources = Object.entries(new Patchbay({ secretKey: key, baseUrl: 'http://localhost' }));
    return resources.flatMap(([name, resource]) => {
        const methods = Object.getOwnPropertyNames(Object.getPrototypeOf(resource)).filter((method) => method !== 'constructor');
        const found = methods.filter((method) => new RegExp(`['"]${id}['"]`).test(String(Reflect.get(resource, method))));
        return found.map((method): (typeof ownCalls)[number] => [id, (patchbay) => Reflect.get(patchbay, name)[method](...args)]);
    });
}

test.each(calls)('%s sends what its contract says, and returns the example response of the contract', async (id, call) => {
    const endpoint = endpoints.find((candidate) => candidate.id === id);
    if (!endpoint) throw new Error(`There is no endpoint ${id}.`);
    const { status, example } = endpoint.success;
    await using server = await startRecordingServer(() => ({ status, body: JSON.stringify(example ?? '') }));
    const returned = await call(new Patchbay({ secretKey: key, baseUrl: server.url }));
    const [request] = server.requests;
    if (!request) throw new Error('No request was sent.');
    // What streams returns the response as it is.
    if (!endpoint.streams) expect(returned).toEqual(status === 204 ? undefined : example);

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
    const called = calls.map(([id]) => id);
    // The same as revokeSecretKeyById, by a body.
    expect(forBackends.map(({ id }) => id).filter((id) => !called.includes(id))).toEqual(['revokeSecretKey']);
});

function valueOf(search: URLSearchParams, name: string, repeated: readonly string[] = []): unknown {
    return repeated.includes(name) ? search.getAll(name) : search.get(name);
}
