import type { ConnectSessionRow } from '@patchbay/db';
import type { Deps } from '../../../../deps.ts';
import { failed } from './decide-outcome.ts';
import { type CurrentAttempt, readAttempt } from './read-attempt.ts';
import { settleAttempt } from './settle-attempt.ts';

export async function cancelAttempt(deps: Deps, session: ConnectSessionRow, attemptId: string): Promise<CurrentAttempt> {
    const { row, integration } = await readAttempt(deps, session, attemptId);
    await settleAttempt(deps, { row, integration }, failed('cancelled'));
    return readAttempt(deps, session, attemptId);
}
