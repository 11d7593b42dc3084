import type { ActionContext, RenewedRecord } from '@patchbay/functions';
import { isSelected } from '../../settings.ts';
import type { ashbySettings } from '../settings.ts';
import { applicationGetter, candidateGetter, readOne } from './get-one.ts';

export const renewedModels = { Candidate: candidateGetter.schema, Application: applicationGetter.schema };

/**
 * A candidate that an action has changed, in the form of the syncs. Of models that the connection
 * does not read nothing.
 * @param models `Application` adds those of the candidate
 */
export async function renewCandidate(
    context: ActionContext<typeof ashbySettings>,
    id: string,
    models: readonly (keyof typeof renewedModels)[] = ['Candidate']
): Promise<RenewedRecord[]> {
    const { sync = {} } = await context.getMetadata();
    const wanted = models.filter((model) => isSelected(model, sync));
    if (wanted.length === 0) return [];
    const { item, record, raw } = await readOne(context, candidateGetter, id, sync);
    const renewed: RenewedRecord[] = wanted.includes('Candidate') ? [{ model: 'Candidate', record, source: { raw } }] : [];
    for (const applicationId of wanted.includes('Application') ? (item.applicationIds ?? []) : []) {
        const one = await readOne(context, applicationGetter, applicationId, sync);
        renewed.push({ model: 'Application', record: one.record, source: { raw: one.raw } });
    }
    return renewed;
}
