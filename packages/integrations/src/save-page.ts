import { type SyncContext, ValidationError } from '@patchbay/functions';
import { z } from 'zod';
import { issuesOf } from './issues-of.ts';

/** The parts of a vendor's item that tell what to do with it. */
const itemHead = z.object({
    id: z.union([z.string(), z.number()]).optional().catch(undefined),
    deleted_at: z.string().nullish().catch(undefined),
    updated_at: z.string().nullish().catch(undefined)
});

/** Saves a page's items, deletes those marked as deleted, and sets aside what breaks its form. */
export async function savePage<Item>(
    context: Pick<SyncContext, 'batchSave' | 'batchDelete' | 'setAside'>,
    model: string,
    guard: z.ZodType<Item>,
    items: readonly unknown[],
    toRecord: (item: Item) => Record<string, unknown>
): Promise<void> {
    const records: Record<string, unknown>[] = [];
    const sources: { raw: unknown; version?: string }[] = [];
    const deleted: { id: string | number }[] = [];
    for (const raw of items) {
        const { id, deleted_at, updated_at } = itemHead.safeParse(raw).data ?? {};
        const parsed = guard.safeParse(raw);
        if (deleted_at && id !== undefined) deleted.push({ id });
        else if (!parsed.success)
            await context.setAside(model, { id: id ?? null, reason: new ValidationError('response', issuesOf(parsed.error)), record: raw });
        else {
            records.push(toRecord(parsed.data));
            sources.push({ raw, ...(updated_at && { version: updated_at }) });
        }
    }
    await context.batchSave(records, model, sources);
    await context.batchDelete(deleted, model);
}
