import type { z } from 'zod';
import type { ActionContext, LogLevel, ProxyConfig, ProxyResponse, SyncMode } from './context.ts';
import type { AnyFunction } from './definition.ts';
import { ActionError, HostError, issuesOf, parseAs } from './errors.ts';
import type { ConnectionQuery, Host, HostConnection, HostIntegration, HostWrite, RunFacts } from './host.ts';
import { fetchedResponse } from './fetched-response.ts';
import { isObject, type Json, type JsonObject } from './json.ts';
import { plain, plainObject } from './plain.ts';
import { schemaType } from './schema-type.ts';
import { paginate } from './paginate.ts';
import { sendRequest, upperMethod } from './proxy.ts';

/** How a checkpoint is written: syncs write records with it. */
type SaveCheckpoint = (checkpoint: NonNullable<HostWrite['checkpoint']>) => Promise<void>;

export function makeActionContext(
    definition: AnyFunction,
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
        firstAttemptAt: facts.firstAttemptAt ? new Date(facts.firstAttemptAt) : null,
        signal,
        abortSignal: signal,
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
        async uncontrolledFetch({ url, method, headers = {}, body }) {
            const response = await host.request({
                method: upperMethod(method),
                endpoint: String(url),
                query: '',
                headers,
                body: body ?? null,
                readOnly: false,
                responseType: 'bytes',
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
            return fetchedResponse(response);
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
        return connections(JSON.stringify(query), async () => withheldFrom(await host.getConnection(query)), query.forceRefresh);
    };
    return {
        getConnection,
        getToken: async () => tokenOf((await getConnection()).credentials),
        getIntegration: ({ include = [] } = {}) => integrations(JSON.stringify(include), () => host.getIntegration({ include })),
        getWebhookURL: async () => (await host.getWebhookUrl()).url,
        getEnvironmentVariables: async () => (await host.getEnvironmentVariables()).variables
    };
}

/** Who reads credentials that are not there is told why, and what to do. */
function withheldFrom(connection: HostConnection): HostConnection {
    const { credentials_withheld: reason } = connection;
    if (reason === undefined) return connection;
    return Object.defineProperty(connection, 'credentials', {
        enumerable: false,
        get() {
            throw new HostError('credentials_withheld', reason);
        }
    });
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
    definition: AnyFunction,
    host: Host,
    save: SaveCheckpoint
): Part<
    | 'getMetadata'
    | 'setMetadata'
    | 'updateMetadata'
    | 'getFieldMapping'
    | 'setFieldMapping'
    | 'getCheckpoint'
    | 'saveCheckpoint'
    | 'clearCheckpoint'
> {
    const schema = metadataSchemaOf(definition);
    const checkMetadata = (value: unknown) => (schema ? parseAs(schema, value, 'metadata') : value);
    const checkCheckpoint = (value: unknown) => (definition.checkpoint ? parseAs(definition.checkpoint, value, 'checkpoint') : value);
    const metadataOf = remembered<unknown>(CONNECTION_MS);
    let changes = 0;
    // A copy, which a function may change.
    const readMetadata = async () => structuredClone(await metadataOf(String(changes), async () => (await host.getMetadata()).metadata));
    return {
        getMetadata: async () => checkMetadata(await readMetadata()),
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
        async getFieldMapping() {
            const metadata = await readMetadata();
            const mapping = isObject(metadata) ? metadata['fieldMapping'] : undefined;
            return isObject(mapping) ? Object.fromEntries(Object.entries(mapping).map(([from, to]) => [from, String(to)])) : {};
        },
        async setFieldMapping(fieldMapping) {
            await host.setMetadata({ metadata: plainObject({ fieldMapping }), merge: true });
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

/** The form of the metadata; `z.void()` declares none. */
export function metadataSchemaOf({ metadata }: AnyFunction): z.ZodType | undefined {
    return metadata && schemaType(metadata) !== 'void' ? metadata : undefined;
}

const levels = ['debug', 'info', 'warn', 'error', 'off'] as const;
const ref = (sync: string | { name: string; variant: string }) => {
    if (typeof sync !== 'string') return sync;
    const [name = '', variant = 'base'] = sync.split('::');
    return { name, variant };
};

/** The last argument of `log`, where it says nothing but how important that is. */
function isLogOptions(value: unknown): value is { level: LogLevel } {
    if (!isObject(value) || Object.keys(value).length !== 1) return false;
    return levels.some((level) => level === value['level'] && level !== 'off');
}

function messageOf(value: unknown): string {
    if (typeof value === 'string') return value;
    if (value instanceof Error) return String(value);
    return JSON.stringify(plain(value));
}

function syncMode(mode: SyncMode = {}): { reset: boolean; emptyCache: boolean } {
    if (typeof mode === 'boolean') return { reset: mode, emptyCache: false };
    if (typeof mode === 'object') return { reset: mode.reset ?? false, emptyCache: mode.emptyCache ?? false };
    return { reset: mode !== 'incremental', emptyCache: mode === 'full_refresh_and_clear_cache' };
}

function tools(
    host: Host
): Part<
    | 'getFlowAttributes'
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
    const log: ActionContext['log'] = async (message, ...rest) => {
        const last = rest.at(-1);
        const { level } = isLogOptions(last) ? last : { level: 'info' as const };
        if (levels.indexOf(level) < levels.indexOf(lowest)) return;
        const more = isLogOptions(last) ? rest.slice(0, -1) : rest;
        const meta = plain(more.length > 1 ? more : more[0]);
        await host.log({ lines: [{ level, message: messageOf(message), meta, at: new Date().toISOString() }] });
    };
    return {
        getFlowAttributes: () => null,
        log,
        setLogger({ level }) {
            lowest = level;
        },
        async triggerAction<Output>(providerConfigKey: string, connectionId: string, name: string, input?: unknown) {
            const { output } = await host.triggerAction({ providerConfigKey, connectionId, name, input: plain(input) });
            // The caller states the type of what it expects.
            return output as Output;
        },
        triggerSync: (providerConfigKey, connectionId, sync, mode) =>
            host.triggerSync({ providerConfigKey, connectionId, sync: ref(sync), ...syncMode(mode) }),
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
