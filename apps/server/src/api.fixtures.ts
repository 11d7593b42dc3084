import { request as httpRequest } from 'node:http';
import { crc32 } from 'node:zlib';
import { createSecretKey, type EndpointShape, exampleIds, type ExampleRequest, type Issue, type Scope } from '@patchbay/contracts';
import type { Db } from '@patchbay/db';
import type { TestApp } from '@patchbay/test-kit';
import { sql } from 'kysely';

export interface Ids {
    integration: string;
    connection: string;
    key: string;
    attempt: string;
    link: string;
    freeze: string;
    log: string;
    endpoint: string;
    delivery: string;
    event: string;
    channel: string;
    issue: string;
}

/** Ids that pass the schemas and name nothing. */
export const unknownIds: Ids = {
    integration: 'unknown',
    connection: 'unknown',
    key: '000000000000',
    attempt: '00000000-0000-4000-8000-000000000000',
    link: '00000000-0000-4000-8000-000000000000',
    freeze: '00000000-0000-4000-8000-000000000000',
    log: '00000000-0000-7000-8000-000000000000',
    endpoint: '00000000-0000-4000-8000-000000000000',
    delivery: '00000000-0000-4000-8000-000000000000',
    event: '00000000-0000-4000-8000-000000000000',
    channel: '00000000-0000-4000-8000-000000000000',
    issue: '00000000-0000-4000-8000-000000000000'
};

/** The example request of an endpoint's contract, with these ids. */
export function sampleOf(endpoint: EndpointShape, ids: Ids = unknownIds): ExampleRequest {
    const byExample = new Map(Object.entries(exampleIds).map(([kind, id]) => [id as unknown, ids[kind as keyof Ids]]));
    // The reviver keeps the shape.
    return JSON.parse(JSON.stringify(endpoint.example ?? {}), (_, value: unknown) => byExample.get(value) ?? value) as ExampleRequest;
}

export type ApiResponse = Awaited<ReturnType<TestApp['raw']>>;

/** Sends an endpoint's sample request. @param options.path another path of the same endpoint */
export function sendSample(
    app: TestApp,
    endpoint: EndpointShape,
    options: { token?: string | null; authorization?: string; ids?: Ids; path?: string } = {}
): Promise<ApiResponse> {
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
export function sendJson(app: TestApp, method: string, path: string, body: unknown, token?: string): Promise<ApiResponse> {
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

export function errorOf({ json }: Pick<ApiResponse, 'json'>): Partial<ErrorBody> {
    // Callers assert on it.
    return (json as { error?: ErrorBody } | undefined)?.error ?? {};
}

/** `400 invalid_body`, for one-line comparisons. */
export function outcomeOf(response: ApiResponse): string {
    return `${response.status} ${errorOf(response).code ?? ''}`.trim();
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
    return textOf(db, await tableNames(db));
}

/** The same without what is written after the response: logs and counts of requests, and jobs. */
export async function storedState(db: Db): Promise<string> {
    return textOf(
        db,
        (await tableNames(db)).filter((name) => !/^(?:pgboss\.|public\.(?:request_log|traffic_))/.test(name))
    );
}

async function tableNames(db: Db): Promise<string[]> {
    const { rows } = await sql<{ name: string }>`
        select table_schema || '.' || table_name as name from information_schema.tables
        where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`.execute(db);
    return rows.map(({ name }) => name);
}

async function textOf(db: Db, tables: readonly string[]): Promise<string> {
    const texts: string[] = [];
    for (const name of tables) {
        const { rows } = await sql<{ text: string }>`select stored::text as text from ${sql.table(name)} as stored`.execute(db);
        texts.push(...rows.map(({ text }) => text));
    }
    return texts.join('\n');
}

/** A secret as it is, in hex, in base64 at any offset (both alphabets), and percent-encoded. */
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
