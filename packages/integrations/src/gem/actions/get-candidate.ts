import { type ActionContext, createAction } from '@patchbay/functions';
import { candidate } from '../../models/candidate.ts';
import { getInput } from '../../models/get-input.ts';
import { parseResponse } from '../../parse-response.ts';
import { reportFaults } from '../errors.ts';
import { gemCandidate } from '../guards.ts';
import { toCandidate } from '../map-records.ts';
import { gemSettings } from '../settings.ts';

export const getCandidate = createAction({
    description: 'Reads a candidate with their applications',
    input: getInput,
    output: candidate,
    metadata: gemSettings,
    endpoint: { method: 'GET', path: '/candidates/{id}', group: 'Candidates' },
    exec: (context, { id }) =>
        reportFaults(async () => {
            const { sync } = await context.getMetadata();
            return toCandidate((await readCandidate(context, id)).found, sync?.custom_fields?.Candidate);
        })
});

/** @returns also as Gem sent it */
export const readCandidate = (context: Pick<ActionContext, 'get'>, id: string) => readCandidateAt(context, encodeURIComponent(id));

/** @param encodedId as it is in a path */
export async function readCandidateAt(context: Pick<ActionContext, 'get'>, encodedId: string) {
    const { data: raw } = await context.get<unknown>({ endpoint: `/ats/v0/candidates/${encodedId}`, retries: 4 });
    return { found: parseResponse(gemCandidate, raw), raw };
}
