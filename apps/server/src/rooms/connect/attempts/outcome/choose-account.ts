import { AppError, invalidBody } from '@patchbay/contracts';
import type { AttemptRow, ConnectSessionRow } from '@patchbay/db';
import { openParked } from '../attempt-secrets.ts';
import { changeAttempt } from '../attempts.sql.ts';
import { decideAccount, integrationDisabled, type CheckedCandidate, type Outcome } from './decide-outcome.ts';
import { type CurrentAttempt, readAttempt, type ReadDeps } from './read-attempt.ts';
import { workLeaseMs } from '../work-lease.ts';
import { validateOutcome } from './validate-outcome.ts';
import { findReplaced, settleAttempt, settleUnexpected } from './settle-attempt.ts';

/**
 * Takes the account that the end user chose.
 * @race parked credentials are used twice: condition on the status takes them
 */
export async function selectAccount(
    deps: ReadDeps,
    session: ConnectSessionRow,
    attemptId: string,
    accountId: string
): Promise<CurrentAttempt> {
    const { row, integration } = await readAttempt(deps, session, attemptId);
    if (row.status !== 'needs_choice') throw new AppError('conflict', { message: 'This attempt has no account to choose.' });
    if (!row.options?.some(({ id }) => id === accountId)) throw invalidBody(['account_id'], 'There is no such account to choose.');
    return resume(deps, session, { row, integration }, 'needs_choice', async (taken, parked) => {
        const accounts = parked.accounts.filter(({ id }) => id === accountId);
        return decideAccount(taken, { ...parked, accounts }, await findReplaced(deps, taken, integration, accounts));
    });
}

const notByLink = 'A link renews the account that is connected, since another person may have opened it. Sign in with that account.';

/**
 * Moves the connection to the account that signed in.
 * @throws {AppError} `conflict` where there is none to accept, or a link opened the session
 * @race parked credentials are used twice: condition on the status takes them
 */
export async function acceptAccount(deps: ReadDeps, session: ConnectSessionRow, attemptId: string): Promise<CurrentAttempt> {
    const { row, integration } = await readAttempt(deps, session, attemptId);
    if (row.status !== 'account_mismatch') throw new AppError('conflict', { message: 'This attempt has no other account to accept.' });
    if (session.link_id !== null) throw new AppError('conflict', { message: notByLink });
    return resume(deps, session, { row, integration }, 'account_mismatch', (_taken, checked) => ({
        kind: 'connected',
        checked,
        account: checked.accounts[0] ?? null
    }));
}

/** Goes on with the parked credentials. @param decide may throw: the attempt then fails */
async function resume(
    deps: ReadDeps,
    session: ConnectSessionRow,
    { row, integration }: CurrentAttempt,
    from: 'needs_choice' | 'account_mismatch',
    decide: (taken: AttemptRow, checked: CheckedCandidate) => Outcome | Promise<Outcome>
): Promise<CurrentAttempt> {
    const now = deps.clock.now();
    const taken = await changeAttempt(deps.db, row, [from], {
        status: 'verifying',
        step: from === 'needs_choice' ? 'account_chosen' : 'account_switched',
        working_until: new Date(now.getTime() + workLeaseMs),
        updated_at: now
    });
    const { parked } = taken ?? {};
    if (!taken || !parked) throw new AppError('conflict');
    const attempt = { row: taken, integration };
    try {
        const outcome = integration.row.enabled
            ? await decide(taken, { integration, ...openParked(deps, { ...taken, parked }) })
            : integrationDisabled();
        await settleAttempt(deps, attempt, await validateOutcome(deps, taken, outcome));
    } catch (error) {
        await settleUnexpected(deps, attempt, error);
    }
    return readAttempt(deps, session, row.id);
}
