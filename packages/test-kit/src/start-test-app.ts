import { type Call, createCall } from '@patchbay/api-client';
import {
    type CallInput,
    createConnectSession,
    createIntegration,
    createReconnectSession,
    getConnection,
    listConnections,
    type SuccessOut,
    usualMostOfFunctions
} from '@patchbay/contracts';
import type { Db } from '@patchbay/db';
import { createTestDatabase } from '@patchbay/db/testing';
import { startSandbox } from '@patchbay/sandbox';
import { AWS_USER, MCP_CLIENT, NETSUITE_CONSUMER, OAUTH1_CLIENT } from '@patchbay/sandbox/accounts';
import {
    type Builds,
    type ClientLimits,
    type Config,
    createAccountKey,
    createLog,
    type ConcurrencyLimits,
    generateKeyRing,
    parseKeyRing,
    type RunningServer,
    type SlotLimits,
    startServer
} from '@patchbay/server';
import { type ManualClock, manualClock } from './manual-clock.ts';
import { TestBrowser } from './test-browser.ts';

export interface TestAppOptions {
    /** The moment it is; the clock runs on from there. */
    now?: string;
    config?: Partial<Config>;
    /** Shares the database and the key ring with another app: a second replica. */
    replicaOf?: TestApp;
    /** Another way to the database of `replicaOf`. */
    databaseUrl?: string;
    builds?: Builds;
    /** Instead of those that we ship. */
    providers?: RunningServer['deps']['providers'];
    /** Shorter waits for providers than the usual ones. */
    providerTimeouts?: Partial<RunningServer['deps']['providerTimeouts']>;
    /** How many proxied calls are taken at once. */
    proxyLimits?: ConcurrencyLimits;
    /** How many of them follow all pages. */
    pagingLimits?: ConcurrencyLimits;
    clientLimits?: Partial<ClientLimits>;
    /** How many requests run and wait. */
    admission?: Partial<SlotLimits>;
    /** False unless given: the test triggers the refreshes. */
    refreshInBackground?: boolean;
    /** How many webhooks an integration takes. */
    webhooksPerMinute?: number;
    /** Runs jobs and delivers webhooks in the background; by default nothing does. */
    runsJobs?: boolean;
    /** The egress, for tests of where calls lead; gets the operator's list with the sandbox. */
    createEgress?: (allowPrivateHosts: readonly string[]) => RunningServer['deps']['egress'];
}

/** Disposing fails when a response had a code or a field that no contract declares. */
export interface TestApp extends AsyncDisposable {
    server: RunningServer;
    /** The API's and the Connect UI's address. */
    url: string;
    connectUrl: string;
    clock: ManualClock;
    db: Db;
    databaseUrl: string;
    encryptionKeys: string;
    /** First secret keys of the environments, and a key of the account with every scope. */
    keys: { dev: string; prod: string; account: string };
    /** Calls the API with the dev key. */
    call: Call;
    /** Calls the API with another key or a session token. */
    callAs(token: string): Call;
    /** An untyped request. Returns status, headers, text and parsed JSON, if any. */
    raw(
        path: string,
        init?: RequestInit & { token?: string | null; at?: 'api' | 'connect' }
    ): Promise<{ status: number; headers: Headers; text: string; json: unknown }>;
    sandbox: { url: string; control(verb: string, body?: unknown, method?: string): Promise<unknown> };
    logLines: string[];
    /** Makes an integration, under the provider's name unless `unique_key` is given. */
    integrate(provider: string, extra?: Partial<CallInput<typeof createIntegration>['body']>): Promise<string>;
    /** Mints a session, by default for a new end user, unless `body` names one. */
    session(body?: Partial<CallInput<typeof createConnectSession>['body']>): Promise<EndUser>;
    reconnectSession(connectionId: string, integrationId: string): Promise<EndUser>;
    connections(): Promise<SuccessOut<typeof listConnections>['connections']>;
    connection(connectionId: string, integrationId: string): Promise<SuccessOut<typeof getConnection>>;
    browser(): TestBrowser;
}

/** An end user with a session token. */
export interface EndUser {
    token: string;
    connectLink: string;
    call: Call;
}

/** The sandbox's OAuth app. */
const awsUser = { type: 'AWS_SIGV4', client_id: AWS_USER.accessKeyId, client_secret: AWS_USER.secretAccessKey } as const;
const netSuiteApp = { type: 'TBA', client_id: NETSUITE_CONSUMER.key, client_secret: NETSUITE_CONSUMER.secret } as const;
const oauth1App = { type: 'OAUTH1', client_id: OAUTH1_CLIENT.key, client_secret: OAUTH1_CLIENT.secret } as const;
const mcpApp = { type: 'MCP_OAUTH2', client_id: MCP_CLIENT.id, client_secret: MCP_CLIENT.secret } as const;
export const sandboxClient = { type: 'OAUTH2', client_id: 'patchbay-sandbox', client_secret: 'patchbay-sandbox-secret' } as const;

/** Counted over all apps of the process: replicas share a database. */
let endUsers = 0;

/**
 * A whole Patchbay on free ports: Express, its own PostgreSQL database, the sandbox, a manual
 * clock.
 */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
    const { replicaOf } = options;
    const database = replicaOf ? undefined : await createTestDatabase();
    const sandbox = replicaOf ? undefined : await startSandbox({ port: 0, controlPort: 0 });
    const databaseUrl = options.databaseUrl ?? replicaOf?.databaseUrl ?? database?.url ?? '';
    const encryptionKeys = replicaOf?.encryptionKeys ?? generateKeyRing();
    const sandboxUrl = replicaOf?.sandbox.url ?? sandbox?.url ?? '';
    const clock = replicaOf?.clock ?? manualClock(options.now === undefined ? undefined : new Date(options.now));
    const logLines: string[] = [];
    const undeclared: string[] = [];
    const keys: TestApp['keys'] = replicaOf ? { ...replicaOf.keys } : { dev: '', prod: '', account: '' };
    const allowPrivateHosts = options.config?.allowPrivateHosts ?? [new URL(sandboxUrl).host];
    const server = await startServer(
        {
            roles: ['web', 'worker'],
            port: 0,
            host: undefined,
            publicUrl: 'http://localhost:0',
            connectPort: 0,
            connectUrl: 'http://127.0.0.1:0',
            dashboardPassword: undefined,
            dashboardEmail: 'owner@patchbay.local',
            database: { kind: 'url', url: databaseUrl, sslMode: undefined, keyRing: parseKeyRing(encryptionKeys) },
            databasePoolSize: 10,
            dataDir: '/nowhere',
            presetKey: undefined,
            keysFile: undefined,
            providersDir: undefined,
            logLevel: 'debug',
            allowPrivateHosts,
            sandboxUrl,
            trustedProxies: { hops: 0 },
            embedOrigins: ['*'],
            rateLimitPerMinute: 0,
            logRetentionDays: 14,
            keepRemovedEndpoints: false,
            drainMs: 0,
            mostOfFunctions: usualMostOfFunctions,
            probeIntervalMs: 24 * 3_600_000,
            appName: undefined,
            sendsTraceContextTo: [],
            telemetry: {
                metrics: undefined,
                otlp: undefined,
                serviceName: 'patchbay',
                resourceAttributes: {},
                sampler: { name: 'always_on', ratio: 1 },
                trustsTraceContext: false,
                isDisabled: false
            },
            ...options.config
        },
        {
            clock,
            refreshInBackground: options.refreshInBackground ?? false,
            runsJobs: options.runsJobs ?? false,
            log: createLog('debug', (line) => {
                logLines.push(line);
                if (/"message":"undeclared_(?:error_code|response_field)"/.test(line)) undeclared.push(line);
            }),
            showKeys: (told) => {
                for (const { environment, key } of told) if (environment === 'dev' || environment === 'prod') keys[environment] = key;
            },
            ...(options.builds ? { builds: options.builds } : {}),
            ...(options.providers ? { providers: options.providers } : {}),
            // Else on a busy machine a page would begin before its status is known.
            providerTimeouts: { pageMs: 60_000, ...options.providerTimeouts },
            ...(options.proxyLimits ? { proxyLimits: options.proxyLimits } : {}),
            ...(options.pagingLimits ? { pagingLimits: options.pagingLimits } : {}),
            ...(options.webhooksPerMinute === undefined ? {} : { webhooksPerMinute: options.webhooksPerMinute }),
            ...(options.admission ? { admission: options.admission } : {}),
            ...(options.clientLimits ? { clientLimits: options.clientLimits } : {}),
            ...(options.createEgress ? { egress: options.createEgress(allowPrivateHosts) } : {})
        }
    );
    if (!replicaOf)
        keys.account = await createAccountKey(server.deps, {
            ring: parseKeyRing(encryptionKeys),
            displayName: 'Test',
            scopes: ['account:*']
        });
    const url = server.config.publicUrl;
    const callAs = (token: string) => createCall({ baseUrl: url, token });
    const call = callAs(keys.dev);
    const endUser = ({ data }: { data: { token: string; connect_link: string } }): EndUser => ({
        token: data.token,
        connectLink: data.connect_link,
        call: callAs(data.token)
    });
    return {
        server,
        url,
        connectUrl: server.config.connectUrl,
        clock,
        db: server.deps.db,
        databaseUrl,
        encryptionKeys,
        keys,
        call,
        callAs,
        logLines,
        async raw(path, { token = keys.dev, at = 'api', ...init } = {}) {
            const headers = new Headers(init.headers);
            if (token !== null && !headers.has('authorization')) headers.set('authorization', `Bearer ${token}`);
            const response = await fetch((at === 'api' ? url : server.config.connectUrl) + path, { redirect: 'manual', ...init, headers });
            const isEndless = response.headers.get('content-type') === 'text/event-stream';
            if (isEndless) await response.body?.cancel();
            const text = isEndless ? '' : await response.text();
            return { status: response.status, headers: response.headers, text, json: parse(text) };
        },
        sandbox: replicaOf?.sandbox ?? {
            url: sandboxUrl,
            control: (verb, body, method) => control(sandbox?.controlUrl ?? '', verb, body, method)
        },
        async integrate(provider, extra = {}) {
            const definition = server.deps.providers.get(provider);
            const { auth_mode: mode } = definition ?? {};
            const isRegistered =
                definition !== undefined && 'client_registration' in definition && definition.client_registration === 'static';
            const app = {
                OAUTH2: sandboxClient,
                OAUTH1: oauth1App,
                TBA: netSuiteApp,
                AWS_SIGV4: awsUser,
                MCP_OAUTH2: isRegistered && mcpApp
            }[String(mode)];
            const { data } = await call(createIntegration, {
                body: { provider, unique_key: provider, ...(app ? { credentials: app } : {}), ...extra }
            });
            return data.unique_key;
        },
        session: async (body) =>
            endUser(await call(createConnectSession, { body: { end_user: { id: `user_${(endUsers += 1)}` }, ...body } })),
        reconnectSession: async (connectionId, integrationId) =>
            endUser(await call(createReconnectSession, { body: { connection_id: connectionId, integration_id: integrationId } })),
        connections: async () => (await call(listConnections, {})).connections,
        connection: (connectionId, integrationId) =>
            call(getConnection, { params: { connection_id: connectionId }, query: { provider_config_key: integrationId } }),
        browser: () => new TestBrowser(),
        async [Symbol.asyncDispose]() {
            await server.stop();
            await sandbox?.stop();
            await database?.drop();
            if (undeclared.length > 0) throw new Error(`Responses had what no contract declares:\n${undeclared.join('')}`);
        }
    };
}

async function control(controlUrl: string, verb: string, body: unknown, method = body === undefined ? 'GET' : 'POST'): Promise<unknown> {
    const response = await fetch(`${controlUrl}/_ctl/${verb}`, {
        method,
        ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`The sandbox refused ${verb}: ${response.status} ${text}`);
    return parse(text);
}

function parse(text: string): unknown {
    try {
        return JSON.parse(text);
    } catch {
        return undefined;
    }
}
