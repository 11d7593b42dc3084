import type { Json, JsonObject } from './json.ts';

/**
 * All that a function can reach. Each method takes one value and returns one, of JSON and bytes, so
 * that a process boundary can lie between the two sides. A method that fails throws a `HostError`;
 * one that throws `run_aborted` (lease lost, cancelled) ends the run.
 */
export interface Host {
    /**
     * Sends a request with the connection's credentials.
     * @returns responses of every status
     * @throws {HostError} `network_error`, `outcome_unknown`
     */
    request(input: HostRequest, reader?: ResponseReader): Promise<HostResponse>;
    /** Writes changes, what was set aside, and the checkpoint, in one transaction. */
    write(input: HostWrite): Promise<void>;
    /** @returns those that are there and not deleted, in any order */
    getRecords(input: { model: string; ids: readonly string[] }): Promise<{ records: readonly HostRecord[] }>;
    /** A page of the records that are not deleted. */
    listRecords(input: { model: string; cursor: string | null }): Promise<{ records: readonly HostRecord[]; nextCursor: string | null }>;
    /** Marks the start of a complete listing. The mark of a run that broke off stays. */
    trackDeletesStart(input: { model: string }): Promise<void>;
    /**
     * Deletes what was neither saved nor set aside since the mark, and takes the mark away. Where a
     * record was set aside without an id, nothing is deleted: it could be any of them.
     * @throws {HostError} `track_deletes_not_started`, `suspicious_deletion`
     */
    trackDeletesEnd(input: { model: string }): Promise<{ deletedKeys: readonly string[] }>;
    getCheckpoint(): Promise<{ checkpoint: Json }>;
    /** @returns `{}` for a connection without metadata */
    getMetadata(): Promise<{ metadata: Json }>;
    /** @param input `merge` keeps what is not named, at the first level */
    setMetadata(input: { metadata: JsonObject; merge: boolean }): Promise<void>;
    getConnection(input: ConnectionQuery): Promise<HostConnection>;
    getIntegration(input: { include: readonly ('webhook' | 'credentials')[] }): Promise<HostIntegration>;
    getEnvironmentVariables(): Promise<{ variables: readonly { name: string; value: string }[] }>;
    getWebhookUrl(): Promise<{ url: string | null }>;
    log(input: { lines: readonly HostLogLine[] }): Promise<void>;
    triggerAction(input: { providerConfigKey: string; connectionId: string; name: string; input: Json }): Promise<{ output: Json }>;
    triggerSync(input: {
        providerConfigKey: string;
        connectionId: string;
        sync: { name: string; variant: string };
        reset: boolean;
        emptyCache: boolean;
    }): Promise<void>;
    startSync(input: {
        providerConfigKey: string;
        connectionId: string | null;
        syncs: readonly { name: string; variant: string }[];
    }): Promise<void>;
    /** @returns whether the lock is this run's now, for that long */
    acquireLock(input: { key: string; ttlMs: number }): Promise<{ acquired: boolean }>;
    /** @param input `key: null` releases all of this run's locks */
    releaseLock(input: { key: string | null }): Promise<{ released: boolean }>;
}

/** Who gets a response, where that is another process. */
export interface ResponseReader {
    /** It takes no larger one. */
    mostBytes: number;
    /** Resolves when the response is with it, or never will be: until then it takes memory here. */
    delivered: Promise<void>;
}

/** What a run is told when it starts. */
export interface RunFacts {
    runId: string;
    connectionId: string;
    providerConfigKey: string;
    provider: string;
    environmentId: string;
    environmentName: string;
    /** Of syncs; `base` is the usual one. */
    variant: string;
    /** UTC, when the previous run of this sync succeeded. */
    lastSyncDate: string | null;
    /**
     * For the vendor's idempotency key: at most 50 characters, the same when an action is repeated.
     */
    idempotencyKey: string;
    /** 1 for the first; above it an earlier attempt may have reached the vendor. */
    attempt: number;
    /** Above 1, when the first attempt began: ISO 8601 in UTC; else null. */
    firstAttemptAt: string | null;
    /** How the provider's lists are paged, if its definition has that. */
    paginate: JsonObject | null;
    /** Whether a dryrun of the CLI runs it. */
    isCli: boolean;
}

export interface HostRequest {
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
    /** A path below the provider's base URL; without credentials a whole URL. */
    endpoint: string;
    /** Encoded, without `?`; empty for none. */
    query: string;
    headers: Readonly<Record<string, string>>;
    body: string | Uint8Array | null;
    /** It changes nothing, whatever its method. */
    readOnly: boolean;
    /** Which form `body` of the response has. */
    responseType: 'text' | 'bytes';
    /** `false`: to any public URL, without the provider's headers. */
    withCredentials: boolean;
    baseUrlOverride: string | null;
    retries: number;
    /** Statuses that are repeated beside the usual ones. */
    retryOn: readonly number[];
    retryHeader: { at: string | null; after: string | null } | null;
    decompress: boolean;
    forwardHeadersOnRedirect: boolean;
    /** Of another connection of this environment; `null` for the run's own. */
    connectionId: string | null;
    providerConfigKey: string | null;
}

export interface HostResponse {
    status: number;
    /** Names in lower case. */
    headers: Readonly<Record<string, string>>;
    body: string | Uint8Array;
}

export interface HostWrite {
    /** In this order; at most 1,000 records together, or some 2 MB of what they were made from. */
    changes: readonly RecordChange[];
    setAside: readonly SetAsideRecord[];
    /** Absent: it stays; `value: null` clears it. */
    checkpoint?: { value: JsonObject | null };
}

export type RecordChange =
    | {
          kind: 'save';
          model: string;
          records: readonly HostRecord[];
          /** Where records come from, in their order; `null` where it is not known. */
          sources: readonly (HostSource | null)[];
          /** `ignore_if_modified_after`: records that changed after this run's start stay. */
          mergingStrategy: 'override' | 'ignore_if_modified_after';
      }
    /** Merged already, and written where the record is there and not deleted. */
    | { kind: 'update'; model: string; records: readonly HostRecord[] }
    | { kind: 'delete'; model: string; ids: readonly string[] };

/** Where a record comes from. */
export interface HostSource {
    /**
     * JSON as it is stored, without line breaks: written at once, it takes 8 % less processor time
     * of a sync than a copy that is written later (`npm run bench syncs`).
     */
    raw: string;
    version: string | null;
}

/** A record with what its model declares. */
export interface HostRecord extends JsonObject {
    readonly id: string;
}

/** Something the third party sent that has not the model's form. It counts as seen. */
export interface SetAsideRecord {
    model: string;
    id: string | null;
    issues: readonly Issue[];
    /** Customer data: kept no longer than records are, and never logged. */
    record: Json;
}

export interface ConnectionQuery {
    /** `null`: the run's own. */
    connectionId: string | null;
    providerConfigKey: string | null;
    refreshToken: boolean;
    forceRefresh: boolean;
}

export interface HostConnection {
    connection_id: string;
    provider_config_key: string;
    provider: string;
    connection_config: JsonObject;
    metadata: JsonObject | null;
    /** `{}` where they are withheld. */
    credentials: JsonObject;
    end_user: JsonObject | null;
    tags: JsonObject;
    /** Why, in a sentence. */
    credentials_withheld?: string;
}

export interface HostIntegration {
    unique_key: string;
    display_name: string;
    provider: string;
    webhook_url?: string | null;
    credentials?: JsonObject | null;
}

export interface HostLogLine {
    level: 'debug' | 'info' | 'warn' | 'error';
    message: string;
    meta: Json;
    /** UTC. */
    at: string;
}

/** One complaint about a value. */
export interface Issue {
    /** Keys and indices joined by dots; empty for the value itself. */
    path: string;
    message: string;
    /** The validation's own code, such as `invalid_type`. */
    code: string;
}
