import { type AnySync, createSync, HttpError, type SyncContext } from '@patchbay/functions';
import { z } from 'zod';
import { isSelected, scopeOf, type SyncSettings } from '../../settings.ts';
import { savePage } from '../../save-page.ts';
import { gemSettings } from '../settings.ts';

/** A list of Gem's, and how its items become records. */
export interface Listing<Item> {
    endpoint: string;
    /**
     * `/ats/v0` and `/v0` name it differently, and permit other sizes. `smaller` is for items of
     * which so many can be too much for Gem.
     */
    page: { sizeName: 'per_page' | 'page_size'; size: number; smaller?: number };
    /** The parameter for what changed; `null`: the list is always read whole. */
    since: 'updated_after' | 'last_activity_after' | null;
    /** Whether deleted items can be listed too. Otherwise a daily whole reading finds them. */
    includesDeleted: boolean;
    guard: z.ZodType<Item>;
    toRecord(item: Item, customFields: Readonly<Record<string, string>> | undefined): Record<string, unknown> & { id: string };
}

export interface ListingSync<Item> {
    description: string;
    model: string;
    schema: z.ZodObject;
    path: string;
    group: string;
    volatile?: readonly string[];
    listing: Listing<Item>;
}

/** Where a list was left. */
export const position = z.object({
    /** Of {@link scopeOf}; with another one it is read from its start. */
    scope: z.string(),
    /** What the current or next reading begins at; absent before the first whole one. */
    since: z.string().optional(),
    /** When the last whole reading started. */
    whole_at: z.string().optional(),
    /** Of the reading under way, with the page that is next, and how large its pages are. */
    started_at: z.string().optional(),
    next_page: z.number().optional(),
    page_size: z.number().optional(),
    is_whole: z.boolean().optional(),
    /** Its pages are read the second time. */
    is_second: z.boolean().optional()
});
type Position = z.output<typeof position>;
type ListingContext = SyncContext<Readonly<Record<string, z.ZodObject>>, typeof gemSettings, typeof position>;

/** Changes that were committed late, and clocks that differ. */
const OVERLAP_MS = 120_000;
const WHOLE_EVERY_MS = 86_400_000;
const RETRIES = 4;

export function listingSync<Item>(sync: ListingSync<Item>): AnySync {
    return createSync({
        description: sync.description,
        frequency: 'every hour',
        models: { [sync.model]: sync.schema },
        endpoints: [{ method: 'GET', path: sync.path, group: sync.group }],
        metadata: gemSettings,
        checkpoint: position,
        ...(sync.volatile && { volatile: { [sync.model]: sync.volatile } }),
        async exec(context) {
            const settings = (await context.getMetadata()).sync ?? {};
            if (isSelected(sync.model, settings)) await readListing(context, sync.model, sync.listing, settings);
        }
    });
}

/** Resumes a reading that broke off; otherwise begins one, whole where that is due. */
export async function readListing<Item>(
    context: ListingContext,
    model: string,
    listing: Listing<Item>,
    settings: SyncSettings
): Promise<void> {
    const filters = settings.filters?.[model] ?? {};
    const customFields = settings.custom_fields?.[model];
    const reading = nextReading(await context.getCheckpoint(), listing, filters, customFields);
    if (reading.is_whole) await context.trackDeletesStart(model);
    const page = (items: unknown[]) => savePage(context, model, listing.guard, items, (item) => listing.toRecord(item, customFields));
    await readPages(context, listing, filters, reading, page);
    // One that vanishes from a page moves the others up, and one of them to a page that was read.
    if (reading.is_whole && !reading.is_second && reading.next_page > 2 && losesItems(listing, filters)) {
        Object.assign(reading, { is_second: true, next_page: 1 });
        await context.trackDeletesStart(model);
        await readPages(context, listing, filters, reading, page);
    }
    if (reading.is_whole) await context.trackDeletesEnd(model);
    await context.saveCheckpoint({
        scope: reading.scope,
        since: new Date(Date.parse(reading.started_at) - OVERLAP_MS).toISOString(),
        whole_at: reading.is_whole ? reading.started_at : reading.whole_at
    });
}

type Filters = Readonly<Record<string, string | number | boolean | undefined>>;
type Save = (items: unknown[]) => Promise<void>;

/** From the page that is next, in smaller ones once a page is too large. */
async function readPages<Item>(
    context: ListingContext,
    listing: Listing<Item>,
    filters: Filters,
    reading: Reading,
    save: Save
): Promise<void> {
    try {
        await readPagesOfSize(context, listing, filters, reading, save);
    } catch (error) {
        const { smaller = reading.page_size } = listing.page;
        if (smaller >= reading.page_size || !isTooLarge(error)) throw error;
        const done = (reading.next_page - 1) * reading.page_size;
        // Where it lies within a smaller page, items are read again: none is skipped.
        Object.assign(reading, { next_page: Math.floor(done / smaller) + 1, page_size: smaller });
        await readPagesOfSize(context, listing, filters, reading, save);
    }
}

/**
 * Gem's gateway refuses more than 10 MB and gives up after 29 seconds. That a failure of another
 * kind is met with smaller pages too costs only requests.
 */
const isTooLarge = (error: unknown) => error instanceof HttpError && (error.response.status >= 500 || error.response.status === 413);

async function readPagesOfSize<Item>(
    context: ListingContext,
    { endpoint, page: { sizeName }, includesDeleted, since }: Listing<Item>,
    filters: Filters,
    reading: Reading,
    save: Save
): Promise<void> {
    const size = reading.page_size;
    const pages = context.paginate({
        endpoint,
        params: {
            ...filters,
            ...(includesDeleted && { include_deleted: 'true' }),
            ...(since && !reading.is_whole && { [since]: reading.since })
        },
        retries: RETRIES,
        paginate: {
            type: 'offset',
            offset_name_in_request: 'page',
            offset_start_value: reading.next_page,
            offset_calculation_method: 'per-page',
            limit: size,
            limit_name_in_request: sizeName,
            on_page({ response }) {
                if (reading.next_page === 1) reading.started_at = earlier(reading.started_at, response.headers['date']);
            }
        }
    });
    for await (const items of pages) {
        await save(items);
        reading.next_page++;
        // The last page is written with the end: what fails there is repeated with that page.
        if (items.length >= size) await context.saveCheckpoint(reading);
    }
}

/** Of `Date`, which has no fractions of one. */
const SECOND_MS = 1000;

/** By the vendor's clock where ours is ahead: what changed in between would be left out. */
function earlier(ours: string, theirs: string | undefined): string {
    const time = Date.parse(theirs ?? '');
    return time + SECOND_MS <= Date.parse(ours) ? new Date(time).toISOString() : ours;
}

interface Reading extends Position {
    started_at: string;
    next_page: number;
    page_size: number;
    is_whole: boolean;
}

/** What no longer passes a filter is missing, also from a list of changes, as is what is gone. */
const losesItems = <Item>({ includesDeleted }: Listing<Item>, filters: object) => !includesDeleted || Object.keys(filters).length > 0;

function nextReading<Item>(saved: Position | null, listing: Listing<Item>, filters: object, customFields?: object): Reading {
    const scope = scopeOf(listing.endpoint, filters, customFields);
    const { since, whole_at, started_at, next_page, page_size, is_whole, is_second } = saved?.scope === scope ? saved : {};
    // Without its size, which earlier versions left out, a page is no place.
    if (started_at !== undefined && next_page !== undefined && page_size !== undefined && is_whole !== undefined)
        return { scope, since, whole_at, started_at, next_page, page_size, is_whole, is_second };
    const now = new Date();
    const isWholeDue = losesItems(listing, filters) && (whole_at === undefined || now.getTime() - Date.parse(whole_at) >= WHOLE_EVERY_MS);
    return {
        scope,
        since,
        whole_at,
        started_at: now.toISOString(),
        next_page: 1,
        page_size: listing.page.size,
        is_whole: listing.since === null || since === undefined || isWholeDue
    };
}
