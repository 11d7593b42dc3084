import { z } from 'zod';
import type { Deps } from '../../../deps.ts';
import { room } from '../../../room.ts';
import type { ConnectionHandlers } from '../../connections/connection-store/connection-handlers.ts';
import { handlersWaitJob } from '../../connections/connection-store/connection-saved.ts';
import { insertHandlerRun } from '../../connections/connection-store/handler-runs.sql.ts';
import { beginRuns, tellsOf } from '../runs/begin-runs.ts';
import { claimRuns } from '../runs/claim-runs.sql.ts';
import { startLooks } from '../runs/start-looks.ts';
import { leaseMs } from '../runs/with-lease.ts';
import { runAfterCreation, runBeforeDeletion, validateConnection } from './connection-events.ts';
import { recoverHandlers } from './recover-handlers.ts';

const olderJob = z.object({ environmentId: z.uuid(), connectionRowId: z.coerce.number(), name: z.string(), runId: z.uuid() });

export const onEvents = room({
    name: 'on-events',
    open: (_base, _options, allDeps) => ({
        state: {
            connectionHandlers: {
                validate: (connection) => validateConnection(allDeps(), connection),
                beforeDeletion: (target, endUser) => runBeforeDeletion(allDeps(), target, endUser)
            } satisfies ConnectionHandlers
        }
    }),
    jobs: {
        [handlersWaitJob]: tellsOf('handlers'),
        // Servers of the release before send one for each run, which has no row yet.
        'connection-created': {
            batchSize: 8,
            async work({ db, clock, waitingRuns }, batch) {
                for (const data of batch) {
                    const { runId, ...run } = olderJob.parse(data);
                    await insertHandlerRun(db, { ...run, id: runId, now: clock.now() });
                }
                waitingRuns.emit('handlers');
            }
        }
    },
    async work(deps, { runsJobs = true }) {
        if (!runsJobs) return undefined;
        const works = [beginHandlers(deps), startLooks(deps, 'on-events', recoverHandlers)];
        return { stop: () => works.forEach((work) => work.stop()) };
    }
});

function beginHandlers(deps: Deps): { stop(): void } {
    return beginRuns(deps, {
        name: 'handlers',
        claim(turn) {
            const now = deps.clock.now();
            return claimRuns(deps.db, 'on-event', { ...turn, leaseUntil: new Date(now.getTime() + leaseMs), now });
        },
        run: (run) => runAfterCreation(deps, run),
        failed: ({ environment_id: environment, name }, error) => deps.log.error('on_event_run_failed', { environment, code: name, error })
    });
}
