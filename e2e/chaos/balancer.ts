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
const checkTimeoutMs = 1000;
/** What says that it is not well is believed at once; who is only late may be busy. */
const mostTimeouts = 3;

/** @param targets asked for their health from now on */
export async function startBalancer(targets: readonly string[]): Promise<Balancer> {
    const agent = new Agent({ keepAlive: true });
    const healthy = new Set<string>();
    let turn = 0;
    let retried = 0;
    const stopped = new AbortController();
    const check = async (target: string) => {
        let timeouts = 0;
        while (!stopped.signal.aborted) {
            const outcome = await checkHealth(target);
            timeouts = outcome === 'late' ? timeouts + 1 : 0;
            if (outcome === 'well') healthy.add(target);
            else if (outcome === 'ill' || timeouts === mostTimeouts) healthy.delete(target);
            await new Promise((resolve) => setTimeout(resolve, checkEveryMs));
        }
    };
    for (const target of targets) void check(target);

    const forward = (request: IncomingMessage, response: ServerResponse, body: Buffer, refusedBy: readonly string[]): void => {
        const others = [...healthy].filter((one) => !refusedBy.includes(one));
        const among = others.length > 0 ? others : targets.filter((one) => !refusedBy.includes(one));
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
            if (error.code === 'ECONNREFUSED' && refusedBy.length + 1 < targets.length) {
                retried += 1;
                healthy.delete(target.origin);
                return forward(request, response, body, [...refusedBy, target.origin]);
            }
            if (response.headersSent) response.destroy();
            else response.writeHead(502, { 'content-type': 'application/json' }).end(JSON.stringify({ error: { code: error.code } }));
        });
        forwarded.end(body);
    };
    const server = createServer((request, response) => {
        const chunks: Buffer[] = [];
        request.on('data', (chunk: Buffer) => chunks.push(chunk));
        request.on('end', () => forward(request, response, Buffer.concat(chunks), []));
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

async function checkHealth(target: string): Promise<'well' | 'ill' | 'late'> {
    try {
        const response = await fetch(`${target}/health`, { signal: AbortSignal.timeout(checkTimeoutMs) });
        await response.arrayBuffer();
        return response.ok ? 'well' : 'ill';
    } catch (error) {
        return error instanceof DOMException && error.name === 'TimeoutError' ? 'late' : 'ill';
    }
}
