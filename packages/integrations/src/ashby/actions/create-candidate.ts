import { type ActionContext, createAction, HostError, HttpError } from '@patchbay/functions';
import { z } from 'zod';
import { type CandidateInput, candidateInput } from '../../models/candidate-input.ts';
import { createdCandidate } from '../../models/created-candidate.ts';
import { isSinceFirstAttempt } from '../../since-first-attempt.ts';
import { parseResponse } from '../../parse-response.ts';
import { isUncertain, orUnknownOutcome } from '../../vendor-fault.ts';
import { call, failureOf, read } from '../call.ts';
import { reportFaults } from '../errors.ts';
import { ashbyApplication, ashbyCandidate, type AshbyCandidate } from '../guards.ts';
import { nameOf, primaryEmailOf, toApplicationBody, toCandidateBody, toCreatedCandidate, unsupportedFields } from '../map-candidate.ts';
import { ashbySettings } from '../settings.ts';
import { renewCandidate, renewedModels } from './renew-candidate.ts';

const isGiven = (value: unknown) =>
    value !== null && value !== undefined && value !== false && value !== '' && !(Array.isArray(value) && value.length === 0);

const input = candidateInput.superRefine((value, context) => {
    for (const name of unsupportedFields)
        if (isGiven(value[name]))
            context.addIssue({ code: 'custom', path: [name], message: 'Ashby does not take it when a candidate is created.' });
    if (nameOf(value) === '') context.addIssue({ code: 'custom', path: ['first_name'], message: 'Ashby needs a name.' });
});

/** Ashby keeps no request ids, so a repeat looks for what the first attempt may have created. */
export const createCandidate = createAction({
    description: 'Creates a candidate, and with job_id an application too',
    input,
    output: createdCandidate,
    metadata: ashbySettings,
    endpoint: { method: 'POST', path: '/candidates', group: 'Candidates' },
    renews: { models: renewedModels, read: (context, { id }) => renewCandidate(context, id, ['Candidate', 'Application']) },
    exec: (context, given) =>
        reportFaults(async () => {
            const earlier =
                context.attempt > 1 ? await findCreated(context, given, (createdAt) => isSinceFirstAttempt(context, createdAt)) : null;
            const candidate = earlier ?? (await create(context, given));
            if (given.job_id) await apply(context, given, candidate);
            return toCreatedCandidate(candidate, given);
        })
});

const CLOCK_DIFFERENCE_MS = 120_000;

async function create(context: ActionContext, given: CandidateInput): Promise<AshbyCandidate> {
    const startedAt = Date.now();
    try {
        const { results } = await call(context, 'candidate.create', toCandidateBody(given));
        return parseResponse(ashbyCandidate, results);
    } catch (error) {
        if (!isUncertain(error)) throw error;
        const isRecent = (createdAt: number) => createdAt >= startedAt - CLOCK_DIFFERENCE_MS;
        // A look that fails leaves it open too.
        const created = await findCreated(context, given, isRecent).catch(() => null);
        if (created) return created;
        throw unknownOutcome();
    }
}

/**
 * @param isRecent leaves out candidates that were there before the request, by milliseconds since
 * 1970
 * @throws {HostError} `outcome_unknown` where nothing tells the candidate apart
 */
async function findCreated(
    context: ActionContext,
    given: CandidateInput,
    isRecent: (createdAt: number) => boolean
): Promise<AshbyCandidate | null> {
    const email = primaryEmailOf(given);
    if (email === undefined) throw unknownOutcome();
    const { results } = await read(context, 'candidate.search', { email, name: nameOf(given) });
    const found = parseResponse(z.array(ashbyCandidate), results);
    return found.find(({ name, createdAt }) => name === nameOf(given) && isRecent(Date.parse(createdAt))) ?? null;
}

/** The second of two requests: what it leaves behind when it fails is in the error. */
async function apply(context: ActionContext, given: CandidateInput, candidate: AshbyCandidate): Promise<void> {
    if (context.attempt > 1 && (await hasApplication(context, given, candidate))) return;
    try {
        await orUnknownOutcome(
            () => call(context, 'application.create', toApplicationBody(given, candidate.id)),
            `The candidate ${candidate.id} was created, and may have the application. Look at GET /applications before you repeat the request.`
        );
    } catch (error) {
        if (!(error instanceof HttpError)) throw error;
        throw new context.ActionError({
            code: 'application_not_created',
            message: 'The candidate was created, the application was not.',
            candidate_id: candidate.id,
            vendor: { status: error.response.status, body: failureOf(error).json }
        });
    }
}

async function hasApplication(context: ActionContext, { job_id }: CandidateInput, { applicationIds }: AshbyCandidate): Promise<boolean> {
    for (const applicationId of applicationIds ?? []) {
        const { results } = await read(context, 'application.info', { applicationId });
        if (parseResponse(ashbyApplication, results).job?.id === job_id) return true;
    }
    return false;
}

const unknownOutcome = () =>
    new HostError(
        'outcome_unknown',
        'Ashby did not respond, and may have created the candidate. Look for it by name or email address in GET /candidates before you repeat the request.'
    );
