import type { ActionContext, RenewedRecord } from '@patchbay/functions';
import { application } from '../../models/application.ts';
import { candidate } from '../../models/candidate.ts';
import { isSelected } from '../../settings.ts';
import { toApplication, toCandidate } from '../map-records.ts';
import type { gemSettings } from '../settings.ts';
import { readCandidate } from './get-candidate.ts';

export const renewedModels = { Candidate: candidate, Application: application };

/**
 * A candidate that an action has changed, in the form of the syncs. Of models that the connection
 * does not read, and of a deleted candidate, nothing.
 * @param models `Application` adds those of the candidate
 */
export async function renewCandidate(
    context: ActionContext<typeof gemSettings>,
    id: string,
    models: readonly (keyof typeof renewedModels)[] = ['Candidate']
): Promise<RenewedRecord[]> {
    const { sync = {} } = await context.getMetadata();
    const wanted = models.filter((model) => isSelected(model, sync));
    if (wanted.length === 0) return [];
    const { found, raw } = await readCandidate(context, id);
    if (found.deleted_at) return [];
    const source = { raw, ...(found.updated_at && { version: found.updated_at }) };
    const records = [
        { model: 'Candidate' as const, record: toCandidate(found, sync.custom_fields?.Candidate), source },
        ...(found.applications ?? []).map((one) => ({
            model: 'Application' as const,
            record: toApplication(one, sync.custom_fields?.Application),
            source: { raw: one }
        }))
    ];
    return records.filter(({ model }) => wanted.includes(model));
}
