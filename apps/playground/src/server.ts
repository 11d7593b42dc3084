import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { extname } from 'node:path';
import { ApiError, UnreachableError } from '@patchbay/node';
import { api } from './api.ts';
import { uploadResume } from './hiring.ts';
import { type Deps, RequestError } from './request.ts';
import { WEBHOOK_PATH, type WebhookInbox } from './webhooks.ts';

export interface PlaygroundOptions extends Deps {
    inbox: WebhookInbox;
    connectUrl: string;
    /** 0 is any free port. */
    port: number;
}

const MAX_BODY_BYTES = 16_384;
/** More than Patchbay takes, so that it says itself what is wrong. */
const MAX_FILE_BYTES = 4 * 1024 * 1024;
const MAX_WEBHOOK_BYTES = 2 * 1024 * 1024;
const folder = new URL('../public/', import.meta.url);
/** Every state of the Connect UI, which its build leaves there. */
const storiesFolder = new URL('../../connect-ui/dist-stories/', import.meta.url);
const STORY_FILE = /^\/stories\/((?:assets\/)?[\w-]+(?:\.[\w-]+)*)$/;
const files: ReadonlySet<string> = new Set(readdirSync(folder));
const contentTypes: Readonly<Record<string, string>> = {
    '.html': 'text/html; charset=utf-8',
    '.js': 'text/javascript; charset=utf-8',
    '.css': 'text/css; charset=utf-8',
    '.svg': 'image/svg+xml'
};
/**
 * Only this machine's names: a foreign name that resolves to 127.0.0.1 would make a foreign page
 * "same origin" (DNS rebinding).
 */
const LOCAL_HOST = /^(localhost|127\.0\.0\.1|[\w.-]+\.localhost)(:\d+)?$/i;

/**
 * Starts the demo product: its page, and the backend that holds the secret key.
 * @throws the listening error (`EADDRINUSE` …)
 */
export async function startPlayground(options: PlaygroundOptions): Promise<{ url: string; stop(): Promise<void> }> {
    const server = createServer((request, response) => void handleRequest(options, request, response));
    await new Promise<void>((resolve, reject) => {
        server.once('error', reject).listen(options.port, '127.0.0.1', resolve);
    });
    const address = server.address();
    return {
        url: `http://localhost:${typeof address === 'object' && address ? address.port : options.port}`,
        async stop() {
            const closed = new Promise((resolve) => server.close(resolve));
            server.closeAllConnections();
            await closed;
        }
    };
}

async function handleRequest(options: PlaygroundOptions, request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
        const { host = '', origin } = request.headers;
        const url = URL.parse(`http://${host}${request.url ?? '/'}`);
        if (!url || !LOCAL_HOST.test(host)) return sendJson(response, 403, { error: 'The playground answers to localhost only.' });
        const { method = 'GET' } = request;
        const isReading = method === 'GET' || method === 'HEAD';
        const endpoint = `${method} ${url.pathname}`;
        if (endpoint === `POST ${WEBHOOK_PATH}`) {
            await options.inbox.receive(await readBytes(request, MAX_WEBHOOK_BYTES), request.headers);
            return void response.writeHead(204).end();
        }
        // Another site's page can send requests here too (CSRF); its Origin shows it.
        if (!isReading && origin !== url.origin) return sendJson(response, 403, { error: "Only the playground's own page may do that." });

        if (endpoint === 'GET /api/events') return options.inbox.live.join(response);
        if (endpoint === 'POST /api/hiring/resume') {
            const file = await readBytes(request, MAX_FILE_BYTES);
            return sendJson(response, 200, await uploadResume(options, url.searchParams, file));
        }
        const handle = Object.hasOwn(api, endpoint) ? api[endpoint] : undefined;
        if (handle)
            return sendJson(
                response,
                200,
                await handle(options, { origin: url.origin, query: url.searchParams, body: await readJson(request) })
            );
        const story = STORY_FILE.exec(url.pathname)?.[1];
        if (isReading && story !== undefined) return await sendStory(response, story);
        const file = url.pathname === '/' ? 'index.html' : url.pathname.slice(1);
        if (!isReading || !files.has(file)) return sendJson(response, 404, { error: 'There is nothing at this address.' });
        await sendFile(options, response, file);
    } catch (error) {
        sendError(response, error);
    }
}

async function sendFile({ connectUrl, sandbox }: PlaygroundOptions, response: ServerResponse, file: string): Promise<void> {
    let content = await readFile(new URL(file, folder), 'utf8');
    if (file.endsWith('.html')) {
        // The pages are written with the usual addresses, as a reader would copy them.
        content = content.replaceAll('http://localhost:3009', connectUrl).replaceAll('http://localhost:3011', sandbox.pageUrl);
        // The minimal page has its script inline.
        const script = file === 'minimal.html' ? `'self' 'unsafe-inline' ${connectUrl}` : `'self' ${connectUrl}`;
        response.setHeader(
            'content-security-policy',
            `default-src 'self'; script-src ${script}; frame-src ${connectUrl}; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
        );
    }
    send(response, 200, contentTypes[extname(file)] ?? 'application/octet-stream', content);
}

async function sendStory(response: ServerResponse, file: string): Promise<void> {
    const content = await readFile(new URL(file, storiesFolder), 'utf8').catch(() => undefined);
    if (content === undefined)
        return sendJson(response, 404, { error: 'There is nothing at this address. npm start builds what was here.' });
    response.setHeader('content-security-policy', "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'");
    send(response, 200, contentTypes[extname(file)] ?? 'application/octet-stream', content);
}

function sendError(response: ServerResponse, error: unknown): void {
    if (error instanceof RequestError) sendJson(response, error.status, { error: error.message });
    else if (error instanceof ApiError)
        sendJson(response, error.status === 400 ? 400 : 502, { error: `Patchbay: ${error.message}`, code: error.code });
    else if (error instanceof UnreachableError) sendJson(response, 503, { error: 'The Patchbay server does not respond.' });
    else {
        console.error(error);
        sendJson(response, 502, { error: 'That did not work; the reason is in the log of the playground.' });
    }
}

/** @throws {RequestError} when there are more */
async function readBytes(request: IncomingMessage, most: number): Promise<Buffer> {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const received: AsyncIterable<Buffer> = request.iterator({ destroyOnReturn: false });
    for await (const chunk of received) {
        bytes += chunk.length;
        if (bytes > most) throw new RequestError(400, `The body is larger than ${most} bytes.`);
        chunks.push(chunk);
    }
    return Buffer.concat(chunks);
}

async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
    const text = await readBytes(request, MAX_BODY_BYTES);
    if (text.length === 0) return {};
    let body: unknown;
    try {
        body = JSON.parse(text.toString());
    } catch {
        throw new RequestError(400, 'The body is not JSON.');
    }
    if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new RequestError(400, 'The body must be a JSON object.');
    return { ...body };
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
    send(response, status, 'application/json; charset=utf-8', JSON.stringify(body));
}

function send(response: ServerResponse, status: number, contentType: string, content: string): void {
    response.writeHead(status, {
        'content-type': contentType,
        'content-length': Buffer.byteLength(content),
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        // With `no-referrer` browsers send `Origin: null`, and the page could not call its own
        // backend.
        'referrer-policy': 'same-origin'
    });
    response.end(content);
}
