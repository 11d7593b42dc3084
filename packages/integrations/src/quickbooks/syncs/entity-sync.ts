import { createSync, HttpError, type SyncContext } from '@patchbay/functions';
import { z } from 'zod';
import { companyOf } from '../company.ts';
import { type Entity, groupOf } from '../entity.ts';
import { reportFaults } from '../errors.ts';
import { MAX_RESULTS } from '../query.ts';
import { settings, settingsFor, type SyncSettings } from '../settings.ts';
import { applyObjects } from './apply.ts';
import { deleteMissing, listByChange, type Listing, type Position } from './list.ts';

const DAY_MS = 86_400_000;
/** QuickBooks remembers changes for 30 days. */
const CHANGES_MS = 29 * DAY_MS;
const ID_PASS_MS = 7 * DAY_MS;
/** What is written while a response is made may be missing in it. */
const OVERLAP_MS = 60_000;

const checkpoint = z.object({
    /** What the records were made by; with other settings everything is read again. */
    settings: z.string().optional(),
    /** Everything that changed before it is saved. */
    cursor: z.string().optional(),
    /** When all ids were compared last. */
    ids_checked_at: z.string().optional(),
    /** A listing that is not finished: {@link Position}. */
    listing_started_at: z.string().optional(),
    listing_from: z.string().optional(),
    listing_skip: z.number().optional()
});

type Checkpoint = z.output<typeof checkpoint>;

/**
 * Saves the objects of one kind, and what changes of them.
 * @param pageSize of how many at once
 */
export function createEntitySync(entity: Entity, pageSize = entity.pageSize) {
    const { path, group, many } = groupOf(entity);
    return createSync({
        description: `Reads ${many} from QuickBooks Online`,
        frequency: 'every hour',
        scopes: ['com.intuit.quickbooks.accounting'],
        models: { [entity.model]: entity.schema },
        endpoints: [{ method: 'GET', path, group }],
        metadata: settings,
        checkpoint,
        async exec(context) {
            const chosen = settingsFor(entity.model, await context.getMetadata());
            if (!chosen.isSelected) return;
            const company = await companyOf(context);
            const state = stateFor(entity, chosen, await context.getCheckpoint());
            const run: Run = { context, company, entity, chosen, pageSize };
            const { cursor } = state;
            await reportFaults(() => (cursor === undefined ? readEverything(run, state) : readChanges(run, state, cursor)));
        }
    });
}

/** Changes alone would not bring back what was left out, nor take away what stayed. */
function stateFor(
    { isNameList }: Entity,
    { deleteVoided, keepInactive, since, customFields }: SyncSettings,
    saved: Checkpoint | null
): Checkpoint {
    const names = isNameList
        ? [keepInactive && 'keep_inactive']
        : [
              !deleteVoided && 'keep_voided',
              since !== undefined && `since ${since}`,
              customFields !== undefined && JSON.stringify(customFields)
          ];
    const text = names.filter((name) => name !== false).join(', ');
    const chosen = text === '' ? {} : { settings: text };
    return saved?.settings === chosen.settings ? { ...saved } : chosen;
}

interface Run extends Listing {
    context: SyncContext<Record<string, z.ZodObject>, typeof settings, typeof checkpoint>;
}

/** The first run, and each one after the checkpoint was cleared. */
async function readEverything(run: Run, state: Checkpoint): Promise<void> {
    const { context, entity } = run;
    await context.trackDeletesStart(entity.model);
    // What an action writes meanwhile is newer than a page that was on its way. What changes during
    // the listing may stay as it was read first: the next run has it among the changes.
    await context.setMergingStrategy({ strategy: 'ignore_if_modified_after' }, entity.model);
    const startedAt = await list(run, state, null);
    await context.trackDeletesEnd(entity.model);
    await context.saveCheckpoint({ ...settingsOf(state), cursor: cursorAt(startedAt), ids_checked_at: startedAt });
}

async function readChanges(run: Run, state: Checkpoint, cursor: string): Promise<void> {
    const { context, entity, chosen, pageSize } = run;
    const changes = state.listing_from === undefined ? await changesSince(run, cursor) : null;
    let time: string;
    if (changes) {
        time = changes.time;
        for (const objects of changes.parts(pageSize)) await applyObjects(context, entity, objects, chosen, true);
    } else time = await list(run, state, cursor);
    const isChecked = changes !== null && Date.parse(time) - Date.parse(state.ids_checked_at ?? '1970-01-01') < ID_PASS_MS;
    const checkedAt = isChecked ? state.ids_checked_at : ((await deleteMissing(context, run)) ?? '1970-01-01T00:00:00Z');
    await context.saveCheckpoint({
        ...settingsOf(state),
        cursor: cursorAt(time),
        ...(checkedAt !== undefined && { ids_checked_at: checkedAt })
    });
}

/** @returns null where QuickBooks does not tell all of them */
async function changesSince({ company, entity }: Run, cursor: string) {
    if (Date.now() - Date.parse(cursor) >= CHANGES_MS) return null;
    try {
        const changes = await company.changes(entity.name, cursor);
        return changes.count < MAX_RESULTS ? changes : null;
    } catch (error) {
        // By its own clock the cursor is too old.
        if (error instanceof HttpError && error.response.status === 400) return null;
        throw error;
    }
}

/** @returns the server's time at the start */
async function list(run: Run, state: Checkpoint, since: string | null): Promise<string> {
    const { context, entity, chosen } = run;
    let first: string | undefined;
    for await (const { objects, position, startedAt } of listByChange(run, since, positionOf(state))) {
        first = startedAt;
        await applyObjects(context, entity, objects, chosen, since !== null);
        if (position) await context.saveCheckpoint(withPosition(state, position));
    }
    return first ?? new Date(0).toISOString();
}

function positionOf({ listing_from: from, listing_skip: skip = 0, listing_started_at: startedAt }: Checkpoint): Position | null {
    return from === undefined || startedAt === undefined ? null : { from, skip, startedAt };
}

const settingsOf = ({ settings: chosen }: Checkpoint): Checkpoint => (chosen === undefined ? {} : { settings: chosen });

const withPosition = ({ cursor, ids_checked_at, ...state }: Checkpoint, { startedAt, from, skip }: Position): Checkpoint => ({
    ...settingsOf(state),
    ...(cursor !== undefined && { cursor }),
    ...(ids_checked_at !== undefined && { ids_checked_at }),
    listing_started_at: startedAt,
    listing_from: from,
    listing_skip: skip
});

const cursorAt = (serverTime: string) => new Date(Date.parse(serverTime) - OVERLAP_MS).toISOString();
