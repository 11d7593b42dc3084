import { setTimeout as sleep } from 'node:timers/promises';
import { isDatabaseUnavailable } from '@patchbay/db';
import type { RunError } from '@patchbay/functions';
import type { Deps } from '../../../deps.ts';
import { type ClaimedRun, giveBackRun } from './claim-runs.sql.ts';
import { leaseMs } from './with-lease.ts';

/** Of a runner that is closed, and of a process that a supervisor ends together with its server. */
const codes: ReadonlySet<string> = new Set(['runner_closed', 'function_runtime_other']);

/** Whether a run has failed because its server stops, and not by what it did. */
export function isCutShort({ draining }: Pick<Deps, 'draining'>, error: RunError | undefined): boolean {
    return draining.aborted && error?.type === 'host_error' && codes.has(error.code);
}

/**
 * Lets a run wait again whose function was not called yet; where the database is away, for as long
 * as the run is this server's.
 */
export async function giveBackUnbegun({ db }: Pick<Deps, 'db'>, run: ClaimedRun): Promise<void> {
    for (const until = performance.now() + leaseMs; ; await sleep(1000))
        try {
            await giveBackRun(db, run);
            return;
        } catch (error) {
            if (!isDatabaseUnavailable(error) || performance.now() > until) throw error;
        }
}
