import { request as httpRequest } from 'node:http';
import { crc32 } from 'node:zlib';
import { createSecretKey, type EndpointShape, type Issue, type Scope } from '@patchbay/contracts';
import type { Db } from '@patchbay/db';
import type { TestApp } from '@patchbay/test-kit';
import { sql } from 'kysely';

export interface Ids {
    integration: string;
    connection: string;
    key: string;
    attempt: string;
    link: string;
}

/** Ids that pass the schemas and name nothing. */
export const unknownIds: Ids = {
    integration: 'unknown',
    connection: 'unknown',
    key: '000000000000',
    attempt: '00000000-0000-4000-8000-000000000000',
    link: '00000000-0000-4000-8000-000000000000'
};

interface Sample {
    params?: Record<string, string>;
    query?: Record<string, string>;
    headers?: Record<string, string>;
    body?: Record<string, unknown>;
}

/** For every endpoint a request that gets past its schemas. */
function samples({ integration, connection, key, attempt, link }: Ids): Record<string, Sample> {
    const oneConnection = { params: { connection_id: connection }, query: { provider_config_key: integration } };
    const metadata = { body: { connection_id: connection, provider_config_key: integration, metadata: { sample: true } } };
    const oneAttempt = { params: { attempt_id: attempt } };
    // Without its token, which these take from elsewhere than the header.
    const forClient = { params: { provider_config_key: integration } };
    return {
        getLiveness: {},
        getHealth: {},
        getOpenApi: {},
        getChanges: {},
        getErrorReference: {},
        listSecretKeys: {},
        createSecretKey: { body: { display_name: 'Sample', scopes: ['environment:api_keys:write'] } },
        revokeSecretKey: { body: { key_id: key } },
        revokeSecretKeyById: { params: { key_id: key } },
        listProviders: {},
        getProvider: { params: { provider: 'github' } },
        getProviderIcon: { params: { provider: 'github' } },
        listIntegrations: {},
        createIntegration: { body: { provider: 'unauthenticated', unique_key: 'sample' } },
        getIntegration: { params: { id: integration } },
        updateIntegration: { params: { id: integration }, body: { display_name: 'Sample' } },
        deleteIntegration: { params: { id: integration } },
        createConnectSession: { body: { end_user: { id: 'sample' }, allowed_integrations: [integration] } },
        createReconnectSession: { body: { connection_id: connection, integration_id: integration } },
        getConnectSession: {},
        deleteConnectSession: {},
        openConnectSession: { body: { origin: null } },
        exchangeConnectLink: { body: { code: 'unknown' } },
        createConnectLink: { body: { end_user: { id: 'sample' }, allowed_integrations: [integration] } },
        listConnectLinks: {},
        deleteConnectLink: { params: { link_id: link } },
        getConnectSettings: {},
        updateConnectSettings: { body: { show_watermark: false } },
        createAttempt: { body: { integration_id: integration } },
        getAttempt: oneAttempt,
        cancelAttempt: oneAttempt,
        relaunchAttempt: oneAttempt,
        selectAccount: { ...oneAttempt, body: { account_id: 'sample' } },
        acceptAccount: oneAttempt,
        witnessAttempt: { ...oneAttempt, body: { step: 'window_opened' } },
        claimWindow: { body: { window_key: 'unknown'.padEnd(43, '-') } },
        listAttempts: {},
        connectUnauthenticated: forClient,
        connectWithApiKey: { ...forClient, body: { apiKey: 'sample' } },
        connectWithBasic: { ...forClient, body: { username: 'sample', password: 'sample' } },
        connectWithClientCredentials: { ...forClient, body: { client_id: 'sample', client_secret: 'sample' } },
        connectWithTwoStep: { ...forClient, body: { type: 'TWO_STEP' } },
        connectWithSignature: { ...forClient, body: { type: 'SIGNATURE', username: 'sample', password: 'sample' } },
        connectWithAwsRole: { ...forClient, body: { role_arn: 'sample' } },
        connectWithBill: { ...forClient, body: { username: 'sample', password: 'sample', organization_id: 'sample', dev_key: 'sample' } },
        connectWithJwt: { ...forClient, body: { privateKey: 'sample' } },
        connectWithTba: { ...forClient, body: { token_id: 'sample', token_secret: 'sample' } },
        connectOutbound: forClient,
        openReferenceSignIn: forClient,
        recordTelemetry: { body: { event: 'open', timestamp: '2025-12-01T12:00:00Z' } },
        launchAttempt: { params: { code: 'unknown' } },
        continueLaunch: { params: { code: 'unknown' } },
        finishAttempt: {},
        importConnection: { body: { provider_config_key: integration, connection_id: connection, credentials: { type: 'NONE' } } },
        listConnections: {},
        getConnection: oneConnection,
        updateConnection: { ...oneConnection, body: { tags: { sample: 'yes' } } },
        deleteConnection: oneConnection,
        confirmConnection: { params: { connection_id: connection }, body: { provider_config_key: integration, end_user_id: 'sample' } },
        setMetadata: metadata,
        updateMetadata: metadata,
        importConnectionLegacy: { body: { provider_config_key: integration, connection_id: connection } },
        setMetadataLegacy: { ...oneConnection, body: { sample: true } },
        updateMetadataLegacy: { ...oneConnection, body: { sample: true } },
        proxy: { params: { path: 'sample' }, headers: { 'provider-config-key': integration, 'connection-id': connection } }
    };
}

export function sampleOf(endpoint: EndpointShape, ids: Ids = unknownIds): Sample {
    const sample = samples(ids)[endpoint.id];
    if (!sample) throw new Error(`${endpoint.id} has no sample request: add one to api.fixtures.ts.`);
    return sample;
}

export type Answer = Awaited<ReturnType<TestApp['raw']>>;

/** Sends an endpoint's sample request. @param options.path another path of the same endpoint */
export function sendSample(
    app: TestApp,
    endpoint: EndpointShape,
    options: { token?: string | null; authorization?: string; ids?: Ids; path?: string } = {}
): Promise<Answer> {
    const { params = {}, query = {}, headers = {}, body } = sampleOf(endpoint, options.ids);
    const path = (options.path ?? endpoint.path).replaceAll(/[:*](\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
    return app.raw(`${path}${Object.keys(query).length > 0 ? `?${new URLSearchParams(query)}` : ''}`, {
        method: methodOf(endpoint),
        headers: {
            ...headers,
            ...(body ? { 'content-type': 'application/json' } : {}),
            ...(options.authorization === undefined ? {} : { authorization: options.authorization })
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
        ...(options.token === undefined ? {} : { token: options.token })
    });
}

/** One that the endpoint takes. */
export function methodOf({ method }: EndpointShape): string {
    return method === 'ANY' ? 'GET' : method;
}

/** JSON to an endpoint, as written: strict clients cannot say everything that a hostile one can. */
export function sendJson(app: TestApp, method: string, path: string, body: unknown, token?: string): Promise<Answer> {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return app.raw(path, {
        method,
        headers: { 'content-type': 'application/json' },
        body: text,
        ...(token === undefined ? {} : { token })
    });
}

export interface ErrorBody {
    code: string;
    message: string;
    errors?: Issue[];
    payload?: Record<string, unknown>;
}

export function errorOf({ json }: Pick<Answer, 'json'>): Partial<ErrorBody> {
    // Asserted on by whoever reads it.
    return (json as { error?: ErrorBody } | undefined)?.error ?? {};
}

/** `400 invalid_body`, for one-line comparisons. */
export function outcomeOf(answer: Answer): string {
    return `${answer.status} ${errorOf(answer).code ?? ''}`.trim();
}

export async function keyWith(app: TestApp, scopes: Scope[]): Promise<string> {
    return (await app.call(createSecretKey, { body: { display_name: 'Scoped', scopes } })).data.secret;
}

/** A key or token of this text with the checksum it should have. */
export function withChecksum(body: string): string {
    return `${body}_${crc32(body).toString(16).padStart(8, '0')}`;
}

/** For what fetch refuses to send: a Host, a body with GET, headers of any size. */
export function sendRaw(
    app: TestApp,
    options: { method?: string; path: string; headers?: Record<string, string | string[]>; body?: string | Buffer }
): Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; text: string }> {
    const { port } = new URL(app.url);
    return new Promise((resolve, reject) => {
        const headers = { authorization: `Bearer ${app.keys.dev}`, ...options.headers };
        const request = httpRequest(
            { host: '127.0.0.1', port, path: options.path, method: options.method ?? 'GET', headers, agent: false },
            (response) => {
                let text = '';
                response.setEncoding('utf8');
                response.on('data', (chunk: string) => (text += chunk));
                response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
                response.on('error', reject);
            }
        );
        request.on('error', reject);
        request.end(options.body);
    });
}

/** Every value of every column of every table, as text; bytes as hex. */
export async function storedText(db: Db): Promise<string> {
    const { rows: tables } = await sql<{ name: string }>`
        select table_schema || '.' || table_name as name from information_schema.tables
        where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`.execute(db);
    const texts: string[] = [];
    for (const { name } of tables) {
        const { rows } = await sql<{ text: string }>`select stored::text as text from ${sql.table(name)} as stored`.execute(db);
        texts.push(...rows.map(({ text }) => text));
    }
    return texts.join('\n');
}

/** How a secret may be written where it should not be: as it is, in hex, in base64 wherever it starts, and encoded for URLs. */
export function spellingsOf(secret: string): string[] {
    const bytes = Buffer.from(secret);
    // The characters at both ends depend on the neighbours.
    const inBase64 = [0, 1, 2].map((before) =>
        Buffer.concat([Buffer.alloc(before), bytes])
            .toString('base64')
            .replaceAll('=', '')
            .slice(before === 0 ? 0 : before + 1, -2)
    );
    return [
        secret,
        bytes.toString('hex'),
        encodeURIComponent(secret),
        ...inBase64,
        ...inBase64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'))
    ];
}
