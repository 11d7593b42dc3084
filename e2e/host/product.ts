import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { ConnectSessionRequest, Patchbay, ReconnectSessionRequest } from '@patchbay/node';

/** One page of the product, and what its backend mints for it. */
export interface ProductPage {
    /** Absent: the backend answers without a token, as a broken one does. */
    session?: { create: ConnectSessionRequest } | { reconnect: ReconnectSessionRequest } | { token: string };
    /** Data attributes of the button, without `data-`. */
    button?: Record<string, string>;
    /** How the page embeds the Connect UI: by script tag, or by a module that imports the SDK. */
    embedding?: 'script' | 'module';
    connectUrl?: string;
}

export interface Product {
    url: string;
    /** @returns the page's address */
    publish(page: ProductPage): string;
    /** Tokens its backend has minted, to look for where they must not be. */
    tokens: string[];
    /** Referer headers that it received. */
    referers: string[];
    stop(): Promise<void>;
}

const sdkModule = join(import.meta.dirname, '../../packages/browser-sdk/dist/index.js');

/** A small product with a backend of its own, which holds the secret key and mints sessions for its pages. */
export async function startProduct({ backend, connectUrl }: { backend: Patchbay; connectUrl: string }): Promise<Product> {
    const pages = new Map<string, ProductPage>();
    const tokens: string[] = [];
    const referers: string[] = [];

    async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
        if (request.headers.referer) referers.push(request.headers.referer);
        const [, section = '', id = '', action] = (request.url ?? '').split(/[/?]/);
        if (section === 'sdk.js') return sendFile(response, sdkModule);
        if (section === 'page.js') return sendFile(response, join(import.meta.dirname, 'page.js'));
        // For pages that are not the product's: any `*.localhost` leads here.
        if (section === 'empty') return void response.setHeader('content-type', 'text/html').end('<!doctype html><title>Empty</title>');
        const page = section === 'pages' ? pages.get(id) : undefined;
        if (!page) return void response.writeHead(404).end();
        if (action === 'session' && request.method === 'POST') {
            response.setHeader('content-type', 'application/json');
            return void response.end(JSON.stringify(await mint(page)));
        }
        const connect = page.connectUrl ?? connectUrl;
        response.setHeader('content-type', 'text/html; charset=utf-8');
        // What the documentation asks of a host page's policy, and nothing more.
        response.setHeader(
            'content-security-policy',
            `default-src 'none'; base-uri 'none'; img-src data:; script-src 'self' ${connect}; frame-src ${connect}; connect-src 'self'`
        );
        response.end(html(id, page, connect));
    }

    async function mint({ session }: ProductPage): Promise<object> {
        if (!session) return {};
        if ('token' in session) return session;
        const { data } =
            'create' in session
                ? await backend.connectSessions.create(session.create)
                : await backend.connectSessions.reconnect(session.reconnect);
        tokens.push(data.token);
        return { token: data.token };
    }

    const server = createServer((request, response) => {
        answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    // A TCP server's address is an object once it listens.
    const url = `http://host.localhost:${(server.address() as AddressInfo).port}`;
    return {
        url,
        tokens,
        referers,
        publish(page) {
            const id = randomUUID();
            pages.set(id, page);
            return `${url}/pages/${id}`;
        },
        stop: () =>
            new Promise((resolve) => {
                server.close(() => resolve());
                server.closeAllConnections();
            })
    };
}

function html(id: string, { button = {}, embedding = 'script' }: ProductPage, connectUrl: string): string {
    const attributes = Object.entries(button).map(([name, value]) => ` data-${name}="${escapeHtml(value)}"`);
    const script =
        embedding === 'script'
            ? `<script src="${connectUrl}/v1/connect.js" async data-session-url="/pages/${id}/session"></script>`
            : `<script type="module" src="/page.js" data-connect-url="${connectUrl}" data-session-url="/pages/${id}/session"></script>`;
    return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Acme HR</title><link rel="icon" href="data:,">
${embedding === 'script' ? '<script type="module" src="/page.js"></script>' : ''}${script}
</head>
<body>
<main>
<h1>Acme HR</h1>
<button id="open"${embedding === 'script' ? ' data-connect-open' : ''}${attributes.join('')}>Connect an account</button>
<button id="other"${embedding === 'script' ? ' data-connect-open' : ''}>Connect another</button>
${'<p>People, pay and holidays in one place.</p>'.repeat(60)}
</main>
</body>
</html>`;
}

function sendFile(response: ServerResponse, file: string): void {
    response.setHeader('content-type', 'text/javascript');
    createReadStream(file)
        .on('error', () => response.writeHead(404).end())
        .pipe(response);
}

function escapeHtml(text: string): string {
    return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
