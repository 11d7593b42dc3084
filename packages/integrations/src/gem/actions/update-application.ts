import { createAction } from '@patchbay/functions';
import { application } from '../../models/application.ts';
import { applicationUpdate } from '../../models/application-update.ts';
import { parseResponse } from '../../parse-response.ts';
import { reportFaults } from '../errors.ts';
import { gemApplication } from '../guards.ts';
import { toApplication } from '../map-records.ts';
import { gemSettings } from '../settings.ts';
import { renewCandidate, renewedModels } from './renew-candidate.ts';

export const updateApplication = createAction({
    description: 'Changes the source of an application',
    input: applicationUpdate.refine(({ sync_token }) => sync_token === undefined, {
        path: ['sync_token'],
        message: 'Gem counts no versions of applications.'
    }),
    output: application,
    metadata: gemSettings,
    endpoint: { method: 'PATCH', path: '/applications/{id}', group: 'Applications' },
    // A list of changes may leave it out: the source is not an activity.
    result: { model: 'Application', kind: 'saved' },
    // Candidates contain their applications.
    renews: { models: renewedModels, read: (context, { candidate_id: id }) => renewCandidate(context, id) },
    exec: (context, { id, application_id, source_id }) =>
        reportFaults(async () => {
            const { data } = await context.patch<unknown>({
                endpoint: `/ats/v0/applications/${encodeURIComponent(id ?? application_id ?? '')}`,
                data: { source_id }
            });
            const { sync } = await context.getMetadata();
            return toApplication(parseResponse(gemApplication, data), sync?.custom_fields?.Application);
        })
});

/** The same where the body names the application, as the reference's clients call it. */
export const updateNamedApplication: typeof updateApplication = {
    ...updateApplication,
    endpoint: { method: 'PATCH', path: '/application', group: 'Applications' }
};
