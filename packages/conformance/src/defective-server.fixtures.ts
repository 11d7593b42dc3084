import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** What goes through a defective server. */
export interface Passing {
    method: string;
    url: URL;
    headers: Record<string, string>;
    body: Buffer;
}

/** JSON that a test changes as it likes. */
export type AnyJson = ReturnType<typeof JSON.parse>;

export interface Defect {
    /** Changes a request on its way. */
    request?(passing: Passing): void;
    /** Changes the JSON of a response, or has another one. */
    response?(body: AnyJson, passing: Passing): unknown;
    /** The same of an error. */
    error?(body: AnyJson): unknown;
}

/** A Patchbay with a defect: everything else is the one behind it. */
export async function startDefectiveServer(behind: string, defect: Defect): Promise<{ url: string } & AsyncDisposable> {
    const server = createServer((incoming, outgoing) => {
        void (async () => {
            const passing: Passing = {
                method: incoming.method ?? 'GET',
                url: new URL(incoming.url ?? '/', behind),
                headers: Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)])),
                body: await buffer(incoming)
            };
            defect.request?.(passing);
            const { host: _, connection: _kept, 'content-length': _length, ...headers } = passing.headers;
            const response = await fetch(passing.url, {
                method: passing.method,
                headers,
                ...(passing.body.length > 0 ? { body: new Uint8Array(passing.body) } : {})
            });
            const json = await response.json();
            const changed = (response.ok ? defect.response?.(json, passing) : defect.error?.(json)) ?? json;
            const kept = ['idempotent-replayed', 'patchbay-sync-status', 'patchbay-synced-at'];
            const replied = kept.flatMap((name) => (response.headers.has(name) ? [[name, response.headers.get(name) ?? '']] : []));
            outgoing.writeHead(response.status, { 'content-type': 'application/json', ...Object.fromEntries(replied) });
            outgoing.end(JSON.stringify(changed));
        })().catch((error: unknown) => outgoing.destroy(error instanceof Error ? error : undefined));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    return {
        url: `http://127.0.0.1:${port}`,
        async [Symbol.asyncDispose]() {
            server.closeAllConnections();
            await new Promise((closed) => server.close(closed));
        }
    };
}
