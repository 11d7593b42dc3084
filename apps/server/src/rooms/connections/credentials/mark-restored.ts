import type { AuthFailure } from '@patchbay/db';
import type { Deps } from '../../../deps.ts';
import { markMaybeRotated } from './refresh.sql.ts';

/** Rows per statement. */
const batch = 1000;

/**
 * After a backup was restored for good: marks the connections whose refresh token the provider may have replaced since, so that they show
 * it and are renewed at once. Those that the provider then refuses are broken, and are told. @returns how many
 */
export async function markRestored({ db, providers }: Pick<Deps, 'db' | 'providers'>, now: Date): Promise<number> {
    const lasting = [...providers.values()].filter((provider) => 'refresh' in provider && provider.refresh?.rotation === 'none');
    const failure: AuthFailure = {
        kind: 'unknown',
        message:
            'The database was restored from a backup, and the provider may have replaced the refresh token since. Patchbay will retry automatically. If that fails, ask the end user to connect again.',
        since: now.toISOString(),
        at: now.toISOString(),
        tries: 0,
        odd_days: [],
        retry_at: now.toISOString(),
        event_id: null
    };
    const args = { now, failure: JSON.stringify(failure), exceptOf: lasting.map(({ id }) => id), limit: batch };
    let count = 0;
    for (let marked = batch; marked === batch; count += marked) marked = await markMaybeRotated(db, args);
    return count;
}
