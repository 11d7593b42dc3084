import { makeActionContext } from './action-context.ts';
import { jsonText, plain, plainObject } from './plain.ts';
import type { RecordSource, SyncContext } from './context.ts';
import type { AnySync } from './definition.ts';
import { HostError, issuesOf, ValidationError } from './errors.ts';
import type { Host, HostRecord, HostSource, HostWrite, Issue, RecordChange, RunFacts } from './host.ts';
import { isObject, type JsonObject } from './json.ts';
import { mergeDeep } from './merge-deep.ts';
import { WriteBuffer } from './write-buffer.ts';

const IDS_AT_ONCE = 100;

/** A sync's context, and what ends its run. */
export function makeSyncContext(
    definition: AnySync,
    host: Host,
    facts: RunFacts,
    signal: AbortSignal
): { context: SyncContext; buffer: WriteBuffer } {
    const buffer = new WriteBuffer(host);
    const saveCheckpoint = (checkpoint: NonNullable<HostWrite['checkpoint']>) => buffer.flush(checkpoint);
    const context: SyncContext = {
        ...makeActionContext(definition, host, facts, signal, saveCheckpoint),
        lastSyncDate: facts.lastSyncDate === null ? undefined : new Date(facts.lastSyncDate),
        ...writers(definition, host, buffer),
        ...recordReaders(definition, host, buffer),
        ...deletions(definition, host, buffer)
    };
    return { context, buffer };
}

type Part<Names extends keyof SyncContext> = Pick<SyncContext, Names>;

function schemaOf({ models }: AnySync, model: string) {
    const schema = Object.hasOwn(models, model) ? models[model] : undefined;
    if (!schema) throw new HostError('unknown_model', `The sync has no model ${model}. It has ${Object.keys(models).join(', ')}.`);
    return schema;
}

function writers(
    definition: AnySync,
    host: Host,
    buffer: WriteBuffer
): Part<'batchSave' | 'batchSend' | 'batchUpdate' | 'batchDelete' | 'setAside' | 'setMergingStrategy'> {
    const strategies = new Map<string, 'override' | 'ignore_if_modified_after'>();
    const batchSave: SyncContext['batchSave'] = async (records, model, sources = []) => {
        schemaOf(definition, model);
        const entries = checked(definition, model, records ?? [], sources, buffer);
        const toChange = (some: readonly Entry[]): RecordChange => ({
            kind: 'save',
            model,
            records: some.map(({ record }) => record),
            sources: some.map(({ source }) => source),
            mergingStrategy: strategies.get(model) ?? 'override'
        });
        await buffer.add(entries, toChange, ({ source }) => source?.raw.length ?? 0);
        return true;
    };
    return {
        batchSave,
        batchSend: batchSave,
        async batchUpdate(records, model) {
            schemaOf(definition, model);
            const changes = new Map((records ?? []).map((record) => [String(record.id), record]));
            await buffer.flush();
            for (const ids of chunks([...changes.keys()], IDS_AT_ONCE)) {
                const { records: before } = await host.getRecords({ model, ids });
                const merged = before.map((record) => mergeDeep(record, { ...changes.get(record.id), id: record.id }));
                const entries = checked(definition, model, merged, [], buffer);
                await buffer.add(entries, (some) => ({ kind: 'update', model, records: some.map(({ record }) => record) }));
            }
            return true;
        },
        async batchDelete(records, model) {
            schemaOf(definition, model);
            const ids = [...new Set((records ?? []).map(({ id }) => idOf(id)).filter((id) => id !== null))];
            await buffer.add(ids, (some): RecordChange => ({ kind: 'delete', model, ids: some }));
            return true;
        },
        async setAside(model, { id, reason, record }) {
            schemaOf(definition, model);
            buffer.setAside({ model, id: idOf(id), issues: issuesFrom(reason), record: plain(record) });
        },
        async setMergingStrategy({ strategy }, model) {
            schemaOf(definition, model);
            strategies.set(model, strategy);
        }
    };
}

interface Entry {
    record: HostRecord;
    source: HostSource | null;
}

/** Those with the model's form, the last of each id; the others are set aside. */
function checked(
    definition: AnySync,
    model: string,
    records: readonly unknown[],
    sources: readonly RecordSource[],
    buffer: WriteBuffer
): Entry[] {
    const schema = schemaOf(definition, model);
    const entries = new Map<string, Entry>();
    for (const [index, given] of records.entries()) {
        const id = isObject(given) ? idOf(given['id']) : null;
        const parsed = schema.safeParse(given);
        const issues = parsed.success ? [] : issuesOf(parsed.error);
        if (id === null) issues.push({ path: 'id', message: 'A record needs an id.', code: 'missing_id' });
        if (issues.length > 0 || id === null) {
            buffer.setAside({ model, id, issues, record: plain(given) });
            continue;
        }
        const source = sources[index];
        entries.delete(id);
        entries.set(id, {
            record: { ...withoutMetadata(plainObject(parsed.data)), id },
            source: source ? { raw: jsonText(source.raw), version: source.version ?? null } : null
        });
    }
    return [...entries.values()];
}

function withoutMetadata(record: JsonObject): JsonObject {
    if (!('_nango_metadata' in record)) return record;
    const { _nango_metadata: _ours, ...rest } = record;
    return rest;
}

function idOf(id: unknown): string | null {
    return (typeof id === 'string' && id !== '') || (typeof id === 'number' && Number.isFinite(id) && id !== 0) ? String(id) : null;
}

function issuesFrom(reason: unknown): readonly Issue[] {
    if (reason instanceof ValidationError) return reason.issues;
    return [{ path: '', message: reason instanceof Error ? reason.message : String(reason), code: 'not_mapped' }];
}

function recordReaders(definition: AnySync, host: Host, buffer: WriteBuffer): Part<'getRecordsByIds' | 'listRecords'> {
    return {
        async getRecordsByIds(ids, model) {
            schemaOf(definition, model);
            await buffer.flush();
            const found = new Map<string, HostRecord>();
            for (const some of chunks([...new Set(ids.map(String))], IDS_AT_ONCE))
                for (const record of (await host.getRecords({ model, ids: some })).records) found.set(record.id, record);
            return new Map(
                ids.flatMap((id) => {
                    const record = found.get(String(id));
                    return record ? [[id, record] as const] : [];
                })
            );
        },
        async *listRecords(model, { cursor = null }: { cursor?: string | null } = {}) {
            schemaOf(definition, model);
            await buffer.flush();
            let at: string | null = cursor;
            do {
                const page: Awaited<ReturnType<Host['listRecords']>> = await host.listRecords({ model, cursor: at });
                yield* page.records;
                at = page.nextCursor;
            } while (at !== null);
        }
    };
}

function deletions(
    definition: AnySync,
    host: Host,
    buffer: WriteBuffer
): Part<'trackDeletesStart' | 'trackDeletesEnd' | 'deleteRecordsFromPreviousExecutions'> {
    const trackDeletesEnd: SyncContext['trackDeletesEnd'] = async (model) => {
        schemaOf(definition, model);
        await buffer.flush();
        return host.trackDeletesEnd({ model });
    };
    return {
        async trackDeletesStart(model) {
            schemaOf(definition, model);
            await buffer.flush();
            await host.trackDeletesStart({ model });
        },
        trackDeletesEnd,
        // `runSync` has started them all.
        deleteRecordsFromPreviousExecutions: trackDeletesEnd
    };
}

function chunks<Item>(items: readonly Item[], size: number): Item[][] {
    return Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size));
}
