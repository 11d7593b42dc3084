import { createAction } from '@patchbay/functions';
import { applicationUpdate } from '../../models/application-update.ts';
import { application } from '../../models/application.ts';
import { parseResponse } from '../../parse-response.ts';
import { newerVersionError, orUnknownOutcome } from '../../vendor-fault.ts';
import { call } from '../call.ts';
import { reportFaults } from '../errors.ts';
import { ashbyApplication } from '../guards.ts';
import { toApplication } from '../map-records.ts';
import { ashbySettings } from '../settings.ts';
import { applicationGetter, readOne } from './get-one.ts';

export const updateApplication = createAction({
    description: 'Changes the source of an application',
    input: applicationUpdate,
    output: application,
    metadata: ashbySettings,
    endpoint: { method: 'PATCH', path: '/applications/{id}', group: 'Applications' },
    result: { model: 'Application', kind: 'saved' },
    // Ashby takes no condition with a write: a change between the look and the write is lost.
    exec: (context, { id, application_id, source_id, sync_token }) =>
        reportFaults(async () => {
            const applicationId = id ?? application_id ?? '';
            const { sync = {} } = await context.getMetadata();
            if (sync_token !== undefined) {
                const { record } = await readOne(context, applicationGetter, applicationId, sync);
                const isNewer = record.sync_token !== sync_token;
                // By a user, or by an earlier attempt of this run.
                if (isNewer && record.source?.id === source_id) return record;
                if (isNewer) throw newerVersionError('Ashby', { sync_token: record.sync_token, record });
            }
            const changed = await orUnknownOutcome(async () => {
                const { results } = await call(context, 'application.changeSource', { applicationId, sourceId: source_id });
                return parseResponse(ashbyApplication, results);
            }, 'The source may have been changed. Look at the application in GET /applications before you repeat the request.');
            return toApplication(changed, sync.custom_fields?.Application);
        })
});

/** The same where the body names the application, as the reference's clients call it. */
export const updateNamedApplication: typeof updateApplication = {
    ...updateApplication,
    endpoint: { method: 'PATCH', path: '/application', group: 'Applications' }
};
