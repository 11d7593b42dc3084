import type { ConnectSessionRow } from '@patchbay/db';
import { failed } from './decide-outcome.ts';
import { type CurrentAttempt, readAttempt, type ReadDeps } from './read-attempt.ts';
import { settleAttempt } from './settle-attempt.ts';

export async function cancelAttempt(deps: ReadDeps, session: ConnectSessionRow, attemptId: string): Promise<CurrentAttempt> {
    const { row, integration } = await readAttempt(deps, session, attemptId);
    await settleAttempt(deps, { row, integration }, failed('cancelled'));
    return readAttempt(deps, session, attemptId);
}
