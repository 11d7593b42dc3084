import { z } from 'zod';
import { sendJob } from '../../../kernel/jobs/send-job.sql.ts';
import { deleteOlder } from '../../../kernel/sql/delete-older.sql.ts';
import type { Deps } from '../../../deps.ts';
import { room } from '../../../room.ts';
import { startLooks } from '../runs/start-looks.ts';
import { type CompileSlots, createCompileSlots } from './compile-slots.ts';
import { failAbandonedTasks, findWaitingTasks } from './function-tasks.sql.ts';
import { functionTaskRoutes } from './function-tasks.routes.ts';
import { beginTask, functionTaskJob } from './run-task.ts';

declare module '../../../deps.ts' {
    interface Deps {
        compileSlots: CompileSlots;
    }
}

/** Each takes a processor. */
const compilersAtOnce = 2;
const taskKey = z.object({ environmentId: z.uuid(), id: z.uuid() });
const keptMs = 24 * 60 * 60_000;
/** A job comes sooner. */
const waitsMs = 15_000;
const atOnce = 50;
const gone = JSON.stringify({ code: 'function_runtime_other', message: 'The server that worked on it is gone. Ask for it again.' });

/** Ends tasks whose server is gone, and sends jobs that were lost. */
export async function recoverTasks({ db, clock }: Pick<Deps, 'clock' | 'db'>): Promise<void> {
    const now = clock.now();
    await failAbandonedTasks(db, gone, now);
    for (const { environmentId, id } of await findWaitingTasks(db, new Date(now.getTime() - waitsMs), atOnce))
        await sendJob(db, functionTaskJob, { environmentId, id });
}

export const functionTasks = room({
    name: 'function-tasks',
    routes: functionTaskRoutes,
    open: () => ({ state: { compileSlots: createCompileSlots(compilersAtOnce) } }),
    cleanUps: { deleteOldTasks: deleteOlder('function_tasks', 'created_at', keptMs) },
    jobs: {
        [functionTaskJob]: {
            batchSize: 4,
            async work(deps, batch) {
                for (const data of batch) {
                    const key = taskKey.parse(data);
                    const begun = await beginTask(deps, key);
                    if (!begun) continue;
                    deps.background.run(
                        begun.run.catch((error: unknown) =>
                            deps.log.error('function_task_failed', { environment: key.environmentId, error })
                        )
                    );
                }
            }
        }
    },
    async work(deps, { runsJobs = true }) {
        return runsJobs ? startLooks(deps, 'function tasks', recoverTasks) : undefined;
    }
});
