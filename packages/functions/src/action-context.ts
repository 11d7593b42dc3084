import type { ActionContext, LogLevel, ProxyConfig, ProxyResponse } from './context.ts';
import type { AnyAction, AnySync } from './definition.ts';
import { ActionError, issuesOf, parseAs } from './errors.ts';
import type { ConnectionQuery, Host, HostConnection, HostIntegration, HostWrite, RunFacts } from './host.ts';
import { isObject, type Json, type JsonObject } from './json.ts';
import { paginate } from './paginate.ts';
import { sendRequest } from './proxy.ts';

/** How a checkpoint is written: syncs write records with it. */
type SaveCheckpoint = (checkpoint: NonNullable<HostWrite['checkpoint']>) => Promise<void>;

export function makeActionContext(
    definition: AnySync | AnyAction,
    host: Host,
    facts: RunFacts,
    signal: AbortSignal,
    saveCheckpoint: SaveCheckpoint = (checkpoint) => host.write({ changes: [], setAside: [], checkpoint })
): ActionContext {
    return {
        connectionId: facts.connectionId,
        providerConfigKey: facts.providerConfigKey,
        provider: facts.provider,
        environmentId: facts.environmentId,
        environmentName: facts.environmentName,
        activityLogId: facts.runId,
        isCLI: facts.isCli,
        variant: facts.variant,
        idempotencyKey: facts.idempotencyKey,
        attempt: facts.attempt,
        signal,
        ActionError,
        ...calls(host, facts),
        ...readers(host),
        ...stored(definition, host, saveCheckpoint),
        ...tools(host)
    };
}

type Part<Names extends keyof ActionContext> = Pick<ActionContext, Names>;

function calls(
    host: Host,
    { paginate: template }: RunFacts
): Part<'proxy' | 'get' | 'post' | 'put' | 'patch' | 'delete' | 'paginate' | 'uncontrolledFetch'> {
    // The caller states the type of what it expects.
    const proxy = <Data>(config: ProxyConfig) => sendRequest(host, config) as Promise<ProxyResponse<Data>>;
    return {
        proxy,
        get: (config) => proxy({ ...config, method: 'GET' }),
        post: (config) => proxy({ ...config, method: 'POST' }),
        put: (config) => proxy({ ...config, method: 'PUT' }),
        patch: (config) => proxy({ ...config, method: 'PATCH' }),
        delete: (config) => proxy({ ...config, method: 'DELETE' }),
        // As for `proxy`.
        paginate: <Item>(config: ProxyConfig) => paginate(proxy, template, config) as AsyncGenerator<Item[], void, void>,
        async uncontrolledFetch({ url, method = 'GET', headers = {}, body }) {
            const response = await host.request({
                method,
                endpoint: url,
                query: '',
                headers,
                body: body ?? null,
                responseType: 'text',
                withCredentials: false,
                baseUrlOverride: null,
                retries: 0,
                retryOn: [],
                retryHeader: null,
                decompress: true,
                forwardHeadersOnRedirect: false,
                connectionId: null,
                providerConfigKey: null
            });
            return { status: response.status, headers: response.headers, data: typeof response.body === 'string' ? response.body : '' };
        }
    };
}

const CONNECTION_MS = 60_000;
const INTEGRATION_MS = 600_000;

function readers(host: Host): Part<'getToken' | 'getConnection' | 'getIntegration' | 'getWebhookURL' | 'getEnvironmentVariables'> {
    const connections = remembered<HostConnection>(CONNECTION_MS);
    const integrations = remembered<HostIntegration>(INTEGRATION_MS);
    const getConnection: ActionContext['getConnection'] = (providerConfigKey, connectionId, options) => {
        const query: ConnectionQuery = {
            connectionId: connectionId ?? null,
            providerConfigKey: providerConfigKey ?? null,
            refreshToken: options?.refreshToken ?? false,
            forceRefresh: options?.forceRefresh ?? false
        };
        return connections(JSON.stringify(query), () => host.getConnection(query), query.forceRefresh);
    };
    return {
        getConnection,
        getToken: async () => tokenOf((await getConnection()).credentials),
        getIntegration: ({ include = [] } = {}) => integrations(JSON.stringify(include), () => host.getIntegration({ include })),
        getWebhookURL: async () => (await host.getWebhookUrl()).url,
        getEnvironmentVariables: async () => (await host.getEnvironmentVariables()).variables
    };
}

function tokenOf(credentials: JsonObject): Json {
    return credentials['access_token'] ?? credentials['token'] ?? credentials['apiKey'] ?? credentials['api_key'] ?? credentials;
}

function remembered<Value>(milliseconds: number) {
    const values = new Map<string, { value: Promise<Value>; at: number }>();
    return async (key: string, read: () => Promise<Value>, isForced = false): Promise<Value> => {
        const known = values.get(key);
        if (known && !isForced && Date.now() - known.at < milliseconds) return known.value;
        const value = read();
        values.set(key, { value, at: Date.now() });
        try {
            return await value;
        } catch (error) {
            values.delete(key);
            throw error;
        }
    };
}

function stored(
    definition: AnySync | AnyAction,
    host: Host,
    save: SaveCheckpoint
): Part<'getMetadata' | 'setMetadata' | 'updateMetadata' | 'getCheckpoint' | 'saveCheckpoint' | 'clearCheckpoint'> {
    const checkMetadata = (value: unknown) => (definition.metadata ? parseAs(definition.metadata, value, 'metadata') : value);
    const checkCheckpoint = (value: unknown) => (definition.checkpoint ? parseAs(definition.checkpoint, value, 'checkpoint') : value);
    const metadataOf = remembered<unknown>(CONNECTION_MS);
    let changes = 0;
    return {
        // A copy, which a function may change.
        getMetadata: async () =>
            checkMetadata(structuredClone(await metadataOf(String(changes), async () => (await host.getMetadata()).metadata))),
        async setMetadata(metadata) {
            checkMetadata(metadata);
            await host.setMetadata({ metadata: plainObject(metadata), merge: false });
            changes += 1;
        },
        async updateMetadata(metadata) {
            const { metadata: before } = await host.getMetadata();
            checkMetadata({ ...(isObject(before) ? before : {}), ...plainObject(metadata) });
            await host.setMetadata({ metadata: plainObject(metadata), merge: true });
            changes += 1;
        },
        async getCheckpoint() {
            const { checkpoint } = await host.getCheckpoint();
            return checkpoint === null ? null : checkCheckpoint(checkpoint);
        },
        saveCheckpoint: (checkpoint) => Promise.resolve(checkCheckpoint(checkpoint)).then((value) => save({ value: plainObject(value) })),
        clearCheckpoint: () => save({ value: null })
    };
}

/** As JSON has it: a copy without `undefined`, times as strings. */
export function plain(value: unknown): Json {
    if (typeof value === 'string' || typeof value === 'boolean' || value === null || value === undefined) return value ?? null;
    // JSON has no infinity, and only one zero.
    if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : null;
    if (Array.isArray(value)) return plainItems(value);
    return isUsual(value) ? plainCopy(value) : throughJson(value);
}

/** Whether JSON has nothing to do with it but for its values: not a time, and not a raw number. */
function isUsual(value: unknown): value is Record<string, unknown> {
    if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return false;
    return !('toJSON' in value) && !Object.hasOwn(value, '__proto__');
}

/** Each record passes here, and its source: 0.4 of the time that writing and parsing it takes. */
function plainCopy(value: Record<string, unknown>): JsonObject {
    const copy: Record<string, unknown> = { ...value };
    for (const name of Object.keys(copy)) {
        const inner = copy[name];
        if (inner === undefined || typeof inner === 'function' || typeof inner === 'symbol') delete copy[name];
        else if (typeof inner !== 'string' && typeof inner !== 'boolean' && inner !== null) copy[name] = plain(inner);
    }
    // Each value is JSON by now.
    return copy as JsonObject;
}

function plainItems(items: readonly unknown[]): Json[] {
    const copy: Json[] = [];
    for (const item of items) copy.push(plain(item));
    return copy;
}

function throughJson(value: unknown): Json {
    const text: string | undefined = JSON.stringify(value);
    // JSON.parse makes JSON.
    return text === undefined ? null : (JSON.parse(text) as Json);
}

export function plainObject(value: unknown): JsonObject {
    const object = plain(value);
    return isObject(object) ? object : {};
}

const levels = ['debug', 'info', 'warn', 'error', 'off'] as const;
const ref = (sync: string | { name: string; variant: string }) => {
    if (typeof sync !== 'string') return sync;
    const [name = '', variant = 'base'] = sync.split('::');
    return { name, variant };
};

function tools(
    host: Host
): Part<
    | 'log'
    | 'setLogger'
    | 'triggerAction'
    | 'triggerSync'
    | 'startSync'
    | 'zodValidateInput'
    | 'tryAcquireLock'
    | 'releaseLock'
    | 'releaseAllLocks'
> {
    let lowest: LogLevel | 'off' = 'debug';
    const log: ActionContext['log'] = async (message, meta, { level = 'info' } = {}) => {
        if (levels.indexOf(level) < levels.indexOf(lowest)) return;
        await host.log({ lines: [{ level, message, meta: plain(meta), at: new Date().toISOString() }] });
    };
    return {
        log,
        setLogger({ level }) {
            lowest = level;
        },
        async triggerAction<Output>(providerConfigKey: string, connectionId: string, name: string, input?: unknown) {
            const { output } = await host.triggerAction({ providerConfigKey, connectionId, name, input: plain(input) });
            // The caller states the type of what it expects.
            return output as Output;
        },
        triggerSync: (providerConfigKey, connectionId, sync, { reset = false, emptyCache = false } = {}) =>
            host.triggerSync({ providerConfigKey, connectionId, sync: ref(sync), reset, emptyCache }),
        startSync: (providerConfigKey, syncs, connectionId) =>
            host.startSync({ providerConfigKey, connectionId: connectionId ?? null, syncs: syncs.map(ref) }),
        async zodValidateInput({ zodSchema, input }) {
            const parsed = zodSchema.safeParse(input);
            if (parsed.success) return { success: true, data: parsed.data };
            const issues = issuesOf(parsed.error);
            for (const { path, message } of issues) await log(`Invalid input: ${path}: ${message}`, undefined, { level: 'error' });
            throw new ActionError({ message: 'Invalid input provided', issues });
        },
        tryAcquireLock: async (lock) => (await host.acquireLock(lock)).acquired,
        releaseLock: async ({ key }) => (await host.releaseLock({ key })).released,
        releaseAllLocks: async () => void (await host.releaseLock({ key: null }))
    };
}
