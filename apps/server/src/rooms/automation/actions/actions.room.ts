import { z } from 'zod';
import { type ConcurrencyLimiter, type ConcurrencyLimits, createConcurrencyLimiter } from '../../../kernel/runtime/concurrency-limiter.ts';
import { room } from '../../../room.ts';
import { startLooks } from '../runs/start-looks.ts';
import { actionRoutes } from './actions.routes.ts';
import { runActionsJob } from './run-action.ts';
import { recoverActions, runNextAction, takeUpActions } from './run-queued-actions.ts';

declare module '../../../deps.ts' {
    interface Deps {
        /** Bounds the actions of this server, by environment and integration. */
        actionLimiter: ConcurrencyLimiter;
    }
}

const limits: ConcurrencyLimits = { total: 400, perGroup: 200, perMember: 100 };
const jobData = z.object({ environmentId: z.uuid() });

export const actions = room({
    name: 'actions',
    routes: actionRoutes,
    open: () => ({ state: { actionLimiter: createConcurrencyLimiter(limits) } }),
    jobs: {
        [runActionsJob]: {
            batchSize: 20,
            async work(deps, batch) {
                for (const environmentId of new Set(batch.map((data) => jobData.parse(data).environmentId)))
                    await runNextAction(deps, environmentId);
            }
        }
    },
    async work(deps, { runsJobs = true }) {
        if (!runsJobs) return undefined;
        await takeUpActions(deps);
        return startLooks(deps, 'actions', recoverActions);
    }
});
