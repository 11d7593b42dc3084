import type { RecordSource, SyncContext } from '@patchbay/functions';
import { z } from 'zod';
import type { Sent } from '../company.ts';
import type { Entity } from '../entity.ts';
import { isBefore } from '../../settings.ts';
import type { SyncSettings } from '../settings.ts';

/** The parts that tell what to do with an object. */
const head = z.object({
    Id: z.string().min(1).nullable().catch(null),
    SyncToken: z.string().optional().catch(undefined),
    status: z.string().optional().catch(undefined),
    Active: z.boolean().optional().catch(undefined)
});

interface Saved {
    record: Record<string, unknown> & { id: string };
    source: RecordSource;
}

/**
 * Saves a page of objects, deletes what is deleted, inactive, voided or too early, and sets aside
 * what breaks its form.
 * @param onlyNewer leaves out those with a lower sync token than the record has: an action may have
 * written it while the page was on its way
 */
export async function applyObjects(
    context: SyncContext,
    entity: Entity,
    objects: readonly Sent[],
    settings: SyncSettings,
    onlyNewer: boolean
): Promise<void> {
    const { model } = entity;
    const saved: Saved[] = [];
    const deleted: { id: string }[] = [];
    for (const { object, raw } of objects) {
        const { Id: id, SyncToken, status, Active } = head.parse(object);
        if (id !== null && (status === 'Deleted' || (entity.isNameList && Active === false && !settings.keepInactive))) {
            deleted.push({ id });
            continue;
        }
        try {
            const record = entity.toRecord(object, settings.customFields);
            const isVoided = settings.deleteVoided && record['voided'] === true;
            if (isVoided || (!entity.isNameList && isBefore(settings.since, record))) deleted.push({ id: record.id });
            else saved.push({ record, source: { raw, ...(SyncToken !== undefined && { version: SyncToken }) } });
        } catch (reason) {
            await context.setAside(model, { id, reason, record: raw });
        }
    }
    const current = onlyNewer ? await withoutOlder(context, model, saved) : saved;
    await context.batchSave(
        current.map(({ record }) => record),
        model,
        current.map(({ source }) => source)
    );
    await context.batchDelete(deleted, model);
}

async function withoutOlder(context: SyncContext, model: string, saved: readonly Saved[]): Promise<readonly Saved[]> {
    const known = await context.getRecordsByIds(
        saved.map(({ record }) => record.id),
        model
    );
    return saved.filter(({ record }) => !isLower(record['sync_token'], known.get(record.id)?.['sync_token']));
}

function isLower(token: unknown, than: unknown): boolean {
    const isCount = (value: unknown): value is string => typeof value === 'string' && /^\d+$/.test(value);
    return isCount(token) && isCount(than) && BigInt(token) < BigInt(than);
}
