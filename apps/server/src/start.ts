import { AsyncResource } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, migrate, openDatabase } from '@patchbay/db';
import { Catalog, providers } from '@patchbay/providers';
import { createApps, createProbeApp } from './app.ts';
import { jobs, openRooms, rooms, routes } from './rooms.ts';
import { startCleanUp } from './clean-up.ts';
import { type Config, ConfigError, databaseOf } from './config.ts';
import type { BaseDeps, Deps, ProviderTimeouts, RoomOptions } from './deps.ts';
import { createAdmission } from './kernel/http/admission.ts';
import { createClientAddress } from './kernel/http/client-address.ts';
import type { SlotLimits } from './kernel/runtime/work-slots.ts';
import { createBackground } from './kernel/runtime/background.ts';
import { type Clock, databaseClock } from './kernel/runtime/clock.ts';
import { createDataKeys } from './kernel/crypto/data-keys.ts';
import { createEgress, type Egress } from './kernel/egress/egress.ts';
import { randomIds } from './kernel/crypto/ids.ts';
import { createLog, type Log } from './kernel/log/log.ts';
import { inRequest } from './kernel/log/request-context.ts';
import { makeQueues } from './kernel/jobs/send-job.sql.ts';
import { type BoundJob, startJobs } from './kernel/jobs/start-jobs.ts';
import type { Telemetry } from './kernel/telemetry/telemetry.ts';
import { openTelemetry } from './kernel/telemetry/open-telemetry.ts';
import { observeEgress } from './observe-egress.ts';
import { poolGauges } from './pool-gauges.ts';
import { createSeal } from './kernel/crypto/seal.ts';
import { withTimeout } from './kernel/runtime/with-timeout.ts';
import { deliverFirstKeys, loadKeyRing, removeKeyFromFile } from './rooms/platform/environments/key-files.ts';
import { type ClientLimits, listen, listenAll, type Listener, type ListenOptions } from './listen.ts';
import { createSingleFlight } from './kernel/runtime/single-flight.ts';
import { type Builds, siblingBuilds } from './rooms/connect/widget/connect-ui.ts';
import { openPopupSockets, type PopupSockets } from './rooms/compat/popup-sockets.ts';
import { version } from './version.ts';
import { bootstrap, type NewKeys } from './rooms/platform/environments/bootstrap.ts';
import { readOwnDefinitions } from './rooms/platform/providers/read-own-definitions.ts';
import { watchDataKeys } from './rooms/platform/environments/watch-data-keys.ts';

export interface Effects extends RoomOptions {
    clock?: Clock;
    log?: Log;
    builds?: Builds;
    egress?: Egress;
    providers?: Deps['providers'];
    providerTimeouts?: Partial<ProviderTimeouts>;
    clientLimits?: Partial<ClientLimits>;
    admission?: Partial<SlotLimits>;
    /** Shows the first secret keys on a terminal. Without it they go into a file. */
    showKeys?: ((keys: NewKeys[]) => void) | undefined;
    /** Of a server with the role web, before its first request. */
    beforeServing?: (deps: Deps) => Promise<void>;
}

/** In sum shorter than the lease of an attempt (`workLeaseMs`). */
const defaultProviderTimeouts: ProviderTimeouts = {
    respondMs: 15_000,
    pageMs: 400,
    tokenMs: 15_000,
    refreshMs: 3000,
    checkMs: 30_000,
    revokeMs: 5000
};

export interface RunningServer {
    config: Config;
    deps: Deps;
    /**
     * Serves on for a while, closing each connection after its response, while `/health` fails;
     * then only on connections that are open already.
     * @param skipDrain ends it
     */
    drain(skipDrain?: AbortSignal): Promise<void>;
    /** Refuses new requests, waits for running ones and background work, then stops the rest. */
    stop(): Promise<void>;
}

/** What runs when the server stops is waited for this long: 20 s with the lingering before. */
const stopTimeoutMs = 18_000;

/** For each dependency; the embedded PostgreSQL has limits of its own. */
const endTimeoutMs = 5000;

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
    // Nothing new is begun from then on, also while requests are still served.
    draining.signal.addEventListener('abort', () => working.forEach((work) => work.stop()), { once: true });
    const stopAll = async () => {
        draining.abort();
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
        const ports = await openPorts(given, { draining: draining.signal, limits: effects.clientLimits });
        const { api, connect } = ports;
        listeners.push(...[api, connect, ports.metrics].filter((port) => port !== undefined));
        const config = withActualPorts(given, ports);

        const log = effects.log ?? createLog(config.logLevel);
        const telemetry = await startTelemetry(config, log, ports.metrics);
        const database = await openDatabase(databaseOf(config), {
            poolSize: config.databasePoolSize,
            // What a connection tells would else bear the id of the request that opened it.
            log: AsyncResource.bind((message, fields) => log.info(message, fields))
        });
        started.push(() => database.stop());
        started.push(() => telemetry.stop());
        await migrate(database.db, { log: (message) => log.warn(message) });
        await makeQueues(database.db, Object.keys(jobs));
        const { clock = await startClock(database.db, log, started) } = effects;
        const keys = await openKeys(config, { db: database.db, clock, log, showKeys: effects.showKeys });
        started.push(() => keys.dataKeys.stop());
        const egress = effects.egress ?? createEgress({ allowPrivateHosts: config.allowPrivateHosts });
        // Ends the calls that are still running; what was cut short by then writes down its end.
        started.push(async () => void (await withTimeout(1000, Promise.all([egress.close(), background.finish()]), undefined)));
        const base: BaseDeps = {
            config,
            db: database.db,
            batches: database.batches,
            clock,
            ids: randomIds,
            egress,
            ...keys,
            log,
            telemetry,
            providers: effects.providers ?? availableProviders(config),
            admission: createAdmission({
                endpoints: routes.map(({ endpoint }) => endpoint),
                poolSize: config.databasePoolSize,
                log,
                limits: effects.admission
            }),
            ...ofProcess(config),
            removeKeyFromFile: (keyId) => removeKeyFromFile(config, log, keyId),
            background,
            providerTimeouts: { ...defaultProviderTimeouts, ...effects.providerTimeouts },
            draining: draining.signal
        };
        const { deps, stops } = openRooms(base, effects);
        measure(deps, database);
        started.push(...stops.map((stop) => () => withTimeout(endTimeoutMs, stop(), undefined)));
        if (config.roles.includes('worker')) await startWork(deps, effects, working);

        if (config.roles.includes('web')) sockets = await serveWeb(deps, effects, ports);
        else api.serve(telemetry.serving(createProbeApp(deps)));
        if (config.roles.includes('worker') && (effects.runsJobs ?? true)) working.push(runJobs(deps, database));
        return { config, deps, drain: (skipDrain) => drain(deps, listeners, draining, skipDrain), stop: stopAll };
    } catch (error) {
        await stopAll();
        throw error;
    }
}

async function serveWeb(deps: Deps, { builds = siblingBuilds(), beforeServing }: Effects, { api, connect }: Ports): Promise<PopupSockets> {
    await beforeServing?.(deps);
    const apps = createApps(deps, builds, routes);
    const sockets = openPopupSockets(deps);
    // Measured from outside, with what is refused.
    api.serve(deps.telemetry.serving(deps.admission.admit(apps.api)), sockets.accept);
    connect?.serve(deps.telemetry.serving(deps.admission.admit(apps.connect)));
    warnOfOpenSettings(deps.config, deps.log);
    return sockets;
}

/** After the ports serve: it loads a library, and connects anew. */
function runJobs(deps: Deps, { url, isPooled }: Database): { stop(): void } {
    const bound = Object.entries(jobs).map(([name, { batchSize, work }]): [string, BoundJob] => [
        name,
        {
            batchSize,
            work: (batch) =>
                inRequest(deps.ids.uuid(), () => deps.telemetry.trace({ name: `job ${name}`, about: {} }, () => work(deps, batch)))
        }
    ]);
    const running = startJobs({ url, isPooled, jobs: Object.fromEntries(bound), log: deps.log });
    return { stop: () => deps.background.run(running.stop()) };
}

function ofProcess({ trustedProxies }: Config): Pick<BaseDeps, 'clientAddress' | 'flights'> {
    return { clientAddress: createClientAddress(trustedProxies), flights: createSingleFlight() };
}

function measure(deps: Deps, database: Database): void {
    observeEgress(deps.egress, deps.telemetry, deps.config);
    deps.telemetry.addGauges(() => [...poolGauges(database), ...rooms.flatMap((room) => room.gauges?.(deps) ?? [])]);
}

async function startTelemetry(config: Config, log: Log, metrics: Listener | undefined): Promise<Telemetry> {
    const telemetry = await openTelemetry(config.telemetry, {
        log,
        version,
        createEgress: (allowPrivateHosts) => createEgress({ allowPrivateHosts })
    });
    // Served already while a long migration runs.
    if (telemetry.metricsPage) metrics?.serve(telemetry.metricsPage);
    return telemetry;
}

interface Ports {
    api: Listener;
    connect: Listener | undefined;
    metrics: Listener | undefined;
}

async function openPorts({ port, connectPort, host, roles, telemetry }: Config, given: Omit<ListenOptions, 'host'>): Promise<Ports> {
    const { metrics: page } = telemetry;
    const [api, connect, metrics] = await listenAll([
        listen(port, 'PATCHBAY_PORT', { ...given, host }),
        roles.includes('web') ? listen(connectPort, 'PATCHBAY_CONNECT_PORT', { ...given, host }) : undefined,
        page && listen(page.port, 'PATCHBAY_METRICS_PORT', { ...given, host: page.host, hostVariable: 'PATCHBAY_METRICS_HOST' })
    ]);
    return { api, connect, metrics };
}

/** Clean-ups, and the rooms' own work. */
async function startWork(deps: Deps, effects: Effects, working: { stop(): void }[]): Promise<void> {
    working.push(startCleanUp(deps));
    for (const room of rooms) {
        const work = await room.work?.(deps, effects);
        if (work) working.push(work);
    }
}

async function startClock(db: Database['db'], log: Log, started: (() => void)[]): Promise<Clock> {
    const clock = await databaseClock(db, log);
    started.push(() => clock.stop());
    return clock;
}

/** Opens the key ring, and with it the environments' keys, which another process may replace. */
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
    const kept = createDataKeys(clock, dataKeys);
    return { keyedHash, seal: createSeal(kept), dataKeys: watchDataKeys({ db, log, ids: randomIds }, ring, kept) };
}

async function drain(
    { config: { drainMs }, log }: Deps,
    listeners: readonly Listener[],
    draining: AbortController,
    skipDrain?: AbortSignal
): Promise<void> {
    draining.abort();
    if (drainMs === 0 || skipDrain?.aborted) return;
    log.info('server_draining: health responds with 503 until the ports close', { duration_ms: drainMs });
    await sleep(drainMs, undefined, skipDrain ? { signal: skipDrain } : {}).catch(() => {});
    if (!skipDrain?.aborted) await Promise.all(listeners.map((listener) => listener.linger(skipDrain)));
}

/**
 * Providers of the sandbox exist only where a sandbox is configured; an operator may add own ones.
 * @throws {ConfigError} for a definition with mistakes
 */
function availableProviders({ sandboxUrl, providersDir }: Config): Deps['providers'] {
    const ours = [...providers.values()].filter(({ sandbox }) => !sandbox || sandboxUrl !== undefined);
    if (providersDir === undefined) return new Catalog(ours);
    const { definitions, mistakes } = readOwnDefinitions(providersDir, ours);
    if (mistakes.length > 0) throw new ConfigError(['PATCHBAY_PROVIDERS_DIR has mistakes:', ...mistakes].join('\n  '));
    const own = new Set(definitions.map(({ id }) => id));
    return new Catalog([...ours.filter(({ id }) => !own.has(id)), ...definitions]);
}

/** Port 0 means any free one; addresses that were not given follow it. */
function withActualPorts(config: Config, { api, connect, metrics }: Ports): Config {
    const { port } = api;
    const connectPort = connect?.port ?? config.connectPort;
    const { telemetry } = config;
    const real = (address: string, actual: number) => (new URL(address).port === '0' ? address.replace(':0', `:${actual}`) : address);
    return {
        ...config,
        port,
        connectPort,
        publicUrl: real(config.publicUrl, port),
        connectUrl: real(config.connectUrl, connectPort),
        telemetry: { ...telemetry, metrics: telemetry.metrics && { ...telemetry.metrics, port: metrics?.port ?? telemetry.metrics.port } }
    };
}

function warnOfOpenSettings(config: Config, log: Log): void {
    const isProduction = !['localhost', '127.0.0.1'].includes(new URL(config.publicUrl).hostname);
    if (isProduction && config.embedOrigins.includes('*'))
        log.warn('embed_origins_open: PATCHBAY_EMBED_ORIGINS is *: any page may embed the Connect UI. Name the origins of your product.');
    for (const host of config.allowPrivateHosts) log.info('private_host_allowed: outbound calls may reach a private host', { host });
}
