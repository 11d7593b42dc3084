import { HostError } from '../errors.ts';
import type {
    ConnectionQuery,
    Host,
    HostConnection,
    HostIntegration,
    HostLogLine,
    HostRecord,
    HostRequest,
    HostResponse,
    HostWrite,
    RecordChange,
    RunFacts,
    SetAsideRecord
} from '../host.ts';
import { isObject, type Json, type JsonObject } from '../json.ts';
import type { ActionOutcome, OnEventOutcome, SyncOutcome } from '../run.ts';

/** What a run is told in tests. */
export const testFacts: RunFacts = {
    runId: 'run-1',
    connectionId: 'connection-1',
    providerConfigKey: 'vendor-dev',
    provider: 'vendor',
    environmentId: 'environment-1',
    environmentName: 'dev',
    variant: 'base',
    lastSyncDate: null,
    idempotencyKey: 'key-1',
    attempt: 1,
    firstAttemptAt: null,
    paginate: null,
    isCli: false
};

export const jsonResponse = (body: unknown, status = 200, headers: Record<string, string> = {}): HostResponse => ({
    status,
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body)
});

/** What is there before the run. */
export interface MemoryContents {
    metadata?: JsonObject;
    checkpoint?: JsonObject | null;
    /** By model. */
    records?: Readonly<Record<string, readonly HostRecord[]>>;
    connection?: Partial<HostConnection>;
    integration?: Partial<HostIntegration>;
    environmentVariables?: Readonly<Record<string, string>>;
    webhookUrl?: string;
}

type Respond = (request: HostRequest) => HostResponse | Promise<HostResponse>;
type Stored = { record: HostRecord; deleted: boolean; write: number };

/**
 * A Host that keeps everything in memory. What crosses it is cloned, as between two processes.
 * @param respond the third party
 */
export class MemoryHost implements Host {
    readonly requests: HostRequest[] = [];
    readonly writes: HostWrite[] = [];
    readonly lines: HostLogLine[] = [];
    readonly setAside: SetAsideRecord[] = [];
    readonly triggered: Json[] = [];
    checkpoint: Json;
    metadata: Json;
    connectionReads = 0;
    readonly #models = new Map<string, Map<string, Stored>>();
    readonly #marks = new Map<string, number>();
    readonly #locks = new Set<string>();
    readonly #respond: Respond;
    readonly #contents: MemoryContents;

    constructor(respond: Respond = () => jsonResponse('', 404), contents: MemoryContents = {}) {
        this.#respond = respond;
        this.#contents = contents;
        this.metadata = contents.metadata ?? {};
        this.checkpoint = contents.checkpoint ?? null;
        for (const [model, records] of Object.entries(contents.records ?? {})) this.addRecords(model, records);
    }

    /** Adds records as they were before the run. */
    protected addRecords(model: string, records: readonly HostRecord[]): void {
        const stored = this.#model(model);
        // The run has changed it meanwhile.
        for (const record of overJson(records)) if (!stored.has(record.id)) stored.set(record.id, { record, deleted: false, write: 0 });
    }

    /** The models that it was told of. */
    get models(): string[] {
        return [...this.#models.keys()];
    }

    /** The model's records that are not deleted. */
    live(model: string): HostRecord[] {
        return [...this.#model(model).values()].filter(({ deleted }) => !deleted).map(({ record }) => record);
    }

    async request(input: HostRequest): Promise<HostResponse> {
        const request = structuredClone(input);
        this.requests.push(request);
        return structuredClone(await this.#respond(request));
    }

    async write(input: HostWrite): Promise<void> {
        const write = overJson(input);
        this.writes.push(write);
        for (const change of write.changes) this.#apply(change);
        this.setAside.push(...write.setAside);
        for (const { model, id } of write.setAside) {
            const known = id === null ? undefined : this.#model(model).get(id);
            if (known) known.write = this.writes.length;
        }
        if (write.checkpoint) this.checkpoint = write.checkpoint.value;
    }

    #apply(change: RecordChange): void {
        const records = this.#model(change.model);
        const write = this.writes.length;
        if (change.kind === 'delete') {
            for (const id of change.ids) {
                const known = records.get(id);
                if (known) known.deleted = true;
            }
            return;
        }
        for (const record of change.records) {
            const { id } = record;
            if (change.kind === 'save' || records.get(id)?.deleted === false) records.set(id, { record, deleted: false, write });
        }
    }

    #model(model: string): Map<string, Stored> {
        const records = this.#models.get(model) ?? new Map<string, Stored>();
        this.#models.set(model, records);
        return records;
    }

    async getRecords({ model, ids }: { model: string; ids: readonly string[] }) {
        return { records: overJson(this.live(model).filter(({ id }) => ids.includes(id))) };
    }

    async listRecords({ model, cursor }: { model: string; cursor: string | null }) {
        const at = Number(cursor ?? 0);
        const records = this.live(model);
        return { records: overJson(records.slice(at, at + 2)), nextCursor: at + 2 < records.length ? String(at + 2) : null };
    }

    async trackDeletesStart({ model }: { model: string }): Promise<void> {
        if (!this.#marks.has(model)) this.#marks.set(model, this.writes.length);
    }

    async trackDeletesEnd({ model }: { model: string }): Promise<{ deletedKeys: string[] }> {
        const mark = this.#marks.get(model);
        if (mark === undefined) throw new HostError('track_deletes_not_started', `trackDeletesStart('${model}') has not been called.`);
        this.#marks.delete(model);
        const isUnsure = this.writes.slice(mark).some((write) => write.setAside.some((one) => one.model === model && one.id === null));
        const gone = [...this.#model(model)].filter(([, { deleted, write }]) => !isUnsure && !deleted && write <= mark);
        for (const [, stored] of gone) stored.deleted = true;
        return { deletedKeys: gone.map(([id]) => id) };
    }

    getCheckpoint = async () => ({ checkpoint: this.checkpoint });
    getMetadata = async () => ({ metadata: overJson(this.metadata) });
    async setMetadata({ metadata, merge }: { metadata: JsonObject; merge: boolean }): Promise<void> {
        this.metadata = merge && isObject(this.metadata) ? { ...this.metadata, ...metadata } : metadata;
    }

    async getConnection(_query?: ConnectionQuery): Promise<HostConnection> {
        this.connectionReads++;
        return {
            connection_id: testFacts.connectionId,
            provider_config_key: testFacts.providerConfigKey,
            provider: testFacts.provider,
            connection_config: {},
            metadata: null,
            credentials: { type: 'API_KEY', apiKey: 'key-of-the-end-user' },
            end_user: null,
            tags: {},
            ...this.#contents.connection
        };
    }
    getIntegration = async (_input?: Parameters<Host['getIntegration']>[0]): Promise<HostIntegration> => ({
        unique_key: 'vendor-dev',
        display_name: 'Vendor',
        provider: 'vendor',
        ...this.#contents.integration
    });
    getEnvironmentVariables: Host['getEnvironmentVariables'] = async () => ({
        variables: Object.entries(this.#contents.environmentVariables ?? { REGION: 'eu' }).map(([name, value]) => ({ name, value }))
    });
    getWebhookUrl: Host['getWebhookUrl'] = async () => ({ url: this.#contents.webhookUrl ?? null });
    log: Host['log'] = async ({ lines }) => void this.lines.push(...overJson(lines));
    async triggerAction(input: { providerConfigKey: string; connectionId: string; name: string; input: Json }) {
        this.triggered.push(overJson(input));
        return { output: overJson(input.input) };
    }
    triggerSync: Host['triggerSync'] = async (input) => void this.triggered.push(overJson(input));
    startSync: Host['startSync'] = async (input) => void this.triggered.push(overJson(input));
    async acquireLock({ key }: { key: string }) {
        const acquired = !this.#locks.has(key);
        this.#locks.add(key);
        return { acquired };
    }
    async releaseLock({ key }: { key: string | null }) {
        if (key !== null) return { released: this.#locks.delete(key) };
        this.#locks.clear();
        return { released: true };
    }
}

function overJson<Value>(value: Value): Value {
    // What crosses a host is JSON.
    return JSON.parse(JSON.stringify(value)) as Value;
}

/** Fails the test where an assertion inside of a function failed, which its outcome would hide. */
export function surfaced<Outcome extends SyncOutcome | ActionOutcome | OnEventOutcome>(outcome: Outcome): Outcome {
    if (outcome.status === 'failed' && outcome.error.type === 'internal_error' && outcome.error.name === 'AssertionError')
        throw new Error(outcome.error.message);
    return outcome;
}
