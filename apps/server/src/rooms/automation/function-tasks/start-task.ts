import { AppError } from '@patchbay/contracts';
import type { Deps } from '../../../deps.ts';
import { sendJob } from '../../../kernel/jobs/send-job.sql.ts';
import { countOpenTasks, insertTask, type TaskKind } from './function-tasks.sql.ts';
import { functionTaskJob } from './run-task.ts';

/** Of an environment, that wait or are worked on: each has its code with it. */
const mostOpen = 100;

/**
 * Stores what is asked for, and tells a server that works.
 * @throws {AppError} `overloaded` where too much waits in the environment
 * @race many are asked for at once: a few more than the limit do no harm
 */
export async function startTask(deps: Pick<Deps, 'clock' | 'db' | 'ids'>, environmentId: string, kind: TaskKind, request: object) {
    const id = deps.ids.uuid();
    const now = deps.clock.now();
    if ((await countOpenTasks(deps.db, environmentId)) >= mostOpen) throw new AppError('overloaded', { retryAfterS: 5 });
    await deps.db.transaction().execute(async (trx) => {
        await insertTask(trx, { environmentId, id, kind, request: JSON.stringify(request), now });
        await sendJob(trx, functionTaskJob, { environmentId, id });
    });
    return { id, status: 'waiting' as const, created_at: now.toISOString() };
}
