import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps } from '../../../deps.ts';
import { elsewhere } from '../../../kernel/runtime/work-slots.ts';
import type { UsableRow } from '../connection-store/usable-connection.sql.ts';
import { findWholeById } from '../connection-store/usable-connection.sql.ts';
import type { Verdict } from '../provider-calls/check-credentials.ts';
import { withLeased } from './leased-work.ts';
import { probe } from './probe-due.ts';
import { leaseMs } from './refresh-credentials.ts';
import { isRefusedOnce } from './refresh-failure.ts';
import { acquireLease } from './refresh.sql.ts';

/** A connection, with the credentials that a provider has refused in a call. */
export type RefusedCredentials = Pick<UsableRow, 'environment_id' | 'id' | 'generation'>;

/**
 * - `refused`: the provider refuses them for all calls; they are broken, or checked again soon
 * - `not_refused`: it accepts them, they are not checked, or they are gone
 * - `replaced`: the connection has others by now
 * - `unknown`: the provider does not respond
 */
export type RefusalCause = 'refused' | 'not_refused' | 'replaced' | 'unknown';

const pollMs = 100;
/** For a check by another server that has ended meanwhile, and then for ours. */
const maxWaitMs = 2 * leaseMs;

/**
 * A provider has refused a call: asks it at once whether it refuses the credentials, or waits for
 * the server that does. Of concurrent callers one asks.
 * @race two servers ask, and their refusals count as two in a row: lease in the row, by
 * compare-and-set on its fence, and none for what has been refused once
 */
export function checkRefused(deps: Deps, refused: RefusedCredentials): Promise<RefusalCause> {
    const { environment_id: environmentId, id, generation } = refused;
    return deps.flights.run(`check-refused/${environmentId}/${id}/${generation}`, () => askOrWait(deps, refused));
}

async function askOrWait(deps: Deps, refused: RefusedCredentials): Promise<RefusalCause> {
    for (const until = performance.now() + maxWaitMs; performance.now() < until; await elsewhere(sleep(pollMs))) {
        const row = await findWholeById(deps.db, refused);
        if (!row) return 'not_refused';
        if (row.generation !== refused.generation) return 'replaced';
        if (row.auth_state === 'broken' || isRefusedOnce(row)) return 'refused';
        // What is renewed is not checked.
        if (row.refresh_due_at !== null) return 'not_refused';
        const now = deps.clock.now();
        const lease = await acquireLease(deps.db, row, { now, until: new Date(now.getTime() + leaseMs) }, 'probe_due_at');
        if (!lease) continue;
        let outcome: Verdict['outcome'] | undefined = 'unreachable';
        await withLeased(
            deps,
            lease,
            'probe_due_at',
            async (connection) => void (outcome = (await probe(deps, connection, lease))?.outcome)
        );
        if (outcome === 'unreachable') return 'unknown';
        return outcome === 'rejected' ? 'refused' : 'not_refused';
    }
    return 'unknown';
}
