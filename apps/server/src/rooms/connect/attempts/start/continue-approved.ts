import type { AttemptRow } from '@patchbay/db';
import type { Deps } from '../../../../deps.ts';
import { findSessionOf } from '../../connect-sessions/connect-sessions.sql.ts';
import { findAttemptByApproval } from '../approval.sql.ts';
import { browserText, type Launch, launch } from './launch-attempt.ts';

/** Why a link does not continue its sign-in. */
export type ClosedApproval = 'over' | 'otherBrowser';

/**
 * The attempt of an approval's link, without changing anything: mail scanners open links too. Only
 * the browser that was sent to the provider gets it, since in another one another person would
 * connect their account to this end user.
 */
export async function findApproval(
    { db, keyedHash, clock }: Pick<Deps, 'db' | 'keyedHash' | 'clock'>,
    code: string,
    browserIds: readonly string[]
): Promise<{ row: AttemptRow; browserId: string } | ClosedApproval> {
    const row = await findAttemptByApproval(db, keyedHash.hash(code), clock.now());
    if (!row || !(await findSessionOf(db, row))) return 'over';
    const { approval_browser_hash: expected } = row;
    const browserId = browserIds.find((id) => expected !== null && keyedHash.matches(keyedHash.hash(browserText(row, id)), expected));
    return browserId === undefined ? 'otherBrowser' : { row, browserId };
}

/** Sends the end user to the provider again. The page that began this is not there any more. */
export async function continueApproved(deps: Deps, code: string, browserIds: readonly string[]): Promise<Launch | ClosedApproval> {
    const found = await findApproval(deps, code, browserIds);
    return typeof found === 'string' ? found : launch(deps, { ...found.row, return_to: null }, found.browserId);
}
