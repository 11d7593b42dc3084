import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export const secretKey = `pb_sk_dev_${'a'.repeat(12)}_${'B'.repeat(43)}_0123abcd`;

interface FakeConnection {
    connection_id: string;
    provider_config_key: string;
    provider: string;
    endUserId: string;
    connection_config?: Record<string, unknown>;
    metadata?: Record<string, unknown>;
    credentials?: Record<string, unknown>;
    auth?: { state: string; failure: { message: string } | null };
}

const person = { id: 'ada', name: 'Ada Lovelace', email: 'ada@sandbox.example' };
const tenants = [
    { id: 't1', name: 'Flow-Matic Inc' },
    { id: 't2', name: 'Kernel Works' }
];
const company = { id: 'acme', name: 'Acme Ltd' };
/** As `vendors` of the sandbox's control plane has them. */
export const vendors = [
    {
        id: 'harbor-crm',
        name: 'Harbor CRM',
        trade: 'Customers and deals',
        mark: '<svg/>',
        client: { id: 'juniper-at-harbor-crm', secret: 's' }
    },
    { id: 'ledgerly', name: 'Ledgerly', trade: 'Accounting', mark: '<svg/>', client: { id: 'juniper-at-ledgerly', secret: 's' } },
    { id: 'talentry', name: 'Talentry', trade: 'Hiring', mark: '<svg/>' },
    { id: 'shelfmark', name: 'Shelfmark', trade: 'Company library', mark: '<svg/>' }
];
/** The accounting system, which sends webhooks. */
export const books = {
    id: 'tallystone',
    name: 'Tallystone',
    trade: 'Bookkeeping',
    mark: '<svg/>',
    client: { id: 'juniper-at-tallystone', secret: 's' },
    webhook_secret: 'verifier'
};
const contacts = [{ id: 'k1', name: 'Mary Somerville', email: 'mary@sandbox.example' }];
const hasEnded = 'The sandbox has ended the access. Ask the end user to connect again.';

interface FakeEndpoint {
    id: string;
    url: string;
    event_types: string[];
    disabled_at: string | null;
    signing_key: string;
}

function freshSigningKey(): string {
    return `whsec_${randomBytes(32).toString('base64')}`;
}

type Route = (input: { url: URL; body: Record<string, unknown>; connectionId: string }) => [status: number, body: unknown];

/**
 * A Patchbay server with the sandbox behind its proxy, and the sandbox's control plane, on one
 * port.
 */
export async function startFakePatchbay() {
    const world = {
        integrations: [] as string[],
        /** Providers that the server does not know. */
        unknownProviders: [] as string[],
        connections: [] as FakeConnection[],
        goodTokens: ['good'],
        revoked: [] as unknown[],
        rotated: [] as unknown[],
        created: [] as Record<string, unknown>[],
        confirmed: [] as unknown[],
        minted: [] as { path: string; body: unknown }[],
        endpoints: [] as FakeEndpoint[],
        triggered: [] as unknown[],
        /** What was written through the unified API, and at the vendor, by path. */
        written: [] as { path: string; body: unknown }[],
        invoices: [] as Record<string, unknown>[],
        isDown: false
    };

    const routes: Record<string, Route> = {
        'GET /integrations': () => [200, { data: world.integrations.map((key) => ({ unique_key: key, display_name: `Name of ${key}` })) }],
        'POST /integrations': ({ body }) => {
            const key = String(body.unique_key);
            if (world.unknownProviders.includes(String(body.provider))) {
                return [
                    400,
                    {
                        error: {
                            code: 'invalid_body',
                            message: 'Invalid provider',
                            errors: [{ code: 'custom', message: 'Invalid provider', path: ['provider'] }]
                        }
                    }
                ];
            }
            world.integrations.push(key);
            world.created.push(body);
            return [200, { data: { unique_key: key } }];
        },
        'POST /connect/sessions': ({ url, body }) => mint(url, body),
        'POST /connect/sessions/reconnect': ({ url, body }) => mint(url, body),
        'POST /connect/links': ({ url, body }) => {
            world.minted.push({ path: url.pathname, body });
            return [201, { data: { url: 'http://widget.localhost:4009/l/x', qr_code: 'data:image/svg+xml;base64,PHN2Zy8+' } }];
        },
        'POST /connections/c9/confirm': ({ body }) => {
            world.confirmed.push(body);
            return [200, { success: true }];
        },
        'PATCH /connections/metadata': ({ body }) => {
            const found = world.connections.find(({ connection_id: id }) => id === body.connection_id);
            if (found) found.metadata = { ...found.metadata, ...Object(body.metadata) };
            return [200, body];
        },
        'GET /connections': ({ url: { searchParams: query } }) => {
            const isWanted = (connection: FakeConnection) =>
                connection.endUserId === query.get('endUserId') &&
                (query.get('connectionId') ?? connection.connection_id) === connection.connection_id;
            return [
                200,
                {
                    connections: world.connections
                        .filter(isWanted)
                        .map(({ credentials: _, ...rest }) => ({ ...rest, created: '2026-11-20T10:00:00.000Z' }))
                }
            ];
        },
        'GET /proxy/api/me': proxied(person),
        'GET /proxy/api/tenants': proxied({ data: tenants }),
        'GET /proxy/api/contacts': proxied({ data: contacts }),
        'GET /proxy/v1/account': proxied(company),
        'GET /proxy/v1/candidates': proxied({ data: [{ id: 'k2', name: 'Amara Okafor', email: 'amara@sandbox.example' }] }),
        'GET /_ctl/vendors': () => [200, { vendors }],
        'GET /webhook-endpoints': () => [200, { data: world.endpoints }],
        'POST /webhook-endpoints': ({ body }) => {
            const endpoint = {
                id: `e${world.endpoints.length}`,
                url: String(body.url),
                event_types: [body.event_types].flat().map(String),
                disabled_at: null,
                signing_key: freshSigningKey()
            };
            world.endpoints.push(endpoint);
            return [201, { data: endpoint }];
        },
        'PATCH /webhook-endpoints/e0': ({ body }) => [200, { data: Object.assign(world.endpoints[0] ?? {}, body) }],
        'POST /webhook-endpoints/e0/rotate-key': () => [
            200,
            { data: Object.assign(world.endpoints[0] ?? {}, { signing_key: freshSigningKey() }) }
        ],
        'POST /sync/trigger': ({ body }) => {
            world.triggered.push(body);
            return [200, { success: true }];
        },
        'GET /invoices': () => [200, { records: world.invoices, next_cursor: null }],
        'GET /invoices/130': () => [200, world.invoices[0]],
        'POST /purchase-orders': write,
        'GET /_ctl/gem/size': () => [200, { candidates: 250 }],
        'POST /_ctl/gem/size': () => [200, {}],
        'POST /_ctl/quickbooks/mutate': write,
        'POST /_ctl/rotate': ({ body }) => {
            world.rotated.push(body);
            return [200, {}];
        },
        'GET /_ctl/accounts': () => [200, { people: [person] }],
        'POST /_ctl/revoke': ({ body }) => {
            world.revoked.push(body);
            return [200, { grants_revoked: 2 }];
        }
    };
    function proxied(body: unknown): Route {
        return ({ connectionId }) =>
            isGood(world.connections.find(({ connection_id: id }) => id === connectionId))
                ? [200, body]
                : [401, { error: 'invalid_token' }];
    }
    function isGood(connection: FakeConnection | undefined): boolean {
        return Object.values(connection?.credentials ?? {}).some((value) => world.goodTokens.includes(String(value)));
    }
    function write({ url, body }: { url: URL; body: Record<string, unknown> }): [number, unknown] {
        world.written.push({ path: url.pathname, body });
        return [200, { id: '1', doc_number: null, total_amt_cents: 3750, currency: 'USD' }];
    }
    function mint(url: URL, body: Record<string, unknown>): [number, unknown] {
        world.minted.push({ path: url.pathname, body });
        return [201, { data: { token: 'pb_cs_fresh', connect_link: 'http://localhost:3009/l/x', expires_at: '2026-11-20T10:30:00.000Z' } }];
    }
    function oneConnection(method: string | undefined, url: URL): [number, unknown] {
        const id = decodeURIComponent(url.pathname.slice('/connections/'.length));
        const found = world.connections.find(({ connection_id: known }) => known === id);
        if (!found) return [404, { error: { code: 'not_found', message: 'Failed to find connection' } }];
        if (method === 'GET' && url.searchParams.has('force_refresh') && !isGood(found))
            return [400, { error: { code: 'invalid_credentials', message: hasEnded } }];
        if (method === 'GET') return [200, { connection_config: {}, credentials: {}, auth: { state: 'ok', failure: null }, ...found }];
        world.connections = world.connections.filter((connection) => connection !== found);
        return [200, { success: true }];
    }

    const server = createServer((request, response) => {
        const chunks: Buffer[] = [];
        request.on('data', (chunk: Buffer) => chunks.push(chunk));
        request.on('end', () => {
            if (world.isDown) return request.socket.destroy();
            const url = new URL(request.url ?? '/', 'http://localhost');
            const text = Buffer.concat(chunks).toString();
            const connectionId = String(request.headers['connection-id'] ?? '');
            const handle = routes[`${request.method} ${url.pathname}`];
            const [status, body] = handle
                ? handle({ url, body: text === '' ? {} : JSON.parse(text), connectionId })
                : oneConnection(request.method, url);
            response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
        });
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    // Listening on TCP, so the address is not a pipe's name.
    const { port } = server.address() as AddressInfo;
    return {
        port,
        url: `http://127.0.0.1:${port}`,
        world,
        async [Symbol.asyncDispose]() {
            server.closeAllConnections();
            await once(server.close(), 'close');
        }
    };
}
