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
    /**
     * Data attributes of the button, without `data-`. A module takes `into`: the element to embed
     * in.
     */
    button?: Record<string, string>;
    /** The same of the page's other button. */
    otherButton?: Record<string, string>;
    /** How the page embeds the Connect UI: by script tag, or by a module that imports the SDK. */
    embedding?: 'script' | 'module';
    connectUrl?: string;
    /**
     * Response headers, also in place of the documented policy. @param connect the Connect UI's
     * origin
     */
    headers?: (connect: string) => Record<string, string>;
    /** Of the page's scripts, for a policy that allows no others. */
    nonce?: string;
    /**
     * Replaces the product's page. Its paths are relative to the page's address, which ends in a
     * slash.
     */
    app?: HostApp;
}

/** A page that was built from `examples/`. */
export interface HostApp {
    send(response: ServerResponse): void;
    /** Its scripts, by path. */
    files: ReadonlyMap<string, string>;
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

/** A small product whose backend holds the secret key and mints sessions for its pages. */
export async function startProduct({ backend, connectUrl }: { backend: Patchbay; connectUrl: string }): Promise<Product> {
    const pages = new Map<string, ProductPage>();
    const tokens: string[] = [];
    const referers: string[] = [];

    async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
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
        const script = page.app?.files.get((request.url ?? '').split('/').slice(3).join('/'));
        if (script !== undefined) return void response.setHeader('content-type', 'text/javascript').end(script);
        const connect = page.connectUrl ?? connectUrl;
        response.setHeader('content-type', 'text/html; charset=utf-8');
        // The policy that the documentation requires, and nothing more: no styles, no HTML from
        // strings.
        response.setHeader(
            'content-security-policy',
            `default-src 'none'; base-uri 'none'; img-src data:; script-src 'self' ${connect}; frame-src ${connect}; connect-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'`
        );
        for (const [name, value] of Object.entries(page.headers?.(connect) ?? {})) response.setHeader(name, value);
        if (page.app) page.app.send(response);
        else response.end(html(id, page, connect));
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
        handle(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
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
            return `${url}/pages/${id}${page.app ? '/' : ''}`;
        },
        stop: () =>
            new Promise((resolve) => {
                server.close(() => resolve());
                server.closeAllConnections();
            })
    };
}

function html(id: string, { button = {}, otherButton = {}, embedding = 'script', nonce }: ProductPage, connectUrl: string): string {
    const opens = embedding === 'script' ? ' data-connect-open' : '';
    const allowed = nonce === undefined ? '' : ` nonce="${nonce}"`;
    const script =
        embedding === 'script'
            ? `<script${allowed} src="${connectUrl}/v1/connect.js" async data-session-url="/pages/${id}/session"></script>`
            : `<script${allowed} type="module" src="/page.js" data-connect-url="${connectUrl}" data-session-url="/pages/${id}/session"></script>`;
    return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Acme HR</title><link rel="icon" href="data:,">
${embedding === 'script' ? `<script${allowed} type="module" src="/page.js"></script>` : ''}${script}
</head>
<body>
<main>
<h1>Acme HR</h1>
<button id="open"${opens}${dataAttributes(button)}>Connect an account</button>
<button id="other"${opens}${dataAttributes(otherButton)}>Connect another</button>
<div id="first"></div><div id="second"></div>
${'<p>People, pay and holidays in one place.</p>'.repeat(60)}
</main>
</body>
</html>`;
}

function dataAttributes(values: Record<string, string>): string {
    return Object.entries(values)
        .map(([name, value]) => ` data-${name}="${escapeHtml(value)}"`)
        .join('');
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
