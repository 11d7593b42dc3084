import { createHash } from 'node:crypto';
import { bodyChunks, sendJson } from './exchange.ts';
import type { Exchange } from './exchange.ts';

/** The address itself and all paths below it, so that a test sees how its own path arrived. */
export function isEchoPath(path: string, address: string): boolean {
    return path === address || path.startsWith(`${address}/`);
}

/**
 * Responds with the request: `method`, `target` and `path` untouched, `query` by name, `headers` by
 * lower-case name with repeats joined by a comma, `bytes` and `sha256` of the streamed body.
 */
export async function echo(exchange: Exchange): Promise<void> {
    const { request, response, method, url } = exchange;
    const digest = createHash('sha256');
    for await (const chunk of bodyChunks(exchange)) digest.update(chunk);
    if (!request.complete) return;
    const target = request.url ?? '';
    sendJson(response, 200, {
        method,
        target,
        // The URL parser would resolve dot segments and encode characters.
        path: target.replace(/\?.*$/s, ''),
        query: Object.fromEntries([...new Set(url.searchParams.keys())].map((name) => [name, url.searchParams.getAll(name)])),
        headers: Object.fromEntries(Object.entries(request.headersDistinct).map(([name, values = []]) => [name, values.join(', ')])),
        bytes: exchange.bodyBytes,
        sha256: digest.digest('hex')
    });
}
