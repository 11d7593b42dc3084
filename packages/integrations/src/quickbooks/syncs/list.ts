import { HostError, type SyncContext } from '@patchbay/functions';
import { z } from 'zod';
import type { Company, Sent } from '../company.ts';
import type { Entity } from '../entity.ts';
import { MAX_RESULTS, quote, select } from '../query.ts';
import type { SyncSettings } from '../settings.ts';

const CHANGED = 'MetaData.LastUpdatedTime';
/** Read again of the page before, so that one that moved in between leaves no gap. */
const OVERLAP = 20;

/** What a listing is of. */
export interface Listing {
    company: Company;
    entity: Entity;
    chosen: SyncSettings;
    pageSize: number;
}

/** Where a listing is. */
export interface Position {
    /** The first page's `time`: what changed later is for the next run. */
    startedAt: string;
    /** The last object's time of change. */
    from: string;
    /** How many objects of that very time need not be read again. */
    skip: number;
}

export interface ListedPage {
    objects: Sent[];
    /** After this page. */
    position: Position | null;
    /** The server's time of the listing's first page. */
    startedAt: string;
}

/** Without a condition QuickBooks leaves out what is inactive. */
function restrictions({ isNameList }: Entity, { keepInactive, since }: SyncSettings): string[] {
    if (isNameList) return keepInactive ? ['Active IN (true,false)'] : [];
    return since === undefined ? [] : [`TxnDate >= ${quote(since)}`];
}

const timed = z.object({ MetaData: z.object({ LastUpdatedTime: z.string() }) });

/**
 * All objects in the order of their changes. Each page begins at the last one's time and not at a
 * position: one that changes in between moves to the end, and the others would move up unread.
 */
export async function* listByChange(
    { company, entity, chosen, pageSize }: Listing,
    since: string | null,
    resumed: Position | null
): AsyncGenerator<ListedPage, void, void> {
    let position = resumed;
    let before: string | undefined;
    while (true) {
        const from = position?.from ?? since;
        const where = [
            ...(from === null ? [] : [`${CHANGED} >= ${quote(from)}`]),
            ...restrictions(entity, { ...chosen, keepInactive: true })
        ];
        const start = (position?.skip ?? 0) + 1;
        const query = select({ columns: '*', entity: entity.name, where, orderBy: CHANGED, start, max: pageSize });
        const { objects, time } = await company.query(entity.name, query);
        const startedAt = position?.startedAt ?? time;
        const isLast = objects.length < pageSize;
        const next = isLast ? null : after(objects, position, startedAt);
        const last = lastId(objects);
        // Only where it begins at that time anew may a full page end with the same object.
        if (next && position && position.skip > 0 && last !== undefined && last === before) throw stuck(entity);
        before = last;
        yield { objects, position: next, startedAt };
        if (next === null) return;
        position = next;
    }
}

function after(objects: readonly Sent[], before: Position | null, startedAt: string): Position {
    const from = timed.parse(objects.at(-1)?.object).MetaData.LastUpdatedTime;
    const isStill = before !== null && Date.parse(before.from) === Date.parse(from);
    const fresh = objects.length - Math.min(OVERLAP, objects.length - 1);
    return { startedAt, from, skip: isStill ? before.skip + fresh : 0 };
}

const identified = z.object({ Id: z.string() });

const lastId = (objects: readonly Sent[]) => identified.safeParse(objects.at(-1)?.object).data?.Id;
const stuck = ({ name }: Entity) => new HostError('pagination_stuck', `The query of ${name} responds with the same page again.`);

/**
 * Deletes records that QuickBooks has no more.
 * @returns the server's time, or null where objects moved too much for a complete listing
 */
export async function deleteMissing(context: SyncContext, { company, entity, chosen, pageSize }: Listing): Promise<string | null> {
    await context.trackDeletesStart(entity.model);
    const where = restrictions(entity, chosen);
    let before: string[] = [];
    let first: string | undefined;
    let firstTime: string | null = null;
    for (let start = 1; ;) {
        const query = select({ columns: 'Id', entity: entity.name, where, orderBy: CHANGED, start });
        const { objects, time } = await company.query(entity.name, query);
        firstTime ??= time;
        const ids = objects.map(({ object }) => identified.parse(object).Id);
        if (ids.length > 0 && ids[0] === first) throw stuck(entity);
        [first] = ids;
        if (before.length > 0 && !ids.some((id) => before.includes(id))) return null;
        // Seen, and otherwise as they are, which takes reading them.
        for (let at = 0; at < ids.length; at += pageSize)
            await context.batchUpdate(
                ids.slice(at, at + pageSize).map((id) => ({ id })),
                entity.model
            );
        if (ids.length < MAX_RESULTS) break;
        before = ids.slice(-OVERLAP);
        start += ids.length - OVERLAP;
    }
    await context.trackDeletesEnd(entity.model);
    return firstTime;
}
