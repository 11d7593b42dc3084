import { isJsonObject, type SyncContext, ValidationError } from '@patchbay/functions';
import type { z } from 'zod';
import { issuesOf } from './issues-of.ts';

/** The parts of a vendor's item that tell what to do with it, also where it breaks its form. */
function headOf(item: unknown): { id?: string | number; isDeleted: boolean; version?: string } {
    if (!isJsonObject(item)) return { isDeleted: false };
    const { id, deleted_at: deletedAt, updated_at: updatedAt } = item;
    return {
        ...((typeof id === 'string' || (typeof id === 'number' && Number.isFinite(id))) && { id }),
        isDeleted: isText(deletedAt),
        ...(isText(updatedAt) && { version: updatedAt })
    };
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

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
        const { id, isDeleted, version } = headOf(raw);
        const parsed = guard.safeParse(raw);
        if (isDeleted && id !== undefined) deleted.push({ id });
        else if (!parsed.success)
            await context.setAside(model, { id: id ?? null, reason: new ValidationError('response', issuesOf(parsed.error)), record: raw });
        else {
            records.push(toRecord(parsed.data));
            sources.push({ raw, ...(version !== undefined && { version }) });
        }
    }
    await context.batchSave(records, model, sources);
    await context.batchDelete(deleted, model);
}
