import { createServer, request as httpRequest, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import { importConnection, type ImportedCredentials } from '@patchbay/contracts';
import type { ApiKeyProvider, Provider, ProxyDefinition } from '@patchbay/providers';
import { startTestApp, type TestApp, type TestAppOptions } from '@patchbay/test-kit';

/** A third party whose behaviour a test sets, on every name below `localhost`. */
export interface ThirdParty extends AsyncDisposable {
    port: number;
    /** `http://a.localhost:port`; other names are other hosts of the same server. */
    url: string;
    handle: RequestListener;
    /** Method, path and headers of what has arrived. */
    arrived: { method: string; path: string; headers: IncomingHttpHeaders }[];
}

export async function startThirdParty(): Promise<ThirdParty> {
    const server = createServer({ requestTimeout: 0 }, (request, response) => {
        thirdParty.arrived.push({ method: request.method ?? '', path: request.url ?? '', headers: request.headers });
        thirdParty.handle(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, resolve));
    // A TCP server's address is an object.
    const { port } = server.address() as AddressInfo;
    const thirdParty: ThirdParty = {
        port,
        url: `http://a.localhost:${port}`,
        handle: (_request, response) => void response.end(),
        arrived: [],
        async [Symbol.asyncDispose]() {
            server.closeAllConnections();
            await new Promise((resolve) => server.close(resolve));
        }
    };
    return thirdParty;
}

/** A provider with a bearer key, at `/base` of the third party unless told otherwise. */
export function acme(proxy: Partial<ProxyDefinition> = {}, extra: Partial<ApiKeyProvider> = {}): ApiKeyProvider {
    return {
        id: 'acme',
        display_name: 'Acme',
        categories: ['sandbox'],
        auth_mode: 'API_KEY',
        sandbox: true,
        docs: 'https://example.com',
        credentials: { apiKey: { type: 'string', title: 'API key', secret: true } },
        no_check: 'It is made by a test.',
        proxy: { base_url: '${sandboxUrl}/base', headers: { authorization: 'Bearer ${apiKey}' }, ...proxy },
        ...extra
    };
}

export const apiKey = 'canary-key-of-acme';

export interface ProxyWorld extends AsyncDisposable {
    app: TestApp;
    thirdParty: ThirdParty;
}

/** A Patchbay with one connection, `one`, of each provider. */
export async function startProxyWorld(
    providers: Record<string, Provider> = { acme: acme() },
    options: TestAppOptions = {}
): Promise<ProxyWorld> {
    const thirdParty = await startThirdParty();
    const app = await startTestApp({
        ...options,
        config: {
            ...options.config,
            sandboxUrl: thirdParty.url,
            allowPrivateHosts: [`*.localhost:${thirdParty.port}`, ...(options.config?.allowPrivateHosts ?? [])]
        },
        providers: new Map(Object.entries(providers).map(([id, definition]) => [id, { ...definition, id }]))
    });
    for (const [id, { auth_mode }] of Object.entries(providers)) {
        await app.integrate(id);
        await app.call(importConnection, {
            body: { provider_config_key: id, connection_id: 'one', credentials: credentialsOf(auth_mode) }
        });
    }
    return {
        app,
        thirdParty,
        async [Symbol.asyncDispose]() {
            await app[Symbol.asyncDispose]();
            await thirdParty[Symbol.asyncDispose]();
        }
    };
}

function credentialsOf(mode: Provider['auth_mode']): ImportedCredentials {
    if (mode === 'API_KEY') return { type: mode, apiKey };
    if (mode === 'OAUTH2_CC') return { type: mode, token: 'canary-token-0', client_id: 'client', client_secret: 'canary-secret' };
    return { type: 'NONE' };
}

export interface ProxyRequest {
    method?: string;
    provider?: string;
    connection?: string;
    headers?: Record<string, string | string[]>;
    body?: string | Uint8Array | Readable;
    signal?: AbortSignal;
}

export interface ProxyResponse {
    status: number;
    headers: IncomingHttpHeaders;
    body: Buffer;
    text: string;
    /** `code` of our own errors. */
    code: string | undefined;
    /** False for a response that broke off. */
    isWhole: boolean;
}

/** Sends a request through the proxy, unchanged. @param path below `/proxy`, or from `/v1` on */
export async function send({ app }: Pick<ProxyWorld, 'app'>, path: string, options: ProxyRequest = {}): Promise<ProxyResponse> {
    const { response, chunks, isWhole } = await open({ app }, path, options);
    const body = Buffer.concat(await chunks);
    const text = body.toString();
    return { status: response.statusCode ?? 0, headers: response.headers, body, text, code: codeOf(text), isWhole: await isWhole };
}

/** The same, up to the headers of the response. */
export function open({ app }: Pick<ProxyWorld, 'app'>, path: string, options: ProxyRequest = {}) {
    const { method = 'GET', provider = 'acme', connection = 'one', headers = {}, body, signal } = options;
    const { port } = new URL(app.url);
    return new Promise<{ response: import('node:http').IncomingMessage; chunks: Promise<Buffer[]>; isWhole: Promise<boolean> }>(
        (resolve, reject) => {
            const request = httpRequest(
                {
                    host: '127.0.0.1',
                    port,
                    path: path.startsWith('/v1/proxy') ? path : `/proxy${path}`,
                    method,
                    headers: {
                        authorization: `Bearer ${app.keys.dev}`,
                        'provider-config-key': provider,
                        'connection-id': connection,
                        ...headers
                    },
                    agent: false,
                    ...(signal ? { signal } : {})
                },
                (response) => {
                    const received: Buffer[] = [];
                    response.on('data', (chunk: Buffer) => received.push(chunk)).pause();
                    const closed = new Promise<void>((done) => response.on('close', done).on('error', () => {}));
                    resolve({
                        response,
                        get chunks() {
                            response.resume();
                            return closed.then(() => received);
                        },
                        isWhole: closed.then(() => response.complete)
                    });
                }
            );
            request.on('error', reject);
            if (body instanceof Readable) body.pipe(request);
            else request.end(body);
        }
    );
}

/**
 * Writes a raw request with the required headers, and reads until the connection is closed.
 * @param lines the request line and further headers
 * @param options.leaves resets the connection when they are written
 * @param options.body written after them
 */
export function exchange(
    { app }: Pick<ProxyWorld, 'app'>,
    lines: readonly string[],
    { leaves = false, body }: { leaves?: boolean; body?: Buffer } = {}
): Promise<string> {
    const head = [...lines, `Authorization: Bearer ${app.keys.dev}`, 'Provider-Config-Key: acme', 'Connection-Id: one'];
    return new Promise((resolve) => {
        let received = '';
        const socket = connect(Number(new URL(app.url).port), '127.0.0.1', () => {
            socket.write(`${head.join('\r\n')}\r\n\r\n`, () => leaves && setImmediate(() => socket.resetAndDestroy()));
            if (body) socket.end(body);
        });
        socket
            .on('data', (chunk) => (received += chunk.toString('latin1')))
            .on('error', ({ message }) => (received += message))
            .on('close', () => resolve(received));
    });
}

function codeOf(text: string): string | undefined {
    try {
        const parsed: unknown = JSON.parse(text);
        if (typeof parsed !== 'object' || parsed === null || !('error' in parsed)) return undefined;
        const { error } = parsed;
        return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : undefined;
    } catch {
        return undefined;
    }
}
