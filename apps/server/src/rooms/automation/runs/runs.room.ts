import { EventEmitter } from 'node:events';
import type { Code } from '@patchbay/runner';
import { createTtlCache, type TtlCache } from '../../../kernel/runtime/ttl-cache.ts';
import { deleteOlder } from '../../../kernel/sql/delete-older.sql.ts';
import { batchSize, inBatches } from '../../../kernel/sql/in-batches.ts';
import { room } from '../../../room.ts';
import type { WaitingRuns } from './begin-runs.ts';
import type { CompilerCheck } from './check-compiler.ts';
import { HeldBytes } from './held-bytes.ts';
import { createRunningRuns, type RunningRuns } from './running-runs.ts';
import { createFunctionRunner, type FunctionRunner } from './function-runner.ts';
import { runRoutes } from './runs.routes.ts';
import { fillIntegrations } from './runs.sql.ts';

declare module '../../../deps.ts' {
    interface Deps {
        functionRunner: FunctionRunner;
        runningRuns: RunningRuns;
        /** Of responses, for the runs of this server. */
        heldBytes: HeldBytes;
        /** Tells this server of runs that wait. */
        waitingRuns: EventEmitter<WaitingRuns>;
        /** By environment and hash. */
        functionCode: TtlCache<Code>;
        compilerChecks: TtlCache<CompilerCheck>;
        /** Reads of credentials that are in the audit log. */
        auditedReads: TtlCache<true>;
    }
}

const day = 24 * 60 * 60_000;
/** Results of asynchronous actions, and what a repeated request gets, are in them. */
const runsKeptMs = 7 * day;
/** It never changes: only what is not used any more goes. */
const codeCachedMs = 10 * 60_000;
/** After a start, which the process that tells would slow down. */
const wallAfterMs = 1000;
/** Each check starts a process. */
const compilerCheckedMs = 60_000;
const readAuditedMs = 60 * 60_000;
const MB = 1024 ** 2;
/** Each is there up to four times while it is passed on. */
const mostHeld = { all: 96 * MB, ofEnvironment: 32 * MB };

export const runs = room({
    name: 'runs',
    routes: runRoutes,
    open(base, { runsJobs = true }) {
        const functionRunner = createFunctionRunner(base);
        // Servers with the role web alone run synchronous actions.
        if (runsJobs) {
            const timer = setTimeout(() => base.background.run(functionRunner.wall().then(() => undefined)), wallAfterMs);
            base.draining.addEventListener('abort', () => clearTimeout(timer), { once: true });
        }
        const functionCode = createTtlCache<Code>({ clock: base.clock, lifetimeMs: codeCachedMs });
        const compilerChecks = createTtlCache<CompilerCheck>({ clock: base.clock, lifetimeMs: compilerCheckedMs });
        const auditedReads = createTtlCache<true>({ clock: base.clock, lifetimeMs: readAuditedMs });
        return {
            state: {
                functionRunner,
                functionCode,
                compilerChecks,
                auditedReads,
                runningRuns: createRunningRuns(),
                heldBytes: new HeldBytes(mostHeld),
                waitingRuns: new EventEmitter<WaitingRuns>()
            },
            stop: () => functionRunner.close()
        };
    },
    cleanUps: {
        deleteOldRuns: deleteOlder('function_runs', 'created_at', runsKeptMs),
        deleteOldLocks: deleteOlder('function_locks', 'held_until', day),
        fillIntegrations: ({ db, background }) => inBatches({ background }, () => fillIntegrations(db, batchSize))
    }
});
