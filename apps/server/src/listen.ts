import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { AppError } from '@patchbay/contracts';
import { limitBodyTime } from './kernel/http/body-time.ts';
import { sendPlainError } from './kernel/http/error-response.ts';
import { gracefulClose } from './kernel/http/graceful-close.ts';
import { limitResponses, type ResponseLimits } from './kernel/http/response-limits.ts';
import { liveness } from './rooms/platform/about/liveness.ts';

/** For a client to send a request and read its response. Streamed bodies may take longer. */
export interface ClientLimits {
    headersMs: number;
    requestMs: number;
    response: ResponseLimits;
}

const defaultClientLimits: ClientLimits = {
    headersMs: 10_000,
    requestMs: 30_000,
    response: { silenceMs: 60_000, wholeMs: 120_000 }
};

/** Load balancers keep idle connections for 60 s, and must be the ones that close them. */
const keepAliveMs = 65_000;

/**
 * Connections that wait to be accepted; the system may allow fewer (`net.core.somaxconn`). Where
 * they do not fit, a client tries again after a second. Node's default is 511.
 */
const backlog = 4096;

/** A port is taken. The message names the variable to change. */
export class PortError extends Error {
    override readonly name = 'PortError';
}

export interface Listener {
    port: number;
    /** Refuses new connections, and serves those that there are until no request comes any more. */
    linger(skip?: AbortSignal): Promise<void>;
    close(): Promise<void>;
    /** @param upgrade handles WebSocket upgrades; absent: they are ignored */
    serve(app: RequestListener, upgrade?: (request: IncomingMessage, socket: Duplex, head: Buffer) => void): void;
}

const starting = () => new AppError('dependency_unavailable', { message: 'Starting. Try again in a moment.', retryAfterS: 1 });

export interface ListenOptions {
    host: string | undefined;
    /** What names the host. Default `PATCHBAY_HOST`. */
    hostVariable?: string;
    draining: AbortSignal;
    limits: Partial<ClientLimits> | undefined;
}

/** @throws {PortError} about all that cannot be listened on; the others are closed again */
export async function listenAll<const Many extends readonly (Promise<Listener> | undefined)[]>(
    many: Many
): Promise<{ -readonly [Key in keyof Many]: Awaited<Many[Key]> }> {
    const outcomes = await Promise.allSettled(many.map((one) => Promise.resolve(one)));
    const refused = outcomes.flatMap((outcome): unknown[] => (outcome.status === 'rejected' ? [outcome.reason] : []));
    const open = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    // As many as were asked for, in their order.
    if (refused.length === 0) return open as { -readonly [Key in keyof Many]: Awaited<Many[Key]> };
    await Promise.all(open.map((listener) => Promise.resolve(listener?.close())));
    throw new PortError(refused.map((error) => (error instanceof Error ? error.message : String(error))).join('\n'));
}

/** Until it serves an application, a request is told to come again. */
export function listen(
    port: number,
    variable: string,
    { host, hostVariable = 'PATCHBAY_HOST', draining, limits }: ListenOptions
): Promise<Listener> {
    const { headersMs, requestMs, response: responseLimits } = { ...defaultClientLimits, ...limits };
    let app: RequestListener | undefined;
    const options = {
        maxHeaderSize: 16 * 1024,
        headersTimeout: headersMs,
        // Taken care of by limitBodyTime, because it is not the same for all.
        requestTimeout: 0,
        // Node's default is 30 s.
        connectionsCheckingInterval: Math.min(1000, headersMs / 2),
        keepAliveTimeout: keepAliveMs,
        // No events for an absent body: saves 6 % of the time of a short request
        // (`npm run bench api`).
        optimizeEmptyRequests: true,
        // Some clients wish for HTTP/2 with every request, and are content without (RFC 9110 §7.8).
        shouldUpgradeCallback: ({ headers }: IncomingMessage): boolean =>
            headers.upgrade?.toLowerCase() === 'websocket' && server.listenerCount('upgrade') > 0
    };
    const server: Server = createServer(options);
    const serve: RequestListener = (request, response) => {
        limitBodyTime(request, response, requestMs);
        if (draining.aborted) response.shouldKeepAlive = false;
        if (app) {
            app(request, response);
            return;
        }
        // A long migration is no reason to start the server again.
        if (request.url === '/livez')
            return void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(liveness));
        sendPlainError(response, starting(), 'json');
    };
    server.on('request', limitResponses(server, responseLimits, serve));
    const closing = gracefulClose(server);
    return new Promise((resolve, reject) => {
        server.once('error', (error: NodeJS.ErrnoException) => reject(portError(error, { port, variable, host, hostVariable })));
        server.listen({ port, backlog, ...(host === undefined ? {} : { host }) }, () => {
            // A TCP server's address is an object once it listens.
            const { port: actual } = server.address() as AddressInfo;
            resolve({
                port: actual,
                ...closing,
                serve(ready, upgrade) {
                    app = ready;
                    if (upgrade) server.on('upgrade', upgrade);
                }
            });
        });
    });
}

function portError(
    { code }: NodeJS.ErrnoException,
    { port, variable, host, hostVariable }: { port: number; variable: string; host: string | undefined; hostVariable: string }
) {
    const reason =
        code === 'EADDRINUSE'
            ? 'is taken by another program'
            : code === 'EACCES'
              ? 'may not be used by this user'
              : code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND'
                ? `cannot be used on ${host}, which ${hostVariable} names and this machine does not have`
                : `cannot be used (${code})`;
    return new PortError(`Port ${port} ${reason}. Stop that program, or set ${variable} to a free port.`);
}
