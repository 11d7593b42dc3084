import type { z } from 'zod';
import type { ActionError } from './errors.ts';
import type { HostConnection, HostIntegration, HostRecord } from './host.ts';
import type { Json } from './json.ts';

/** A sync's models by name. Each has an `id`. */
export type ModelSchemas = Readonly<Record<string, z.ZodObject>>;

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface ProxyConfig {
    /** A path below the provider's base URL. */
    endpoint: string;
    method?: Method | Lowercase<Method>;
    /** Bytes and strings are sent as they are, anything else as JSON. */
    data?: unknown;
    /** A list repeats its name. `undefined` is left out. */
    params?: string | Readonly<Record<string, string | number | boolean | readonly (string | number)[] | undefined>>;
    headers?: Readonly<Record<string, string>>;
    /**
     * Of vendors that are read with POST: it changes nothing. So it is repeated like a GET, and a
     * dry run sends it.
     */
    readOnly?: boolean;
    /** Default 0. */
    retries?: number;
    retryOn?: readonly number[];
    retryHeader?: { at?: string; after?: string };
    baseUrlOverride?: string;
    decompress?: boolean;
    /** Default `json`: parsed, or a string where it is none. `arraybuffer`: a `Uint8Array`. */
    responseType?: 'json' | 'text' | 'arraybuffer';
    /** `text` keeps the digits of JSON numbers, as strings. Default `float`. */
    numbers?: 'float' | 'text';
    paginate?: PaginateConfig;
    providerConfigKey?: string;
    connectionId?: string;
    forwardHeadersOnRedirect?: boolean;
}

export interface ProxyResponse<Data = unknown> {
    data: Data;
    status: number;
    /** Names in lower case. */
    headers: Readonly<Record<string, string>>;
}

/** What a third party sends, where a call does not state its type. */
// oxlint-disable-next-line typescript/no-explicit-any -- as the reference service types it
type Untyped = any;

/** What a call sets; the provider's own `paginate` fills in the rest. */
export interface PaginateConfig {
    type?: 'cursor' | 'link' | 'offset';
    /** Items per page. */
    limit?: number;
    limit_name_in_request?: string;
    /** Where the list is, keys joined by dots; absent: the body is the list. */
    response_path?: string;
    /** Whether the parameters go into the body; by default for POST, PUT and PATCH. */
    in_body?: boolean;
    cursor_path_in_response?: string;
    cursor_name_in_request?: string;
    /** The relation in the `Link` header, such as `next`. */
    link_rel_in_response_header?: string;
    link_path_in_response_body?: string;
    offset_name_in_request?: string;
    offset_start_value?: number;
    offset_calculation_method?: 'by-response-size' | 'per-page';
    /** Called before each page is yielded. */
    on_page?: (page: { nextPageParam: string | number | undefined; response: ProxyResponse }) => void | Promise<void>;
}

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** The part of the Fetch API's response that functions need. */
export interface FetchedResponse {
    readonly ok: boolean;
    readonly status: number;
    readonly headers: Headers;
    text(): Promise<string>;
    json(): Promise<unknown>;
    bytes(): Promise<Uint8Array>;
    arrayBuffer(): Promise<ArrayBuffer>;
}

/**
 * How a triggered sync runs: `reset` clears its checkpoint, `emptyCache` its records. The words and
 * the boolean, which is `reset`, are those of the reference service.
 */
export type SyncMode =
    | { reset?: boolean; emptyCache?: boolean }
    | 'incremental'
    | 'full_refresh'
    | 'full_refresh_and_clear_cache'
    | boolean;

/** What an action receives, and a sync with more. */
export interface ActionContext<Metadata extends z.ZodType = z.ZodType, Checkpoint extends z.ZodType = z.ZodType> {
    readonly connectionId: string;
    readonly providerConfigKey: string;
    readonly provider: string;
    readonly environmentId: string;
    readonly environmentName: string;
    /** The run's id, by which its log is found. */
    readonly activityLogId: string;
    readonly isCLI: boolean;
    readonly variant: string;
    /** For the vendor's own idempotency key: at most 50 characters, the same in a repeated run. */
    readonly idempotencyKey: string;
    /** 1 for the first; above it an earlier attempt may have reached the vendor. */
    readonly attempt: number;
    /** Above 1, when the first began: what the vendor had before is not of this run. Else null. */
    readonly firstAttemptAt: Date | null;
    /** Aborts when the run is cancelled, some seconds before it is ended. */
    readonly signal: AbortSignal;
    /** The same. */
    readonly abortSignal: AbortSignal;
    readonly ActionError: typeof ActionError;

    /** @throws {HttpError} for a status outside of 200 to 299 */
    proxy<Data = Untyped>(config: ProxyConfig): Promise<ProxyResponse<Data>>;
    get<Data = Untyped>(config: ProxyConfig): Promise<ProxyResponse<Data>>;
    post<Data = Untyped>(config: ProxyConfig): Promise<ProxyResponse<Data>>;
    put<Data = Untyped>(config: ProxyConfig): Promise<ProxyResponse<Data>>;
    patch<Data = Untyped>(config: ProxyConfig): Promise<ProxyResponse<Data>>;
    delete<Data = Untyped>(config: ProxyConfig): Promise<ProxyResponse<Data>>;
    /**
     * The pages of a list.
     * @throws {HostError} `invalid_pagination` where it is not known how, `invalid_page` where
     * there is no list, `pagination_stuck` for the same page again
     */
    paginate<Item = Untyped>(config: ProxyConfig): AsyncGenerator<Item[], void, void>;
    /** Any public URL, without the connection's credentials; responses of every status. */
    uncontrolledFetch(request: {
        url: string | URL;
        method?: ProxyConfig['method'];
        headers?: Readonly<Record<string, string>>;
        body?: string | Uint8Array | null;
    }): Promise<FetchedResponse>;

    /**
     * The credential's token or key, or all of its fields where it has several.
     * @throws {HostError} `credentials_withheld` where the environment keeps it from functions
     */
    getToken(): Promise<Json>;
    /**
     * Kept for 60 s, but for forced refreshes. Reading its `credentials` throws
     * `credentials_withheld` where the environment does not let functions read them.
     */
    getConnection(
        providerConfigKey?: string,
        connectionId?: string,
        options?: { refreshToken?: boolean; refreshGithubAppJwtToken?: boolean; forceRefresh?: boolean }
    ): Promise<HostConnection>;
    /** Kept for 10 minutes. */
    getIntegration(options?: { include?: readonly ('webhook' | 'credentials')[] }): Promise<HostIntegration>;
    /** Kept for 60 s, unless it is changed here. */
    getMetadata(): Promise<z.output<Metadata>>;
    /** Replaces all of it. */
    setMetadata(metadata: z.input<Metadata>): Promise<void>;
    /** Keeps what is not named. */
    updateMetadata(metadata: Partial<z.input<Metadata>>): Promise<void>;
    /** @deprecated by `getMetadata` */
    getFieldMapping(): Promise<Record<string, string>>;
    /** @deprecated by `updateMetadata`, whose field `fieldMapping` it is */
    setFieldMapping(fieldMapping: Readonly<Record<string, string>>): Promise<void>;
    getWebhookURL(): Promise<string | null>;
    getEnvironmentVariables(): Promise<readonly { name: string; value: string }[]>;

    /** `null` where none is saved. */
    getCheckpoint(): Promise<z.output<Checkpoint> | null>;
    /** In one transaction with the records saved before it. */
    saveCheckpoint(checkpoint: z.input<Checkpoint>): Promise<void>;
    clearCheckpoint(): Promise<void>;

    /** Attributes of the reference service's configuration file, which functions do not have. */
    getFlowAttributes(): null;

    /** @param rest what to log with it; `{ level }` as the last of them, by default `info` */
    log(message: unknown, ...rest: unknown[]): Promise<void>;
    /** Leaves out what is below that level. */
    setLogger(options: { level: LogLevel | 'off' }): void;
    triggerAction<Output = unknown>(providerConfigKey: string, connectionId: string, name: string, input?: unknown): Promise<Output>;
    triggerSync(
        providerConfigKey: string,
        connectionId: string,
        sync: string | { name: string; variant: string },
        mode?: SyncMode
    ): Promise<void>;
    startSync(
        providerConfigKey: string,
        syncs: readonly (string | { name: string; variant: string })[],
        connectionId?: string
    ): Promise<void>;
    /**
     * Logs each issue.
     * @throws {ActionError} with the message `Invalid input provided`
     */
    zodValidateInput<Schema extends z.ZodType>(request: {
        zodSchema: Schema;
        input: unknown;
    }): Promise<{ success: true; data: z.output<Schema> }>;
    tryAcquireLock(lock: { key: string; ttlMs: number }): Promise<boolean>;
    releaseLock(lock: { key: string }): Promise<boolean>;
    releaseAllLocks(): Promise<void>;
}

/** Where a record comes from: kept with it as provenance. */
export interface RecordSource {
    /** The third party's own object; stored where the connection asks for it. */
    raw?: unknown;
    /** The third party's version of it, such as a sync token. */
    version?: string;
}

export interface SyncContext<
    Models extends ModelSchemas = ModelSchemas,
    Metadata extends z.ZodType = z.ZodType,
    Checkpoint extends z.ZodType = z.ZodType
> extends ActionContext<Metadata, Checkpoint> {
    /** When the previous run succeeded. Checkpoints are better. */
    readonly lastSyncDate: Date | undefined;

    /**
     * Saves records. One that has not the model's form is set aside with its reason and counted; of
     * several with the same id in one call the last counts.
     * @param sources in the order of the records
     */
    batchSave<Name extends keyof Models & string>(
        records: readonly z.input<Models[Name]>[] | null | undefined,
        model: Name,
        sources?: readonly RecordSource[]
    ): Promise<boolean>;
    /** @deprecated by `batchSave` */
    batchSend: this['batchSave'];
    /** Merges into records that are there; others are left out. Lists are replaced. */
    batchUpdate<Name extends keyof Models & string>(
        records: readonly (Partial<z.input<Models[Name]>> & { id: string | number })[] | null | undefined,
        model: Name
    ): Promise<boolean>;
    batchDelete(records: readonly { id: string | number }[] | null | undefined, model: keyof Models & string): Promise<boolean>;
    /** For what could not be made a record: kept with its reason, counted, and not deleted. */
    setAside(model: keyof Models & string, rejected: { id: string | number | null; reason: unknown; record: unknown }): Promise<void>;
    /** By the ids that it was given. */
    getRecordsByIds<Id extends string | number>(ids: readonly Id[], model: keyof Models & string): Promise<Map<Id, HostRecord>>;
    listRecords(model: keyof Models & string, options?: { cursor?: string }): AsyncGenerator<HostRecord, void, void>;
    /** Before a complete listing; the mark survives a run that breaks off. */
    trackDeletesStart(model: keyof Models & string): Promise<void>;
    /** After a complete listing: deletes what was not saved since the start. */
    trackDeletesEnd(model: keyof Models & string): Promise<{ deletedKeys: readonly string[] }>;
    /**
     * Deletes what this run has not saved.
     * @deprecated by `trackDeletesStart` and `trackDeletesEnd`
     */
    deleteRecordsFromPreviousExecutions(model: keyof Models & string): Promise<{ deletedKeys: readonly string[] }>;
    setMergingStrategy(merging: { strategy: 'override' | 'ignore_if_modified_after' }, model: keyof Models & string): Promise<void>;
}
