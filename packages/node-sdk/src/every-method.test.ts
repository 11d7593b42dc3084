import { endpoints, type EndpointShape, unifiedContracts } from '@patchbay/contracts';
import { expect, test } from 'vitest';
import { Patchbay } from './index.ts';
import { startRecordingServer } from './recording-server.fixtures.ts';

type Send = (patchbay: Patchbay) => Promise<unknown>;
type SdkCall = [id: string, send: Send];

const key = `pb_sk_dev_${'a'.repeat(12)}_${'B'.repeat(43)}_0123abcd`;
const connection = { connection_id: 'c1', provider_config_key: 'crm' };

/** Methods whose input has another form than the rule of {@link callsWithExample} gives it. */
const ownForm: SdkCall[] = [
    ['checkConnection', (patchbay) => patchbay.connections.check(connection)],
    ['confirmConnection', (patchbay) => patchbay.connections.confirm(connection, 'user_1')],
    [
        'tailLogs',
        async (patchbay) => {
            for await (const entry of patchbay.logs.tail({ failed: true })) expect(entry).toBeDefined();
        }
    ],
    [
        'listRecords',
        (patchbay) => patchbay.records.list(connection, { model: 'Candidate', filter: ['added', 'deleted'], raw: true, ids: ['1', '2'] })
    ],
    ['triggerSync', (patchbay) => patchbay.syncs.trigger(connection, ['candidates'], { reset: true })],
    ['startSync', (patchbay) => patchbay.syncs.start(connection)],
    ['pauseSync', (patchbay) => patchbay.syncs.pause({ provider_config_key: 'crm' }, ['candidates::berlin'])],
    ['pauseFunctions', (patchbay) => patchbay.functions.pause(connection, [{ type: 'action', name: 'get-invoice' }])],
    ['startFunctions', (patchbay) => patchbay.functions.start(connection, [{ type: 'on-event', name: 'check-plan' }])],
    ['getSyncStatus', (patchbay) => patchbay.syncs.status(connection, ['candidates', { name: 'jobs', variant: 'berlin' }])],
    ['updateSyncFrequency', (patchbay) => patchbay.syncs.setFrequency(connection, 'candidates::berlin', 'every day')],
    ['createSyncVariant', (patchbay) => patchbay.syncs.createVariant(connection, 'candidates', 'berlin')],
    ['deleteSyncVariant', (patchbay) => patchbay.syncs.deleteVariant(connection, 'candidates', 'berlin')],
    ['triggerAction', (patchbay) => patchbay.actions.trigger(connection, 'get-invoice', { id: '1' }, { idempotencyKey: 'k' })],
    ['triggerAction', (patchbay) => patchbay.actions.triggerAsync(connection, 'get-invoice', { id: '1' }, { maxRetries: 2 })],
    ['pruneRecords', (patchbay) => patchbay.records.prune(connection, { model: 'Candidate', until_cursor: 'a' })],
    ['proxy', (patchbay) => patchbay.proxy.request(connection, { method: 'PROPFIND', path: '/files', query: { depth: 1 } })]
];
/** Options that have another form on the wire, and that the example does without. */
const withOptions: SdkCall[] = [
    ['countConnections', (patchbay) => patchbay.connections.count({ search: 'noor' })],
    ['listConnections', (patchbay) => patchbay.connections.list({ search: 'noor', limit: 10, unconfirmed: true })],
    ['getConnection', (patchbay) => patchbay.connections.get(connection, { forceRefresh: true, withRefreshToken: true })],
    ['getIntegration', (patchbay) => patchbay.integrations.get('crm', { include: ['webhook', 'credentials'] })],
    ['listConnectLinks', (patchbay) => patchbay.connectLinks.list({ limit: 10 })]
];

// Those of the unified API have a test of their own: `unified.test.ts`.
const unified = new Set(unifiedContracts.map(({ id }) => id));
const forBackends = endpoints.filter(
    ({ id, auth, deprecation }) => (auth.includes('secret_key') || auth.includes('account_key')) && !deprecation && !unified.has(id)
);
const withExample = forBackends.filter(({ id }) => !ownForm.some(([own]) => own === id)).flatMap(callsWithExample);

/**
 * The methods of an endpoint, found by its id in their code, with the example request of its
 * contract: a connection as a key of its two ids, what else the path names, then the body, or else
 * the query.
 */
function callsWithExample({ id, example = {} }: EndpointShape): SdkCall[] {
    const { connection_id, ...params } = example.params ?? {};
    const { provider_config_key, ...query } = example.query ?? {};
    const connections = connection_id === undefined ? [] : [{ connection_id, provider_config_key }];
    const args = [...connections, ...Object.values(params), example.body ?? query];
    const resources = Object.entries(new Patchbay({ secretKey: key, baseUrl: 'http://localhost' }));
    return resources.flatMap(([name, resource]) => {
        const methods = Object.getOwnPropertyNames(Object.getPrototypeOf(resource)).filter((method) => method !== 'constructor');
        const found = methods.filter((method) => new RegExp(`['"]${id}['"]`).test(String(Reflect.get(resource, method))));
        return found.map((method): SdkCall => [id, (patchbay) => Reflect.get(patchbay, name)[method](...args)]);
    });
}

test.each(withExample)('%s sends the example request of its contract, and returns the example response', async (id, send) => {
    const { endpoint, returned, request, path, query } = await record(id, send);
    const { params = {}, query: exampleQuery = {}, body } = endpoint.example ?? {};
    expect({ method: request.method, path, query, body: request.body }).toEqual({
        method: endpoint.method,
        path: endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => params[name] ?? ''),
        query: exampleQuery,
        body
    });
    expect(returned).toEqual(endpoint.success.example);
});

test.each([...ownForm, ...withOptions])('%s sends what its contract accepts', async (id, send) => {
    const { endpoint, returned, request, path, query } = await record(id, send);
    const pattern = new RegExp(`^${endpoint.path.replaceAll(/:\w+/g, '[^/]+').replace(/\*\w+$/, '.+')}$`);
    expect(path).toMatch(pattern);
    expect(request.method).toBe(endpoint.method === 'ANY' ? 'PROPFIND' : endpoint.method);
    if (endpoint.headers) endpoint.headers.parse(request.headers);
    // Then query and response are passed on.
    if (endpoint.streams) return;
    expect(returned).toEqual(endpoint.success.example);
    if (endpoint.query) endpoint.query.parse(query);
    else expect(query).toEqual({});
    if (endpoint.body) endpoint.body.parse(request.body);
    else expect(request.body).toBeUndefined();
});

test('every endpoint for secret keys has its method, unless it is on its way out', () => {
    const called = [...withExample, ...ownForm].map(([id]) => id);
    // The same as revokeSecretKeyById, by a body; what is refused, as at the reference; what MCP
    // clients call; what functions declare.
    expect(forBackends.map(({ id }) => id).filter((id) => !called.includes(id))).toEqual([
        'revokeSecretKey',
        'createFunctionInvocation',
        'callMcp',
        'callCustomEndpoint'
    ]);
});

/** Sends it to a server that responds with the example of the contract. */
async function record(id: string, send: Send) {
    const endpoint = endpoints.find((candidate) => candidate.id === id);
    if (!endpoint) throw new Error(`There is no endpoint ${id}.`);
    const { status, example } = endpoint.success;
    await using server = await startRecordingServer(() => ({ status, body: JSON.stringify(example ?? '') }));
    const returned = await send(new Patchbay({ secretKey: key, baseUrl: server.url }));
    const [request] = server.requests;
    if (!request) throw new Error('No request was sent.');
    const { pathname, searchParams } = new URL(request.target, server.url);
    const names = [...searchParams.keys()];
    const query = Object.fromEntries(names.map((name) => [name, valueOf(searchParams, name, endpoint.repeatedQuery)]));
    return { endpoint, returned, request, path: pathname, query };
}

function valueOf(search: URLSearchParams, name: string, repeated: readonly string[] = []): unknown {
    return repeated.includes(name) ? search.getAll(name) : search.get(name);
}
