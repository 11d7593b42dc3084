import type { HostRecord, HostSource, HostWrite, Issue, RecordChange, SetAsideRecord } from '@patchbay/functions';
import type { Db } from '@patchbay/db';
import { hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { notePage, noteUnknown } from './listings.sql.ts';
import { connectionGone, recordIdOf, type RecordScope, setName, toUuid } from './record-scope.ts';
import { createSets, type LockedSet, lockSets, updateSet } from './record-sets.sql.ts';
import { payloadsKeptMs } from './retention.ts';
import { isStorable, toStorable, toStoredForm } from './stored-form.ts';
import {
    comparePage,
    type CompareRules,
    deletePage,
    type Difference,
    type PageRow,
    setAsidePage,
    takeBack,
    type Write,
    writeNew,
    writePage
} from './write-records.sql.ts';

export interface WriteContext extends RecordScope {
    runId: string | null;
    /** When the run started; `ignore_if_modified_after` goes by it. */
    startedAt: Date;
    now: Date;
    /** Who changed the records: us by an action, or the vendor. */
    origin: 'us' | 'vendor';
    /** Of the sync's definition. */
    volatile?: Readonly<Partial<Record<string, readonly string[]>>>;
    /** By model, whether most of the run's last page was new: the next is likely to be as well. */
    mostlyNew?: Map<string, boolean>;
}

export interface RecordCounts {
    added: number;
    updated: number;
    deleted: number;
    setAside: number;
}

/** What one model's records became, and which changed. */
export interface ModelChanges extends RecordCounts {
    ids: { added: string[]; updated: string[]; deleted: string[] };
}

/** By model, without the variant. */
export type WrittenChanges = Readonly<Record<string, ModelChanges>>;

/**
 * Writes a page of changes and what was set aside. The caller writes the checkpoint in the same
 * transaction.
 * @throws {HostError} `run_aborted` where the connection is gone
 * @race two writers, and a reader that pages by cursor: the set's row is locked, and what is
 * written is later than all before it, so that no cursor is ahead of it
 */
export async function writeRecords(trx: Db, context: WriteContext, write: HostWrite): Promise<WrittenChanges> {
    const models = [...new Set([...write.changes, ...write.setAside].map(({ model }) => model))];
    let sets = await lockOrCreate(trx, context, models);
    // Beside the rows that it waits for, a statement reads what there was before it waited: a sync
    // may have begun or ended a listing since. Of syncs only one writes a set.
    if (context.origin === 'us') sets = await lockOrCreate(trx, context, models);
    const writers = new Map(sets.map((set) => [set.model, new SetWriter(trx, context, set)]));
    const writerOf = (model: string) => {
        const writer = writers.get(setName(model, context.variant));
        if (!writer) throw connectionGone();
        return writer;
    };
    for (const change of joinSaves(write.changes)) await writerOf(change.model).apply(change);
    for (const [model, records] of Map.groupBy(write.setAside, ({ model: name }) => name)) await writerOf(model).setAside(records);
    const written: Record<string, ModelChanges> = {};
    for (const model of models) written[model] = await writerOf(model).finish();
    return written;
}

export async function lockOrCreate(
    trx: Db,
    context: RecordScope & Pick<WriteContext, 'now'>,
    models: readonly string[]
): Promise<LockedSet[]> {
    const names = models.map((model) => setName(model, context.variant));
    const known = await lockSets(trx, context, names);
    if (known.length === names.length) return known;
    await createSets(trx, context, names, context.now);
    const sets = await lockSets(trx, context, names);
    if (sets.length < names.length) throw connectionGone();
    return sets;
}

/** Saves of one model that follow each other become one; of an id the last counts. */
function joinSaves(changes: readonly RecordChange[]): RecordChange[] {
    const joined: RecordChange[] = [];
    for (const change of changes) {
        const last = joined.at(-1);
        if (
            change.kind === 'save' &&
            last?.kind === 'save' &&
            last.model === change.model &&
            last.mergingStrategy === change.mergingStrategy
        )
            joined[joined.length - 1] = {
                ...last,
                records: [...last.records, ...change.records],
                sources: [...sourcesOf(last), ...sourcesOf(change)]
            };
        else joined.push(change);
    }
    return joined;
}

function sourcesOf(change: Exclude<RecordChange, { kind: 'delete' }>): (HostSource | null)[] {
    return change.records.map((_, index) => (change.kind === 'save' ? (change.sources[index] ?? null) : null));
}

interface Entry {
    record: HostRecord;
    source: HostSource | null;
}

/** The last record of each id that can be stored. */
function lastOfEach(change: Exclude<RecordChange, { kind: 'delete' }>): Entry[] {
    const sources = sourcesOf(change);
    const entries = new Map<string, Entry>();
    for (const [index, record] of change.records.entries())
        if (isStorable(record.id)) entries.set(record.id, { record, source: sources[index] ?? null });
    return [...entries.values()];
}

/** Sent in one statement; the next ones are prepared meanwhile. */
const recordsPerPart = 125;

const unstorableId: Issue = {
    path: 'id',
    message: 'Contains NUL or half of a surrogate pair, which cannot be stored.',
    code: 'invalid_format'
};

/** Writes one set in a transaction that has it locked. */
class SetWriter {
    readonly #trx: Db;
    readonly #context: WriteContext;
    readonly #set: LockedSet;
    readonly #write: Write;
    readonly #changes: ModelChanges = { added: 0, updated: 0, deleted: 0, setAside: 0, ids: { added: [], updated: [], deleted: [] } };
    readonly #seen: string[] = [];
    #live: number;

    constructor(trx: Db, context: WriteContext, set: LockedSet) {
        const { environmentId, runId, origin, now } = context;
        this.#trx = trx;
        this.#context = context;
        this.#set = set;
        this.#live = set.live_count;
        const at = new Date(Math.max(now.getTime(), set.last_modified_at.getTime() + 1));
        this.#write = { environmentId, setId: set.id, at, runId, origin, seenAt: now };
    }

    apply(change: RecordChange): Promise<void> {
        return change.kind === 'delete' ? this.#delete(change.ids) : this.#save(change);
    }

    async #save(change: Exclude<RecordChange, { kind: 'delete' }>): Promise<void> {
        if (change.kind === 'save') await this.#setAsideUnstorable(change.records);
        const { page, added } = await this.#writeNew(change);
        if (page.length === 0) return;
        const keepsNewer = change.kind === 'save' && change.mergingStrategy === 'ignore_if_modified_after';
        const { origin, startedAt } = this.#context;
        const rules = {
            inserts: change.kind === 'save',
            unlessAfter: keepsNewer ? startedAt : null,
            // A page may have been on its way while an action wrote.
            unlessOursAfter: origin === 'vendor' ? startedAt : null
        };
        const rows = await this.#compare(page, new Set(added), rules);
        const written = { ...rows, modified: [...rows.returned, ...rows.modified] };
        for (const difference of ['added', 'modified', 'versioned', 'echoed'] as const)
            if (written[difference].length > 0) await writePage(this.#trx, this.#write, written[difference], difference);
        this.#changes.ids.added.push(...[...added, ...written.added].map(({ externalId }) => externalId));
        this.#changes.ids.updated.push(...written.modified.map(({ externalId }) => externalId));
        this.#context.mostlyNew?.set(change.model, (added.length + rows.added.length) * 2 > page.length);
        this.#live += added.length + rows.added.length + rows.returned.length;
        const ids = page.map(({ id }) => id);
        this.#seen.push(...ids);
        if (this.#set.has_set_aside) await takeBack(this.#trx, this.#write, ids);
    }

    /**
     * Writes those that are new, where most are likely to be, in parts: while the database writes
     * one, the next is prepared.
     * @returns the page, and what of it is written
     */
    async #writeNew(change: Exclude<RecordChange, { kind: 'delete' }>): Promise<{ page: PageRow[]; added: PageRow[] }> {
        const { kind, model } = change;
        const entries = lastOfEach(change);
        const isLikely = kind === 'save' && (this.#context.mostlyNew?.get(model) ?? this.#set.live_count === 0);
        if (!isLikely) return { page: this.#rowsOf(model, entries), added: [] };
        const page: PageRow[] = [];
        const written: Promise<ReadonlySet<string>>[] = [];
        for (let at = 0; at < entries.length; at += recordsPerPart) {
            const rows = this.#rowsOf(model, entries.slice(at, at + recordsPerPart));
            page.push(...rows);
            const writing = writeNew(this.#trx, this.#write, rows);
            // It may fail before all are awaited.
            writing.catch(() => undefined);
            written.push(writing);
            // Until the statement is sent.
            await setImmediate();
        }
        const ids = new Set((await Promise.all(written)).flatMap((some) => [...some]));
        return { page, added: page.filter(({ id }) => ids.has(id)) };
    }

    async #compare(page: readonly PageRow[], without: ReadonlySet<PageRow>, rules: CompareRules): Promise<Record<Difference, PageRow[]>> {
        const rows: Record<Difference, PageRow[]> = { added: [], returned: [], modified: [], versioned: [], echoed: [] };
        const rest = page.filter((row) => !without.has(row));
        const compared = rest.length === 0 ? [] : await comparePage(this.#trx, this.#write, rest, rules);
        for (const { index, difference, vendor_version: version } of compared) {
            const row = rest[index];
            if (row) rows[difference].push({ ...row, version });
        }
        return rows;
    }

    #setAsideUnstorable(records: readonly HostRecord[]): Promise<void> {
        const unstorable = records.filter(({ id }) => !isStorable(id));
        return this.setAside(unstorable.map((record) => ({ model: this.#set.model, id: record.id, issues: [unstorableId], record })));
    }

    #rowsOf(model: string, entries: readonly Entry[]): PageRow[] {
        const volatile = this.#context.volatile?.[model] ?? [];
        return entries.map(({ record, source }) => ({
            ...toStoredForm(record, volatile),
            id: this.#idOf(record.id),
            externalId: record.id,
            raw: source?.raw ?? 'null',
            version: source && source.version !== null ? toStorable(source.version) : null
        }));
    }

    #idOf(externalId: string): string {
        return recordIdOf(this.#context, this.#set.model, externalId);
    }

    async #delete(externalIds: readonly string[]): Promise<void> {
        const ids = externalIds.map((id) => this.#idOf(id));
        const deleted = await deletePage(this.#trx, this.#write, ids);
        this.#changes.ids.deleted.push(...deleted);
        this.#live -= deleted.length;
        if (this.#set.has_set_aside) await takeBack(this.#trx, this.#write, ids);
    }

    async setAside(records: readonly SetAsideRecord[]): Promise<void> {
        if (records.length === 0) return;
        const rows = records.map(({ id, issues, record }) => {
            const text = JSON.stringify(record);
            return {
                id: id === null ? toUuid(hash('sha256', text)) : this.#idOf(id),
                externalId: id === null ? null : toStorable(id),
                issues: JSON.stringify(issues),
                record: text
            };
        });
        await setAsidePage(this.#trx, this.#write, [...new Map(rows.map((row) => [row.id, row])).values()]);
        this.#changes.setAside += records.length;
        this.#seen.push(...rows.flatMap(({ id, externalId }) => (externalId === null ? [] : [id])));
        if (this.#set.is_listing && rows.some(({ externalId }) => externalId === null)) await noteUnknown(this.#trx, this.#write);
    }

    /** Writes what concerns the set itself. */
    async finish(): Promise<ModelChanges> {
        const { ids } = this.#changes;
        const [added, updated, deleted] = [ids.added.length, ids.updated.length, ids.deleted.length];
        if (this.#set.is_listing && this.#seen.length > 0) await notePage(this.#trx, this.#write, this.#seen);
        if (added + updated + deleted > 0)
            await updateSet(this.#trx, this.#write, {
                live_count: this.#live,
                last_modified_at: this.#write.at,
                last_run_at: this.#context.now,
                prune_due_at: this.#set.prune_due_at ?? new Date(this.#write.at.getTime() + payloadsKeptMs)
            });
        return { ...this.#changes, added, updated, deleted };
    }
}
