import { type ActionContext, createSync } from '@patchbay/functions';
import { jobStage } from '../../models/job-stage.ts';
import { job } from '../../models/job.ts';
import { location } from '../../models/location.ts';
import { savePage } from '../../save-page.ts';
import { isSelected } from '../../settings.ts';
import { listAll, read } from '../call.ts';
import { ashbyDepartment, ashbyJob, ashbyLocation, ashbyStage } from '../guards.ts';
import { type Organization, toDepartment, toJob, toJobStage, toLocation } from '../map-records.ts';
import { parseResponse } from '../../parse-response.ts';
import { ashbySettings } from '../settings.ts';
import { listingSync } from './listing-sync.ts';
import { z } from 'zod';

/** Without it drafts are left out. */
const everyStatus = { status: ['Draft', 'Open', 'Closed', 'Archived'] };

export const jobs = listingSync({
    description: 'Jobs with their department and location, and what changed of them',
    model: 'Job',
    schema: job,
    path: '/jobs',
    group: 'Jobs',
    method: 'job.list',
    body: everyStatus,
    hasSyncToken: true,
    guard: ashbyJob,
    async prepare(context) {
        const organization = await readOrganization(context);
        return (item, customFields) => toJob(item, organization, customFields);
    }
});

/** Jobs name departments and locations by id. */
export async function readOrganization(context: Pick<ActionContext, 'post'>): Promise<Organization> {
    const departments = await listAll(context, 'department.list', { includeArchived: true }, ashbyDepartment);
    const places = await listAll(context, 'location.list', { includeArchived: true }, ashbyLocation);
    return {
        departments: new Map(departments.map((one) => [one.id, toDepartment(one)])),
        locations: new Map(places.map((one) => [one.id, toLocation(one)]))
    };
}

/** The ids of jobs by those of the interview plans that they use. */
export async function jobsOfPlans(context: Pick<ActionContext, 'post'>): Promise<Map<string, string[]>> {
    const jobIds = new Map<string, string[]>();
    for (const { id, interviewPlanIds } of await listAll(context, 'job.list', everyStatus, ashbyJob))
        for (const planId of interviewPlanIds ?? []) jobIds.set(planId, [...(jobIds.get(planId) ?? []), id]);
    return jobIds;
}

export const locations = listingSync({
    description: 'Locations, all of them each time',
    model: 'Location',
    schema: location,
    path: '/locations',
    group: 'Locations',
    method: 'location.list',
    hasSyncToken: false,
    guard: ashbyLocation,
    prepare: async () => toLocation
});

export const jobStages = createSync({
    description: 'The stages of the interview plans that jobs use, all of them each time',
    frequency: 'every hour',
    models: { JobStage: jobStage },
    endpoints: [{ method: 'GET', path: '/job-stages', group: 'Job Stages' }],
    metadata: ashbySettings,
    async exec(context) {
        if (!isSelected('JobStage', (await context.getMetadata()).sync ?? {})) return;
        await context.trackDeletesStart('JobStage');
        const jobIds = await jobsOfPlans(context);
        for (const interviewPlanId of jobIds.keys()) {
            const { results } = await read(context, 'interviewStage.list', { interviewPlanId });
            await savePage(context, 'JobStage', ashbyStage, parseResponse(z.array(z.unknown()), results), (stage) =>
                toJobStage(stage, jobIds.get(interviewPlanId) ?? [])
            );
        }
        await context.trackDeletesEnd('JobStage');
    }
});
