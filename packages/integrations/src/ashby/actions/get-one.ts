import { type ActionContext, createAction } from '@patchbay/functions';
import type { z } from 'zod';
import { application } from '../../models/application.ts';
import { atsUser } from '../../models/ats-user.ts';
import { candidate } from '../../models/candidate.ts';
import { getInput } from '../../models/get-input.ts';
import { jobStage } from '../../models/job-stage.ts';
import { job } from '../../models/job.ts';
import { location } from '../../models/location.ts';
import { parseResponse } from '../../parse-response.ts';
import type { SyncSettings } from '../../settings.ts';
import { read } from '../call.ts';
import { reportFaults } from '../errors.ts';
import { ashbyApplication, ashbyCandidate, ashbyJob, ashbyLocation, ashbyStage, ashbyUser } from '../guards.ts';
import { toApplication, toCandidate, toJob, toJobStage, toLocation, toUser } from '../map-records.ts';
import { ashbySettings } from '../settings.ts';
import { jobsOfPlans, readOrganization } from '../syncs/organization.ts';

type Mapping = Readonly<Record<string, string>> | undefined;

export interface Getter<Item, Schema extends z.ZodObject> {
    model: string;
    schema: Schema;
    path: string;
    group: string;
    /** Such as `candidate.info`, with the name of the id that it takes. */
    method: string;
    idName: string;
    guard: z.ZodType<Item>;
    toRecord(item: Item, mapping: Mapping, context: Pick<ActionContext, 'post'>): z.input<Schema> | Promise<z.input<Schema>>;
}

/** Keeps the types of its parts. */
const getter = <Item, Schema extends z.ZodObject>(one: Getter<Item, Schema>) => one;

export const candidateGetter = getter({
    model: 'Candidate',
    schema: candidate,
    path: '/candidates',
    group: 'Candidates',
    method: 'candidate.info',
    idName: 'id',
    guard: ashbyCandidate,
    toRecord: toCandidate
});

export const applicationGetter = getter({
    model: 'Application',
    schema: application,
    path: '/applications',
    group: 'Applications',
    method: 'application.info',
    idName: 'applicationId',
    guard: ashbyApplication,
    toRecord: toApplication
});

const jobGetter = getter({
    model: 'Job',
    schema: job,
    path: '/jobs',
    group: 'Jobs',
    method: 'job.info',
    idName: 'id',
    guard: ashbyJob,
    toRecord: async (item, mapping, context) => toJob(item, await readOrganization(context), mapping)
});

const jobStageGetter = getter({
    model: 'JobStage',
    schema: jobStage,
    path: '/job-stages',
    group: 'Job Stages',
    method: 'interviewStage.info',
    idName: 'interviewStageId',
    guard: ashbyStage,
    toRecord: async (item, _, context) => toJobStage(item, (await jobsOfPlans(context)).get(item.interviewPlanId) ?? [])
});

const locationGetter = getter({
    model: 'Location',
    schema: location,
    path: '/locations',
    group: 'Locations',
    method: 'location.info',
    idName: 'locationId',
    guard: ashbyLocation,
    toRecord: toLocation
});

const userGetter = getter({
    model: 'User',
    schema: atsUser,
    path: '/users',
    group: 'Users',
    method: 'user.info',
    idName: 'userId',
    guard: ashbyUser,
    toRecord: toUser
});

/** @returns also as Ashby sent it */
export async function readOne<Item, Schema extends z.ZodObject>(
    context: Pick<ActionContext, 'post'>,
    { model, method, idName, guard, toRecord }: Getter<Item, Schema>,
    id: string,
    settings: SyncSettings
): Promise<{ item: Item; record: z.input<Schema>; raw: unknown }> {
    const { results: raw } = await read(context, method, { [idName]: id });
    const item = parseResponse(guard, raw);
    return { item, record: await toRecord(item, settings.custom_fields?.[model], context), raw };
}

const getAction = <Item, Schema extends z.ZodObject>(one: Getter<Item, Schema>, description: string) =>
    createAction({
        description,
        input: getInput,
        output: one.schema,
        metadata: ashbySettings,
        endpoint: { method: 'GET', path: `${one.path}/{id}`, group: one.group },
        exec: (context, { id }) =>
            reportFaults(
                async () => (await readOne(context, one, id, (await context.getMetadata()).sync ?? {})).record,
                // There is no more in the request than the id, which has to be a UUID.
                'not_found'
            )
    });

export const getCandidate = getAction(candidateGetter, 'Reads a candidate');
export const getApplication = getAction(applicationGetter, 'Reads an application');
export const getJob = getAction(jobGetter, 'Reads a job with its department and location');
export const getJobStage = getAction(jobStageGetter, 'Reads a stage of an interview plan, with the jobs that use the plan');
export const getLocation = getAction(locationGetter, 'Reads a location');
export const getUser = getAction(userGetter, 'Reads a user');
