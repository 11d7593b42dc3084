import { AppError } from '@patchbay/contracts';
import type { AttemptRow } from '@patchbay/db';
import type { Deps } from '../../deps.ts';
import { changeAttempt } from './attempts.sql.ts';

const launchCodeLifetimeMs = 60_000;

/** A fresh address for the sign-in window: good once, for a minute. A former one stops working. */
export async function mintLaunchUrl(
    { db, clock, ids, tokens, config }: Pick<Deps, 'db' | 'clock' | 'ids' | 'tokens' | 'config'>,
    row: AttemptRow
): Promise<string> {
    const code = ids.secret();
    const now = clock.now();
    const changed = await changeAttempt(db, row, ['created', 'awaiting_user'], {
        launch_hash: tokens.hash(code),
        launch_expires_at: new Date(now.getTime() + launchCodeLifetimeMs),
        updated_at: now
    });
    if (!changed) throw new AppError('conflict');
    return `${config.publicUrl}/connect/launch/${code}`;
}
