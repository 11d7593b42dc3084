import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type Nango from '@nangohq/frontend';
import type { ConnectUIEvent } from '@nangohq/frontend';
import type { Page } from '@playwright/test';

/** What the client's promise came to: its result, or the type of its error. */
export type Outcome = { result: Awaited<ReturnType<Nango['auth']>> } | { type: string; message: string };

declare global {
    interface Window {
        Nango: typeof Nango;
        /** What a click on the page's button does. */
        act: () => ReturnType<Nango['auth']>;
        outcome: Promise<Outcome>;
        events: ConnectUIEvent[];
    }
}

const clientFolder = join(fileURLToPath(import.meta.resolve('@nangohq/frontend')), '..');

const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>A product made for the reference</title><link rel="icon" href="data:,"></head>
<body>
<button>Connect</button>
<script type="module">
    import Nango from '/client/index.js';
    Object.assign(window, { Nango, events: [] });
    document.querySelector('button').addEventListener('click', () => {
        window.outcome = window.act().then((result) => ({ result }), ({ type, message }) => ({ type, message }));
    });
    document.documentElement.dataset.ready = '';
</script>
</body>
</html>`;

/** A product whose page uses the reference's published client, on a site of its own. */
export async function startReferenceHost(): Promise<{ url: string; stop(): Promise<void> }> {
    const server = createServer(({ url = '' }, response) => {
        if (!url.startsWith('/client/')) return void response.setHeader('content-type', 'text/html').end(html);
        response.setHeader('content-type', 'text/javascript');
        createReadStream(join(clientFolder, basename(url)))
            .on('error', () => response.writeHead(404).end())
            .pipe(response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    // A TCP server's address is an object once it listens.
    const { port } = server.address() as AddressInfo;
    return {
        url: `http://host.localhost:${port}`,
        stop: () =>
            new Promise((resolve) => {
                server.close(() => resolve());
                server.closeAllConnections();
            })
    };
}

/** What a page asks of the client: its constructor's and its method's arguments. */
export interface Ask {
    host: string;
    token: string;
    integration: string;
    options?: object;
}

/** Opens the page and makes its button do this. */
export async function visit(page: Page, url: string, act: (ask: Ask) => void, ask: Ask): Promise<void> {
    await page.goto(url);
    await page.waitForFunction(() => document.documentElement.dataset['ready'] !== undefined);
    await page.evaluate(act, ask);
}

export function outcomeOf(page: Page): Promise<Outcome> {
    return page.evaluate(() => window.outcome);
}
