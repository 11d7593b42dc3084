import { AsyncResource } from 'node:async_hooks';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@patchbay/contracts';
import { type Database, migrate, openDatabase } from '@patchbay/db';
import { providers } from '@patchbay/providers';
import { createApps } from './app.ts';
import { openRooms, rooms, routes } from './rooms.ts';
import { liveness } from './rooms/platform/about/liveness.ts';
import { startCleanUp } from './clean-up.ts';
import { type Config, databaseOf } from './config.ts';
import type { BaseDeps, Deps, ProviderTimeouts, RoomOptions } from './deps.ts';
import { createBackground } from './kernel/runtime/background.ts';
import { limitBodyTime } from './kernel/http/body-time.ts';
import { type Clock, databaseClock } from './kernel/runtime/clock.ts';
import { createDataKeys } from './kernel/crypto/data-keys.ts';
import { createEgress, type Egress } from './kernel/egress/egress.ts';
import { randomIds } from './kernel/crypto/ids.ts';
import { sendPlainError } from './kernel/http/error-response.ts';
import { gracefulClose } from './kernel/http/graceful-close.ts';
import { limitResponses, type ResponseLimits } from './kernel/http/response-limits.ts';
import { createLog, type Log } from './kernel/log/log.ts';
import { createSeal } from './kernel/crypto/seal.ts';
import { withTimeout } from './kernel/runtime/with-timeout.ts';
import { deliverFirstKeys, loadKeyRing, removeKeyFromFile } from './rooms/platform/environments/key-files.ts';
import { createSingleFlight } from './kernel/runtime/single-flight.ts';
import { type Builds, siblingBuilds } from './rooms/connect/widget/connect-ui.ts';
import { openPopupSockets, type PopupSockets } from './rooms/compat/popup-sockets.ts';
import { bootstrap, type NewKeys } from './rooms/platform/environments/bootstrap.ts';

export interface Effects extends RoomOptions {
    clock?: Clock;
    log?: Log;
    builds?: Builds;
    egress?: Egress;
    providers?: Deps['providers'];
    providerTimeouts?: Partial<ProviderTimeouts>;
    clientLimits?: Partial<ClientLimits>;
    /** Shows the first secret keys on a terminal. Without it they go into a file. */
    showKeys?: ((keys: NewKeys[]) => void) | undefined;
}

/** In sum shorter than the lease of an attempt (`workLeaseMs`). */
const defaultProviderTimeouts: ProviderTimeouts = { respondMs: 15_000, tokenMs: 15_000, refreshMs: 3000, checkMs: 30_000, revokeMs: 5000 };

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

export interface RunningServer {
    config: Config;
    deps: Deps;
    /**
     * Serves on for a while, closing each connection after its response, while `/health` fails.
     * @param skipDrain ends it
     */
    drain(skipDrain?: AbortSignal): Promise<void>;
    /** Refuses new requests, waits for running ones and background work, then stops the rest. */
    stop(): Promise<void>;
}

/** Requests that run when the server stops, and the work behind them, are waited for this long. */
const stopTimeoutMs = 20_000;

/** For each dependency; the embedded PostgreSQL has limits of its own. */
const endTimeoutMs = 5000;

/** Load balancers keep idle connections for 60 s, and must be the ones that close them. */
const keepAliveMs = 65_000;

/** A port is taken. The message names the variable to change. */
export class PortError extends Error {
    override readonly name = 'PortError';
}

/**
 * Starts a server: ports first, because a taken one should fail before anything is made; then
 * database, keys, applications. A failing step stops what was started.
 */
export async function startServer(given: Config, effects: Effects = {}): Promise<RunningServer> {
    const listeners: Listener[] = [];
    const background = createBackground();
    const started: (() => Promise<void> | void)[] = [];
    let sockets: PopupSockets | undefined;
    const working: { stop(): void }[] = [];
    const draining = new AbortController();
    const stopAll = async () => {
        draining.abort();
        for (const work of working) work.stop();
        await withTimeout(endTimeoutMs, Promise.resolve(sockets?.stop()), undefined);
        // First, because what still runs needs all the rest.
        await withTimeout(
            stopTimeoutMs,
            Promise.all(listeners.map(({ close }) => close())).then(() => background.finish()),
            undefined
        );
        for (const stop of started.toReversed()) await stop();
    };
    try {
        const options = { host: given.host, draining: draining.signal, limits: effects.clientLimits };
        const [api, connect] = await listenAll([
            listen(given.port, 'PATCHBAY_PORT', options),
            listen(given.connectPort, 'PATCHBAY_CONNECT_PORT', options)
        ]);
        listeners.push(api, connect);
        const config = withActualPorts(given, api.port, connect.port);

        const log = effects.log ?? createLog(config.logLevel);
        const database = await openDatabase(databaseOf(config), {
            poolSize: config.databasePoolSize,
            // What a connection tells would else bear the id of the request that opened it.
            log: AsyncResource.bind((message, fields) => log.info(message, fields))
        });
        started.push(() => database.stop());
        await migrate(database.db, { log: (message) => log.warn(message) });
        const { clock = await startClock(database.db, log, started) } = effects;
        const { keyedHash, dataKeys } = await openKeys(config, { db: database.db, clock, log, showKeys: effects.showKeys });
        const egress = effects.egress ?? createEgress({ allowPrivateHosts: config.allowPrivateHosts });
        // Aborts the calls that are still running.
        started.push(() => withTimeout(1000, egress.close(), undefined));
        const base: BaseDeps = {
            config,
            db: database.db,
            batches: database.batches,
            clock,
            ids: randomIds,
            egress,
            seal: createSeal(createDataKeys(dataKeys)),
            keyedHash,
            log,
            providers: effects.providers ?? availableProviders(config),
            flights: createSingleFlight(),
            removeKeyFromFile: (keyId) => removeKeyFromFile(config, log, keyId),
            background,
            providerTimeouts: { ...defaultProviderTimeouts, ...effects.providerTimeouts },
            draining: draining.signal
        };
        const { deps, stops } = openRooms(base, effects);
        started.push(...stops.map((stop) => () => withTimeout(endTimeoutMs, stop(), undefined)));
        const cleanUp = startCleanUp(deps);
        started.push(() => cleanUp.stop());
        for (const room of rooms) {
            const work = await room.work?.(deps, effects);
            if (work) working.push(work);
        }

        const apps = createApps(deps, effects.builds ?? siblingBuilds(), routes);
        sockets = openPopupSockets(deps);
        api.serve(apps.api, sockets.accept);
        connect.serve(apps.connect);
        warnOfOpenSettings(config, log);
        return { config, deps, drain: (skipDrain) => drain(config, log, draining, skipDrain), stop: stopAll };
    } catch (error) {
        await stopAll();
        throw error;
    }
}

async function startClock(db: Database['db'], log: Log, started: (() => void)[]): Promise<Clock> {
    const clock = await databaseClock(db, log);
    started.push(() => clock.stop());
    return clock;
}

/** Opens the key ring, and with it the environments' keys. */
async function openKeys(config: Config, { db, clock, log, showKeys }: Pick<BaseDeps, 'db' | 'clock' | 'log'> & Pick<Effects, 'showKeys'>) {
    const ring = await loadKeyRing(config, db);
    const { keyedHash, dataKeys, unreadable, retiredKeys } = await bootstrap(
        { db, clock, ids: randomIds, log },
        { ring, presetKey: config.presetKey, deliver: (keys) => deliverFirstKeys(config, log, keys, showKeys) }
    );
    for (const { environmentId, error } of unreadable) log.error('environment_key_unreadable', { environment: environmentId, error });
    if (retiredKeys.length > 0)
        log.info('encryption_keys_retired: when every server has the first key in front, take the others out of PATCHBAY_ENCRYPTION_KEYS', {
            first_key: ring.first.kid,
            retired_keys: retiredKeys
        });
    return { keyedHash, dataKeys };
}

async function drain({ drainMs }: Config, log: Log, draining: AbortController, skipDrain?: AbortSignal): Promise<void> {
    draining.abort();
    if (drainMs === 0 || skipDrain?.aborted) return;
    log.info('server_draining: health responds with 503 until the ports close', { duration_ms: drainMs });
    await sleep(drainMs, undefined, skipDrain ? { signal: skipDrain } : {}).catch(() => {});
}

/** Providers of the sandbox exist only where a sandbox is configured. */
function availableProviders(config: Config): Deps['providers'] {
    return new Map([...providers].filter(([, provider]) => !provider.sandbox || config.sandboxUrl !== undefined));
}

interface Listener {
    port: number;
    close(): Promise<void>;
    /** @param upgrade handles WebSocket upgrades; absent: they are ignored */
    serve(app: RequestListener, upgrade?: PopupSockets['accept']): void;
}

const starting = () => new AppError('dependency_unavailable', { message: 'Starting. Try again in a moment.', retryAfterS: 1 });

interface ListenOptions {
    host: string | undefined;
    draining: AbortSignal;
    limits: Partial<ClientLimits> | undefined;
}

/** @throws {PortError} about all that cannot be listened on; the others are closed again */
async function listenAll<const Many extends readonly Promise<Listener>[]>(many: Many): Promise<{ [Key in keyof Many]: Listener }> {
    const outcomes = await Promise.allSettled(many);
    const refused = outcomes.flatMap((outcome): unknown[] => (outcome.status === 'rejected' ? [outcome.reason] : []));
    const open = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    // As many as were asked for, in their order.
    if (refused.length === 0) return open as { [Key in keyof Many]: Listener };
    await Promise.all(open.map(({ close }) => close()));
    throw new PortError(refused.map((error) => (error instanceof Error ? error.message : String(error))).join('\n'));
}

function listen(port: number, variable: string, { host, draining, limits }: ListenOptions): Promise<Listener> {
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
    const close = gracefulClose(server);
    return new Promise((resolve, reject) => {
        server.once('error', (error: NodeJS.ErrnoException) => {
            const reason =
                error.code === 'EADDRINUSE'
                    ? 'is taken by another program'
                    : error.code === 'EACCES'
                      ? 'may not be used by this user'
                      : error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND'
                        ? `cannot be used on ${host}, which PATCHBAY_HOST names and this machine does not have`
                        : `cannot be used (${error.code})`;
            reject(new PortError(`Port ${port} ${reason}. Stop that program, or set ${variable} to a free port.`));
        });
        server.listen({ port, ...(host === undefined ? {} : { host }) }, () => {
            // A TCP server's address is an object once it listens.
            const { port: actual } = server.address() as AddressInfo;
            resolve({
                port: actual,
                close,
                serve(ready, upgrade) {
                    app = ready;
                    if (upgrade) server.on('upgrade', upgrade);
                }
            });
        });
    });
}

/** Port 0 means any free one; addresses that were not given follow it. */
function withActualPorts(config: Config, port: number, connectPort: number): Config {
    const real = (address: string, actual: number) => (new URL(address).port === '0' ? address.replace(':0', `:${actual}`) : address);
    return { ...config, port, connectPort, publicUrl: real(config.publicUrl, port), connectUrl: real(config.connectUrl, connectPort) };
}

function warnOfOpenSettings(config: Config, log: Log): void {
    const isProduction = !['localhost', '127.0.0.1'].includes(new URL(config.publicUrl).hostname);
    if (isProduction && config.embedOrigins.includes('*'))
        log.warn('embed_origins_open: PATCHBAY_EMBED_ORIGINS is *: any page may embed the Connect UI. Name the origins of your product.');
    for (const host of config.allowPrivateHosts) log.info('private_host_allowed: outbound calls may reach a private host', { host });
}
