import { createHash } from 'node:crypto';
import { bodyChunks, sendJson } from './exchange.ts';
import type { Exchange } from './exchange.ts';

/** Whether this path echoes: the address itself, and everything under it, so that a test can see what became of its own path. */
export function isEcho(path: string, address: string): boolean {
    return path === address || path.startsWith(`${address}/`);
}

/**
 * Answers what arrived: `method`, `target` and `path` untouched, `query` by name, `headers` by lower-case name with repeats joined by a comma,
 * and of the body, which is read as a stream, `bytes` and `sha256`.
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
        // The parsed URL would show dot segments and odd characters as if they had arrived tidied up.
        path: target.replace(/\?.*$/s, ''),
        query: Object.fromEntries([...new Set(url.searchParams.keys())].map((name) => [name, url.searchParams.getAll(name)])),
        headers: Object.fromEntries(Object.entries(request.headersDistinct).map(([name, values = []]) => [name, values.join(', ')])),
        bytes: exchange.bodyBytes,
        sha256: digest.digest('hex')
    });
}
