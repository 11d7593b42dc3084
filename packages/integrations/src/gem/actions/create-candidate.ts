import { type ActionContext, createAction, HostError } from '@patchbay/functions';
import { z } from 'zod';
import { type CandidateInput, candidateInput } from '../../models/candidate-input.ts';
import { type CreatedCandidate, createdCandidate } from '../../models/created-candidate.ts';
import { isSinceFirstAttempt } from '../../since-first-attempt.ts';
import { parseResponse } from '../../parse-response.ts';
import { isUncertain } from '../../vendor-fault.ts';
import { reportFaults } from '../errors.ts';
import { type GemCandidate, gemCandidate, type GemTeamCandidate, gemTeamCandidate } from '../guards.ts';
import { fromApplicant, fromTeamCandidate, primaryEmailOf, toApplicantBody, toTeamCandidateBody } from '../map-candidate.ts';
import { gemSettings } from '../settings.ts';
import { renewCandidate, renewedModels } from './renew-candidate.ts';

const input = candidateInput.superRefine((value, context) => {
    if (!value.job_id) return;
    const missing = { first_name: !value.first_name, last_name: !value.last_name, emails: primaryEmailOf(value) === null };
    for (const [name, isMissing] of Object.entries(missing))
        if (isMissing) context.addIssue({ code: 'custom', path: [name], message: 'Must be there with job_id.' });
});

/** Gem keeps no request ids, so a repeat looks for what the first attempt may have created. */
export const createCandidate = createAction({
    description: 'Creates a candidate, and with job_id an application too',
    input,
    output: createdCandidate,
    metadata: gemSettings,
    endpoint: { method: 'POST', path: '/candidates', group: 'Candidates' },
    renews: { models: renewedModels, read: (context, { id }) => renewCandidate(context, id, ['Candidate', 'Application']) },
    exec: (context, candidate) =>
        reportFaults(async () => {
            const startedAt = Date.now();
            if (context.attempt > 1) {
                const earlier = await findCreated(context, candidate, (createdAt) => isSinceFirstAttempt(context, createdAt));
                if (earlier) return earlier;
            }
            try {
                return await create(context, candidate);
            } catch (error) {
                if (!isUncertain(error)) throw error;
                const isRecent = (createdAt: number) => createdAt >= startedAt - CLOCK_DIFFERENCE_MS;
                // A look that fails leaves it open too.
                const created = await findCreated(context, candidate, isRecent).catch(() => null);
                if (created) return created;
                throw unknownOutcome(candidate);
            }
        })
});

const CLOCK_DIFFERENCE_MS = 120_000;

async function create(context: ActionContext, candidate: CandidateInput): Promise<CreatedCandidate> {
    if (candidate.job_id) {
        const { data } = await context.post<unknown>({ endpoint: '/ats/v0/candidates/', data: toApplicantBody(candidate) });
        return fromApplicant(parseResponse(gemCandidate, data), candidate);
    }
    const { data } = await context.post<unknown>({ endpoint: '/v0/candidates', data: toTeamCandidateBody(candidate) });
    return fromTeamCandidate(parseResponse(gemTeamCandidate, data));
}

/**
 * @param isRecent leaves out candidates that were there before the request, by milliseconds since
 * 1970
 * @throws {HostError} `outcome_unknown` where nothing tells the candidate apart
 */
async function findCreated(
    context: ActionContext,
    candidate: CandidateInput,
    isRecent: (createdAt: number) => boolean
): Promise<CreatedCandidate | null> {
    const email = primaryEmailOf(candidate);
    if (email === null && !candidate.linked_in_handle) throw unknownOutcome(candidate);
    if (candidate.job_id) {
        const found = await list(context, '/ats/v0/candidates/', { email: email ?? undefined, per_page: 100 }, gemCandidate);
        const isMadeBy = (one: GemCandidate) =>
            isRecent(Date.parse(one.created_at)) && one.applications?.some(({ jobs }) => jobs?.some(({ id }) => id === candidate.job_id));
        const created = found.find(isMadeBy);
        return created ? fromApplicant(created, candidate) : null;
    }
    const handle = candidate.linked_in_handle ?? undefined;
    const params = { ...(handle === undefined ? { email: email ?? undefined } : { linked_in_handle: handle }), page_size: 100 };
    const isMadeBy = (one: GemTeamCandidate) => one.created_by === candidate.created_by && isRecent(one.created_at * 1000);
    const created = (await list(context, '/v0/candidates', params, gemTeamCandidate)).find(isMadeBy);
    return created ? fromTeamCandidate(created) : null;
}

async function list<Item>(
    context: ActionContext,
    endpoint: string,
    params: Record<string, string | number | undefined>,
    guard: z.ZodType<Item>
): Promise<Item[]> {
    const { data } = await context.get<unknown>({ endpoint, params, retries: 4 });
    return parseResponse(z.array(guard), data);
}

function unknownOutcome(candidate: CandidateInput): HostError {
    const email = primaryEmailOf(candidate);
    const how = email === null ? 'by name' : 'by email address or linked_in_handle';
    return new HostError(
        'outcome_unknown',
        `Gem did not respond, and may have created the candidate. Look for it ${how} in GET /candidates before you repeat the request.`
    );
}
