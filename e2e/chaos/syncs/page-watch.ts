import { once } from 'node:events';
import { createServer, request as ask } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';

/** Stands in front of a vendor, and tells of each page of a list as it is asked for. */
export interface PageWatch {
    url: string;
    /** Of all requests, in their order: pages that were asked for, and what `mark` was given. */
    readonly seen: readonly (number | 'mark')[];
    /** Milliseconds from one page to the next, of those that came without a mark between. */
    readonly pageMs: readonly number[];
    onPage: (page: number) => void;
    mark(): void;
    stop(): void;
}

/** @param path of the list */
export async function watchPages(vendorUrl: string, path: string): Promise<PageWatch> {
    const { hostname, port } = new URL(vendorUrl);
    const seen: (number | 'mark')[] = [];
    const pageMs: number[] = [];
    let lastAt: number | undefined;
    const server = createServer((request, response) => {
        const { pathname, searchParams } = new URL(request.url ?? '/', vendorUrl);
        const onward = ask({ hostname, port, method: request.method, path: request.url, headers: request.headers }, (found) => {
            response.writeHead(found.statusCode ?? 502, found.headers);
            pipeline(found, response, () => {});
        });
        onward.on('error', () => response.destroy());
        // Who asked may have been killed.
        response.on('close', () => onward.destroy());
        pipeline(request, onward, () => {});
        if (pathname !== path) return;
        const now = performance.now();
        if (lastAt !== undefined) pageMs.push(now - lastAt);
        lastAt = now;
        const page = Number(searchParams.get('page'));
        seen.push(page);
        watch.onPage(page);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    // A TCP server's address is an object once it listens.
    const { port: ownPort } = server.address() as AddressInfo;
    const watch: PageWatch = {
        url: `http://127.0.0.1:${ownPort}`,
        seen,
        pageMs,
        onPage: () => {},
        mark() {
            seen.push('mark');
            lastAt = undefined;
        },
        stop() {
            server.closeAllConnections();
            server.close();
        }
    };
    return watch;
}
