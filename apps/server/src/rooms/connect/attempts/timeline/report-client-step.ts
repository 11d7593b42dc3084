import { AppError, type clientSteps } from '@patchbay/contracts';
import type { ConnectSessionRow } from '@patchbay/db';
import type { Deps } from '../../../../deps.ts';
import { findAttempt, insertClientStep } from '../attempts.sql.ts';

/** The window closes, and the page notices, after the attempt has ended. */
const lateStepMs = 60_000;

/**
 * Adds to the timeline what the end user's browser saw. Late or too many steps are ignored.
 * @throws {AppError} `unknown_attempt`
 * @race more entries than a timeline takes: one statement counts and adds
 */
export async function reportClientStep(
    { db, clock }: Pick<Deps, 'db' | 'clock'>,
    session: ConnectSessionRow,
    attemptId: string,
    step: (typeof clientSteps)[number]
): Promise<void> {
    const now = clock.now();
    const key = { environment_id: session.environment_id, id: attemptId };
    const isRecorded = await insertClientStep(db, key, session.id, step, now, new Date(now.getTime() - lateStepMs));
    if (!isRecorded && !(await findAttempt(db, session.environment_id, session.id, attemptId))) throw new AppError('unknown_attempt');
}
