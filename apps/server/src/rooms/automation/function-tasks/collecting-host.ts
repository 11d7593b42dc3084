import {
    HostError,
    type HostLogLine,
    type HostRecord,
    type HostWrite,
    isJsonObject,
    type Json,
    type JsonObject
} from '@patchbay/functions';
import { type CallAction, ConnectionHost, type HostDeps, type RunScope } from '../runs/connection-host.ts';

const mostBytes = 2 * 1024 * 1024;

interface Given {
    metadata: JsonObject | undefined;
    checkpoint: JsonObject | undefined;
}

/** What a dry run reaches: the provider, and nothing that is stored. What it saves is collected. */
export class CollectingHost extends ConnectionHost {
    readonly records = new Map<string, Map<string, HostRecord>>();
    readonly deleted = new Map<string, Set<string>>();
    readonly setAside: { model: string; id: string | null; issues: readonly { path: string; message: string }[] }[] = [];
    readonly lines: HostLogLine[] = [];
    checkpoint: Json;
    #metadata: JsonObject | undefined;
    #bytes = 0;

    constructor(deps: HostDeps, scope: RunScope, callAction: CallAction, given: Given) {
        super(deps, scope, { callAction, waitsForRateLimit: true });
        this.checkpoint = given.checkpoint ?? null;
        this.#metadata = given.metadata;
    }

    override readonly log = async ({ lines }: { lines: readonly HostLogLine[] }): Promise<void> => {
        this.#count(lines);
        this.lines.push(...lines);
    };

    protected override async note(line: HostLogLine): Promise<void> {
        await this.log({ lines: [line] });
    }

    override async write({ changes, setAside, checkpoint }: HostWrite): Promise<void> {
        this.#count([changes, setAside]);
        for (const change of changes) {
            const records = this.#recordsOf(change.model);
            if (change.kind === 'delete')
                for (const id of change.ids) {
                    records.delete(id);
                    this.#deletedOf(change.model).add(id);
                }
            else for (const record of change.records) records.set(record.id, record);
        }
        this.setAside.push(...setAside.map(({ model, id, issues }) => ({ model, id, issues })));
        if (checkpoint) this.checkpoint = checkpoint.value;
    }

    override getRecords = async ({ model, ids }: { model: string; ids: readonly string[] }) => ({
        records: ids.flatMap((id) => this.#recordsOf(model).get(id) ?? [])
    });

    override listRecords = async ({ model }: { model: string; cursor: string | null }) => ({
        records: [...this.#recordsOf(model).values()],
        nextCursor: null
    });

    override async trackDeletesStart(): Promise<void> {}

    override async trackDeletesEnd(): Promise<{ deletedKeys: readonly string[] }> {
        return { deletedKeys: [] };
    }

    override async getCheckpoint(): Promise<{ checkpoint: Json }> {
        return { checkpoint: this.checkpoint };
    }

    override async getMetadata(): Promise<{ metadata: Json }> {
        return this.#metadata ? { metadata: this.#metadata } : super.getMetadata();
    }

    override async setMetadata({ metadata, merge }: { metadata: JsonObject; merge: boolean }): Promise<void> {
        const { metadata: before } = await this.getMetadata();
        this.#metadata = merge && isJsonObject(before) ? { ...before, ...metadata } : metadata;
    }

    override async triggerSync(): Promise<void> {}

    override async startSync(): Promise<void> {}

    #recordsOf(model: string): Map<string, HostRecord> {
        const known = this.records.get(model) ?? new Map<string, HostRecord>();
        this.records.set(model, known);
        return known;
    }

    #deletedOf(model: string): Set<string> {
        const known = this.deleted.get(model) ?? new Set<string>();
        this.deleted.set(model, known);
        return known;
    }

    /** @throws {HostError} `dry_run_too_large` */
    #count(values: unknown): void {
        this.#bytes += JSON.stringify(values).length;
        if (this.#bytes > mostBytes)
            throw new HostError('dry_run_too_large', `What a dry run saves and logs has at most ${mostBytes} bytes. Let it read less.`);
    }
}
