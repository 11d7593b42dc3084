import { Agent, createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

/** A small load balancer: healthy servers in turn, and another one where nothing was sent. */
export interface Balancer {
    url: string;
    /** Requests whose server refused the connection, and that went to another one. */
    readonly retried: number;
    stop(): void;
}

const checkEveryMs = 100;
/** Far shorter than servers drain: a check that waits longer tells of it too late. */
const checkTimeoutMs = 300;

/** @param targets asked for their health from now on */
export async function startBalancer(targets: readonly string[]): Promise<Balancer> {
    const agent = new Agent({ keepAlive: true });
    const healthy = new Set<string>();
    let turn = 0;
    let retried = 0;
    const stopped = new AbortController();
    const check = async (target: string) => {
        while (!stopped.signal.aborted) {
            const isWell = await fetch(`${target}/health`, { signal: AbortSignal.timeout(checkTimeoutMs) }).then(
                async (response) => (await response.arrayBuffer(), response.ok),
                () => false
            );
            if (isWell) healthy.add(target);
            else healthy.delete(target);
            await new Promise((resolve) => setTimeout(resolve, checkEveryMs));
        }
    };
    for (const target of targets) void check(target);

    const forward = (request: IncomingMessage, response: ServerResponse, body: Buffer, tries: number): void => {
        const among = healthy.size > 0 ? [...healthy] : targets;
        const target = new URL(among[turn++ % among.length] ?? '');
        const { host: _, connection: __, ...headers } = request.headers;
        const forwarded = send(
            {
                agent,
                host: '127.0.0.1',
                port: target.port,
                method: request.method,
                path: request.url,
                headers: { ...headers, host: target.host }
            },
            (answer) => {
                response.writeHead(answer.statusCode ?? 502, answer.headers);
                answer.pipe(response);
            }
        );
        forwarded.on('error', (error: NodeJS.ErrnoException) => {
            // Nothing was sent: the only case in which any request may go elsewhere.
            if (error.code === 'ECONNREFUSED' && tries < targets.length) {
                retried += 1;
                healthy.delete(target.origin);
                return forward(request, response, body, tries + 1);
            }
            if (response.headersSent) response.destroy();
            else response.writeHead(502, { 'content-type': 'application/json' }).end(JSON.stringify({ error: { code: error.code } }));
        });
        forwarded.end(body);
    };
    const server = createServer((request, response) => {
        const chunks: Buffer[] = [];
        request.on('data', (chunk: Buffer) => chunks.push(chunk));
        request.on('end', () => forward(request, response, Buffer.concat(chunks), 1));
    }).listen(0, '127.0.0.1');
    // Longer than clients keep theirs, or one would be closed while it is used again.
    server.keepAliveTimeout = 65_000;
    await once(server, 'listening');
    // A TCP server's address is an object once it listens.
    const { port } = server.address() as AddressInfo;
    return {
        url: `http://127.0.0.1:${port}`,
        get retried() {
            return retried;
        },
        stop() {
            stopped.abort();
            server.close();
            server.closeAllConnections();
            agent.destroy();
        }
    };
}
