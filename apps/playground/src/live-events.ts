import type { ServerResponse } from 'node:http';

const HEARTBEAT_MS = 20_000;

/** What the pages that are open are told as it happens, by server-sent events. */
export class LiveEvents {
    readonly #pages = new Set<ServerResponse>();

    /** Tells a page from now on, until it closes. */
    join(response: ServerResponse): void {
        response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
        // Else the page would not know that it is connected until something happens.
        response.write(': hello\n\n');
        this.#pages.add(response);
        const heartbeat = setInterval(() => response.write(': still here\n\n'), HEARTBEAT_MS);
        response.once('close', () => {
            clearInterval(heartbeat);
            this.#pages.delete(response);
        });
    }

    tell(event: object): void {
        for (const page of this.#pages) page.write(`data: ${JSON.stringify(event)}\n\n`);
    }
}
