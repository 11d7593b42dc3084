import type { AuthFailure } from '@patchbay/db';
import type { Deps } from '../../../deps.ts';
import { refreshTokenTypes } from '../connection-store/credential-traits.ts';
import { markMaybeRotated } from './refresh.sql.ts';

/** Rows per statement. */
const batch = 1000;

/**
 * After a restored backup: marks connections whose refresh token may have been rotated since, and
 * makes them due. Those that the provider then refuses are broken, with an event.
 * @returns how many
 */
export async function markRestored({ db, providers }: Pick<Deps, 'db' | 'providers'>, now: Date): Promise<number> {
    const nonRotating = [...providers.values()].filter((provider) => 'refresh' in provider && provider.refresh?.rotation === 'none');
    const failure: AuthFailure = {
        kind: 'unknown',
        cause: 'database_restored',
        message:
            'The database was restored from a backup, and the provider may have replaced the refresh token since. Patchbay will retry automatically. If that fails, ask the end user to connect again.',
        since: now.toISOString(),
        at: now.toISOString(),
        tries: 0,
        odd_days: [],
        retry_at: now.toISOString(),
        event_id: null
    };
    const exceptOf = nonRotating.map(({ id }) => id);
    const args = { now, failure: JSON.stringify(failure), types: refreshTokenTypes, exceptOf, limit: batch };
    let count = 0;
    for (let marked = batch; marked === batch; count += marked) marked = await markMaybeRotated(db, args);
    return count;
}
