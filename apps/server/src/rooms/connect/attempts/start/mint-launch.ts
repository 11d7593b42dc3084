import { AppError } from '@patchbay/contracts';
import type { AttemptRow } from '@patchbay/db';
import type { Deps } from '../../../../deps.ts';
import type { Ids } from '../../../../kernel/crypto/ids.ts';
import { changeAttempt } from '../attempts.sql.ts';

export const launchCodeLifetimeMs = 60_000;
/** The end user carries it to another browser. */
const byHandLifetimeMs = 10 * 60_000;
/** Random codes have no dot. The mark is hashed too, so it cannot be removed. */
const byHandMark = 'h.';

/** How the sign-in will be opened; nothing of it: by an address that the caller gets. */
export interface LaunchOptions {
    /** A window waits, and fetches the address under this key. */
    windowKey?: string | undefined;
    /** The end user carries the address to another browser. */
    byHand?: boolean | undefined;
    /** In this tab, which then goes here. Checked by the caller. */
    returnTo?: string | undefined;
}

/**
 * Makes a launch code, good once and for a minute. A former address stops working; a window that
 * still waits does not. The first to be opened spends it.
 * @returns the address; undefined when a window will fetch it
 */
export async function mintLaunch(
    deps: Pick<Deps, 'db' | 'clock' | 'ids' | 'keyedHash' | 'config'>,
    row: AttemptRow,
    { windowKey, byHand = false, returnTo }: LaunchOptions
): Promise<string | undefined> {
    const { db, clock, ids, keyedHash, config } = deps;
    const windowHash = windowKey === undefined ? null : keyedHash.hash(windowKey);
    const code = newLaunchCode(ids, byHand);
    const now = clock.now();
    const changed = await changeAttempt(db, row, ['created', 'awaiting_user'], {
        ...(windowHash || returnTo !== undefined ? { window_hash: windowHash } : {}),
        launch_hash: windowHash ? null : keyedHash.hash(code),
        launch_expires_at: new Date(now.getTime() + (byHand ? byHandLifetimeMs : launchCodeLifetimeMs)),
        // A window of its own, or another browser, has nowhere to return to.
        return_to: windowHash || byHand ? null : (returnTo ?? row.return_to),
        updated_at: now
    });
    if (!changed) throw new AppError('conflict');
    return windowHash ? undefined : launchAddress(config, changed, code);
}

export function newLaunchCode(ids: Pick<Ids, 'secret'>, byHand: boolean): string {
    return `${byHand ? byHandMark : ''}${ids.secret()}`;
}

export function isByHand(code: string): boolean {
    return code.startsWith(byHandMark);
}

/**
 * In the same tab on the Connect UI's origin, the only one that the embedding page navigates to;
 * and by hand, since that is the host that end users know.
 */
export function launchAddress(
    { publicUrl, connectUrl }: Pick<Deps['config'], 'publicUrl' | 'connectUrl'>,
    row: Pick<AttemptRow, 'return_to'>,
    code: string
): string {
    return `${row.return_to === null && !isByHand(code) ? publicUrl : connectUrl}/connect/launch/${code}`;
}
