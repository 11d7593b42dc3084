import type { ServerResponse } from 'node:http';
import { importConnection } from '@patchbay/contracts';
import type { ApiKeyProvider, Paginate } from '@patchbay/providers';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { type LoopbackServer, startServer } from '../../../kernel/egress/egress.fixtures.ts';

type PageResponse = string | object | ((response: ServerResponse) => void);

/** A Patchbay whose one provider pages as told and answers what a test makes it answer. */
export interface PagedProvider extends AsyncDisposable {
    app: TestApp;
    vendor: LoopbackServer;
    /** Sends a request through the proxy, asking for all pages. */
    send(path: string, init?: RequestInit): Promise<Response>;
    /** The query, or the body of a POST, of every request that reached the provider, in order. */
    asked(): string[];
}

/** @param respond JSON for a request, or what to do with its response */
export async function startPagedProvider(paginate: Paginate, respond: (url: URL, body: string) => PageResponse): Promise<PagedProvider> {
    const vendor = await startServer((request, response) => {
        const { path = '', body = '' } = vendor.requests.at(-1) ?? {};
        const said = respond(new URL(path, `http://${request.headers.host}`), body);
        if (typeof said === 'function') said(response);
        else response.setHeader('content-type', 'application/json').end(typeof said === 'string' ? said : JSON.stringify(said));
    });
    const url = `http://127.0.0.1:${vendor.port}`;
    const app = await startTestApp({
        config: { sandboxUrl: url, allowPrivateHosts: [`127.0.0.1:${vendor.port}`] },
        providers: new Map([['paged', pagedProvider(paginate)]])
    });
    await connectWithKey(app, 'paged', 'canary-api-key');
    return {
        app,
        vendor,
        send: (path, init) => sendForPages(app, 'paged', path, init),
        asked: () => vendor.requests.map(({ method, path, body }) => (method === 'GET' ? (path.split('?')[1] ?? '') : body)),
        async [Symbol.asyncDispose]() {
            await app[Symbol.asyncDispose]();
            await vendor[Symbol.asyncDispose]();
        }
    };
}

/** Makes an integration and a connection named `one`. */
export async function connectWithKey(app: TestApp, provider: string, apiKey: string): Promise<void> {
    await app.integrate(provider);
    await app.call(importConnection, {
        body: { provider_config_key: provider, connection_id: 'one', credentials: { type: 'API_KEY', apiKey } }
    });
}

export function sendForPages(app: TestApp, provider: string, path: string, init: RequestInit = {}): Promise<Response> {
    const headers = {
        authorization: `Bearer ${app.keys.dev}`,
        'provider-config-key': provider,
        'connection-id': 'one',
        'patchbay-paginate': 'true'
    };
    return fetch(`${app.url}/proxy${path}`, { ...init, headers: { ...headers, ...Object.fromEntries(new Headers(init.headers)) } });
}

function pagedProvider(paginate: Paginate): ApiKeyProvider {
    return {
        id: 'paged',
        display_name: 'Paged',
        categories: ['sandbox'],
        auth_mode: 'API_KEY',
        sandbox: true,
        docs: 'https://example.com',
        credentials: { apiKey: { type: 'string', title: 'API key', secret: true } },
        no_check: 'It is made by a test.',
        proxy: { base_url: '${sandboxUrl}', headers: { authorization: 'Bearer ${apiKey}' }, paginate }
    };
}
