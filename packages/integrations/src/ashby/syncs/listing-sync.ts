import { type AnySync, createSync, type SyncContext } from '@patchbay/functions';
import { z } from 'zod';
import { savePage } from '../../save-page.ts';
import { isSelected, scopeOf, type SyncSettings } from '../../settings.ts';
import { failureOf, pagesOf } from '../call.ts';
import { ashbySettings } from '../settings.ts';

export type ListingContext = SyncContext<Readonly<Record<string, z.ZodObject>>, typeof ashbySettings, typeof position>;
type ToRecord<Item> = (item: Item, customFields: Readonly<Record<string, string>> | undefined) => Record<string, unknown> & { id: string };

export interface ListingSync<Item> {
    description: string;
    model: string;
    schema: z.ZodObject;
    path: string;
    group: string;
    /** Such as `candidate.list`. */
    method: string;
    body?: object;
    /** Whether the list tells what changed, by a sync token. */
    hasSyncToken: boolean;
    guard: z.ZodType<Item>;
    /** Reads first what records need beside their item. */
    prepare(context: ListingContext): Promise<ToRecord<Item>>;
}

/** Where a list was left. */
export const position = z.object({
    scope: z.string(),
    sync_token: z.string().optional(),
    /** When the last whole reading started. */
    whole_at: z.string().optional(),
    /** Of the reading under way, with the page that is next. */
    started_at: z.string().optional(),
    cursor: z.string().optional(),
    is_whole: z.boolean().optional()
});
type Position = z.output<typeof position>;

/** Lists of changes do not tell what was deleted. */
const WHOLE_EVERY_MS = 86_400_000;
/** The place can't be found any more: the list has to be read from its start. */
const lostPlaces = [
    'sync_token_expired',
    'sync_token_invalid',
    'incremental_sync_too_large',
    'next_cursor_expired',
    'invalid_next_cursor',
    'cursor_invalid'
];

export function listingSync<Item>(sync: ListingSync<Item>): AnySync {
    return createSync({
        description: sync.description,
        frequency: 'every hour',
        models: { [sync.model]: sync.schema },
        endpoints: [{ method: 'GET', path: sync.path, group: sync.group }],
        metadata: ashbySettings,
        checkpoint: position,
        async exec(context) {
            const settings = (await context.getMetadata()).sync ?? {};
            if (!isSelected(sync.model, settings)) return;
            const toRecord = await sync.prepare(context);
            try {
                await readListing(context, sync, settings, toRecord, await context.getCheckpoint());
            } catch (error) {
                if (!lostPlaces.includes(failureOf(error).code ?? '')) throw error;
                await readListing(context, sync, settings, toRecord, null);
            }
        }
    });
}

async function readListing<Item>(
    context: ListingContext,
    { model, method, body, hasSyncToken, guard }: ListingSync<Item>,
    settings: SyncSettings,
    toRecord: ToRecord<Item>,
    saved: Position | null
): Promise<void> {
    const filters = settings.filters?.[model] ?? {};
    const customFields = settings.custom_fields?.[model];
    const reading = nextReading(saved, scopeOf(method, filters, customFields), hasSyncToken);
    const { is_whole, sync_token, cursor } = reading;
    if (is_whole) await context.trackDeletesStart(model);
    const query = { ...body, ...filters, ...(!is_whole && sync_token !== undefined && { syncToken: sync_token }) };
    for await (const { items, nextCursor, syncToken } of pagesOf(context, method, query, cursor ?? null)) {
        await savePage(context, model, guard, items, (item) => toRecord(item, customFields));
        if (nextCursor === null) reading.sync_token = syncToken ?? undefined;
        // The last page is written with the end: what fails there is repeated with that page.
        else await context.saveCheckpoint({ ...reading, cursor: nextCursor });
    }
    if (is_whole) await context.trackDeletesEnd(model);
    const { scope, whole_at, started_at } = reading;
    await context.saveCheckpoint({ scope, sync_token: reading.sync_token, whole_at: is_whole ? started_at : whole_at });
}

function nextReading(saved: Position | null, scope: string, hasSyncToken: boolean): Position & { is_whole: boolean } {
    const known = saved?.scope === scope ? saved : { scope };
    if (known.started_at !== undefined && known.is_whole !== undefined) return { ...known, is_whole: known.is_whole };
    const now = new Date();
    const isWholeDue = known.whole_at === undefined || now.getTime() - Date.parse(known.whole_at) >= WHOLE_EVERY_MS;
    return {
        scope,
        sync_token: known.sync_token,
        whole_at: known.whole_at,
        started_at: now.toISOString(),
        is_whole: !hasSyncToken || known.sync_token === undefined || isWholeDue
    };
}
