import { request as forward, Agent, type IncomingMessage, type RequestOptions, type ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';

interface Upstream {
    port: number;
    /** Of its `GET /health`. */
    healthPort: number;
}

export interface Proxy {
    port: number;
    /** The upstreams whose last check succeeded, by their port. */
    healthy(): number[];
    /** How many requests went to another server, because the first did not respond. */
    repeated(): number;
    close(): Promise<void>;
}

interface ProxyOptions {
    certificate: { key: string; cert: string };
    /** Where each host's requests go. */
    hosts: Record<string, readonly Upstream[]>;
    healthPath: string;
    intervalMs: number;
}

/**
 * A proxy with TLS that does what the Caddyfile asks of Caddy: requests take turns at the healthy
 * servers, one that cannot be reached is passed over, and a GET without a response is repeated.
 */
export async function startTlsProxy({ certificate, hosts, healthPath, intervalMs }: ProxyOptions): Promise<Proxy> {
    const agent = new Agent({ keepAlive: true });
    const all = Object.values(hosts).flat();
    const healthy = new Set<Upstream>();
    const check = async (upstream: Upstream) => {
        const isOk = await fetch(`http://127.0.0.1:${upstream.healthPort}${healthPath}`, { signal: AbortSignal.timeout(2000) }).then(
            ({ ok }) => ok,
            () => false
        );
        if (isOk) healthy.add(upstream);
        else healthy.delete(upstream);
    };
    await Promise.all(all.map(check));
    const timer = setInterval(() => void Promise.all(all.map(check)), intervalMs);
    let turn = 0;
    let repeated = 0;
    const onRepeat = () => (repeated += 1);
    const server = createServer(certificate, (request, response) => {
        const upstreams = (hosts[request.headers.host ?? ''] ?? []).filter((upstream) => healthy.has(upstream));
        turn += 1;
        const inTurn = upstreams.map((_, index) => upstreams[(index + turn) % upstreams.length]).filter((each) => each !== undefined);
        void buffer(request).then((body) => pass({ request, body, response, agent, onRepeat }, inTurn));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return {
        // A TCP server's address is an object.
        port: (server.address() as AddressInfo).port,
        healthy: () => [...healthy].map(({ port }) => port),
        repeated: () => repeated,
        async close() {
            clearInterval(timer);
            agent.destroy();
            server.closeAllConnections();
            await new Promise((resolve) => server.close(resolve));
        }
    };
}

interface Exchange {
    request: IncomingMessage;
    body: Buffer;
    response: ServerResponse;
    agent: Agent;
    onRepeat: () => void;
}

function pass(exchange: Exchange, [upstream, ...others]: Upstream[]): void {
    const { request, body, response, agent } = exchange;
    if (!upstream) return void response.writeHead(502).end('No server is healthy.');
    const options: RequestOptions = {
        agent,
        host: '127.0.0.1',
        port: upstream.port,
        method: request.method,
        path: request.url,
        headers: request.headers
    };
    const outgoing = forward(options, (incoming) => {
        response.writeHead(incoming.statusCode ?? 502, incoming.headers);
        incoming.pipe(response);
        incoming.once('error', () => response.destroy());
    });
    outgoing.once('error', (error: NodeJS.ErrnoException) => {
        const isRepeatable = error.code === 'ECONNREFUSED' || request.method === 'GET';
        if (response.headersSent || !isRepeatable) return void response.destroy();
        exchange.onRepeat();
        pass(exchange, others);
    });
    outgoing.end(body);
}
