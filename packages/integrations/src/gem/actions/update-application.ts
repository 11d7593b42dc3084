import { type ActionContext, createAction } from '@patchbay/functions';
import { application } from '../../models/application.ts';
import { applicationUpdate } from '../../models/application-update.ts';
import { parseResponse } from '../../parse-response.ts';
import { faultError, newerVersionError, orUnknownOutcome } from '../../vendor-fault.ts';
import { reportFaults } from '../errors.ts';
import { type GemApplication, gemApplication } from '../guards.ts';
import { candidateOf, isVersion, toApplication } from '../map-records.ts';
import { gemSettings } from '../settings.ts';
import { readCandidateAt } from './get-candidate.ts';
import { renewCandidate, renewedModels } from './renew-candidate.ts';

export const updateApplication = createAction({
    description: 'Changes the source of an application',
    input: applicationUpdate.refine(({ sync_token }) => sync_token === undefined || isVersion(sync_token), {
        path: ['sync_token'],
        message: 'Must be the sync_token of an application.'
    }),
    output: application,
    metadata: gemSettings,
    endpoint: { method: 'PATCH', path: '/applications/{id}', group: 'Applications' },
    // A list of changes may leave it out: the source is not an activity.
    result: { model: 'Application', kind: 'saved' },
    // Candidates contain their applications.
    renews: { models: renewedModels, read: (context, { candidate_id: id }) => renewCandidate(context, id) },
    // Gem takes no condition with a write: a change between the look and the write is lost.
    exec: (context, { id, application_id, source_id, sync_token }) =>
        reportFaults(async () => {
            const applicationId = id ?? application_id ?? '';
            const { sync = {} } = await context.getMetadata();
            if (sync_token !== undefined) {
                const record = toApplication(await readApplication(context, sync_token, applicationId), sync.custom_fields?.Application);
                const isNewer = record.sync_token !== sync_token;
                // By a user, or by an earlier attempt of this run.
                if (isNewer && record.source?.id === source_id) return record;
                if (isNewer) throw newerVersionError('Gem', { sync_token: record.sync_token, record });
            }
            const changed = await orUnknownOutcome(async () => {
                const { data } = await context.patch<unknown>({
                    endpoint: `/ats/v0/applications/${encodeURIComponent(applicationId)}`,
                    data: { source_id }
                });
                return parseResponse(gemApplication, data);
            }, 'The source may have been changed. Look at the application in GET /applications before you repeat the request.');
            return toApplication(changed, sync.custom_fields?.Application);
        })
});

/** @throws {ActionError} where the candidate that the version names has no such application */
async function readApplication(context: ActionContext, version: string, id: string): Promise<GemApplication> {
    const { found } = await readCandidateAt(context, candidateOf(version));
    const known = found.applications?.find((one) => one.id === id);
    if (known) return known;
    const message = 'The candidate has no such application any more.';
    throw faultError({ type: 'not_found', errors: [{ field: null, code: null, message }], vendor: null });
}

/** The same where the body names the application, as the reference's clients call it. */
export const updateNamedApplication: typeof updateApplication = {
    ...updateApplication,
    endpoint: { method: 'PATCH', path: '/application', group: 'Applications' }
};
