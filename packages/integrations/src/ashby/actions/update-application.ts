import { createAction } from '@patchbay/functions';
import { applicationUpdate } from '../../models/application-update.ts';
import { application } from '../../models/application.ts';
import { parseResponse } from '../../parse-response.ts';
import { call } from '../call.ts';
import { reportFaults } from '../errors.ts';
import { ashbyApplication } from '../guards.ts';
import { toApplication } from '../map-records.ts';
import { ashbySettings } from '../settings.ts';

export const updateApplication = createAction({
    description: 'Changes the source of an application',
    input: applicationUpdate,
    output: application,
    metadata: ashbySettings,
    endpoint: { method: 'PATCH', path: '/applications/{id}', group: 'Applications' },
    result: { model: 'Application', kind: 'saved' },
    exec: (context, { id, application_id, source_id }) =>
        reportFaults(async () => {
            const { results } = await call(context, 'application.changeSource', {
                applicationId: id ?? application_id,
                sourceId: source_id
            });
            const { sync } = await context.getMetadata();
            return toApplication(parseResponse(ashbyApplication, results), sync?.custom_fields?.Application);
        })
});

/** The same where the body names the application, as the reference's clients call it. */
export const updateNamedApplication: typeof updateApplication = {
    ...updateApplication,
    endpoint: { method: 'PATCH', path: '/application', group: 'Applications' }
};
