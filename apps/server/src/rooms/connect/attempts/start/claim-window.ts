import type { Deps } from '../../../../deps.ts';
import { claimWindow as claim } from '../attempts.sql.ts';
import { launchAddress, launchCodeLifetimeMs, newLaunchCode } from './mint-launch.ts';

/**
 * The launch address for the window that holds this key: once per key, within a minute.
 * @returns null when there is nothing to claim yet
 * @race a window key is spent twice: one statement spends it and gives the row
 */
export async function claimWindow(
    deps: Pick<Deps, 'db' | 'clock' | 'ids' | 'keyedHash' | 'config'>,
    windowKey: string
): Promise<string | null> {
    const code = newLaunchCode(deps.ids, false);
    const now = deps.clock.now();
    const row = await claim(deps.db, deps.keyedHash.hash(windowKey), now, {
        launch_hash: deps.keyedHash.hash(code),
        launch_expires_at: new Date(now.getTime() + launchCodeLifetimeMs)
    });
    return row ? launchAddress(deps.config, row, code) : null;
}
