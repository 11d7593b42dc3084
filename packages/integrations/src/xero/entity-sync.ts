import { createSync, HostError, type RecordSource, type SyncContext } from '@patchbay/functions';
import { z } from 'zod';
import { accountingGroups } from '../models/accounting-endpoints.ts';
import { isBefore, isSelected } from '../settings.ts';
import { type Entity, parametersOf } from './entities.ts';
import { readList as listAt, type Sent } from './organisation.ts';
import { settings } from './settings.ts';

const PAGE_SIZE = 100;
const OVERLAP_MS = 60_000;

const checkpoint = z.object({
    /** The first day that is listed; with another one everything is read again. */
    first_day: z.string().optional(),
    /** Everything that changed before it is saved. */
    cursor: z.string().optional(),
    /** Of a listing that is not finished: its first page's time, and the next page. */
    listing_started_at: z.string().optional(),
    listing_page: z.number().optional(),
    /** Its pages are read the second time. */
    listing_is_second: z.boolean().optional()
});

const reference = z.looseObject({});

/** A contact that only sells to the company; one without documents yet may become a customer. */
const supplier = z.object({ IsSupplier: z.literal(true), IsCustomer: z.literal(false) });

/** Saves the objects of one kind, and what changes of them. */
export function createEntitySync(entity: Entity) {
    const { path, group, many } = accountingGroups[entity.model];
    const { model } = entity;
    return createSync({
        description: `Reads ${many} from Xero`,
        frequency: 'every hour',
        models: { [model]: entity.schema },
        endpoints: [{ method: 'GET', path, group }],
        metadata: settings,
        checkpoint,
        async exec(context) {
            const { models, filters } = (await context.getMetadata()).sync ?? {};
            if (!isSelected(model, { models })) return;
            const firstDay = entity.dated === null ? undefined : filters?.transactions_since;
            const before = await context.getCheckpoint();
            // Changes alone would not bring back what was left out.
            const state = before?.first_day === firstDay ? (before ?? {}) : {};
            await readList(context, entity, state, firstDay);
        }
    });
}

type State = z.output<typeof checkpoint>;
type Context = SyncContext<Record<string, z.ZodObject>, typeof settings, typeof checkpoint>;

/** Goes on where a listing broke off; otherwise lists everything, or what has changed. */
async function readList(context: Context, entity: Entity, state: State, firstDay: string | undefined): Promise<void> {
    const { model } = entity;
    const since = entity.isPaged ? state.cursor : undefined;
    const kept = { ...(firstDay !== undefined && { first_day: firstDay }) };
    if (since === undefined) await context.trackDeletesStart(model);
    let startedAt = state.listing_started_at;
    const listing = { context, entity, since, firstDay };
    const read = async (from: number, isSecond: boolean) => {
        let next = from;
        for await (const { time, page } of pagesOf(listing, from)) {
            startedAt ??= time ?? undefined;
            if (page === null) break;
            next = page;
            await context.saveCheckpoint({
                ...kept,
                ...(since !== undefined && { cursor: since }),
                ...(startedAt !== undefined && { listing_started_at: startedAt }),
                listing_page: next,
                ...(isSecond && { listing_is_second: true })
            });
        }
        return next > 1;
    };
    const isSecond = state.listing_is_second ?? false;
    const hasPages = await read(state.listing_page ?? 1, isSecond);
    // What gets an earlier day leaves the list, and moves the others up: one of them to a page that
    // was read.
    if (hasPages && !isSecond && since === undefined && firstDay !== undefined) {
        await context.trackDeletesStart(model);
        await read(1, true);
    }
    if (since === undefined) await context.trackDeletesEnd(model);
    await context.saveCheckpoint({
        ...kept,
        ...(startedAt !== undefined && { cursor: new Date(Date.parse(startedAt) - OVERLAP_MS).toISOString() })
    });
}

interface Listing {
    context: Context;
    entity: Entity;
    since: string | undefined;
    firstDay: string | undefined;
}

/** Saves page after page. @returns of each its time, and the next one: null after the last */
async function* pagesOf(
    { context, entity, since, firstDay }: Listing,
    from: number
): AsyncGenerator<{ time: string | null; page: number | null }> {
    const { model, collection } = entity;
    let lastId: string | null = null;
    for (let page = from; ; page++) {
        // By id: in the order of changes, one that changes meanwhile would move the others to a
        // page that is read already.
        const paging: Record<string, string | number> = entity.isPaged ? { page, pageSize: PAGE_SIZE, order: `${entity.idName} ASC` } : {};
        // Among changes are those that now have an earlier day, and leave the records.
        const restricted = parametersOf(entity, since === undefined ? firstDay : undefined);
        const { objects, time } = await listAt(context, collection, {
            parameters: { ...restricted, ...entity.precision, ...paging },
            since
        });
        const { saved, deleted, broken } = sorted(entity, objects, firstDay);
        for (const one of broken) await context.setAside(model, one);
        await context.batchSave(
            saved.map(({ record }) => record),
            model,
            saved.map(({ source }) => source)
        );
        await context.batchDelete(deleted, model);
        const isLast = !entity.isPaged || objects.length < PAGE_SIZE;
        const last = idOf(entity, objects.at(-1)?.object);
        // Their ids ascend: each full page ends with another one.
        if (!isLast && last !== null && last === lastId)
            throw new HostError('pagination_stuck', `${collection} responds with the same page again.`);
        lastId = last;
        yield { time, page: isLast ? null : page + 1 };
        if (isLast) return;
    }
}

interface Sorted {
    saved: { record: Record<string, unknown> & { id: string }; source: RecordSource }[];
    deleted: { id: string }[];
    broken: { id: string | null; reason: unknown; record: unknown }[];
}

function idOf({ idName }: Entity, object: unknown): string | null {
    const id = reference.safeParse(object).data?.[idName];
    return typeof id === 'string' ? id : null;
}

function sorted(entity: Entity, objects: readonly Sent[], firstDay: string | undefined): Sorted {
    const { gone, toRecord, model } = entity;
    const result: Sorted = { saved: [], deleted: [], broken: [] };
    for (const { object, raw } of objects) {
        const fields = reference.safeParse(object).data ?? {};
        const id = idOf(entity, object);
        const isGone = gone !== null && gone.values.includes(String(fields[gone.field]));
        if (id !== null && (isGone || (model === 'Customer' && supplier.safeParse(object).success))) result.deleted.push({ id });
        else
            try {
                const record = toRecord(object);
                if (isBefore(firstDay, record)) result.deleted.push({ id: record.id });
                else result.saved.push({ record, source: { raw } });
            } catch (reason) {
                result.broken.push({ id, reason, record: raw });
            }
    }
    return result;
}
