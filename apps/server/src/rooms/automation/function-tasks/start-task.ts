import type { Deps } from '../../../deps.ts';
import { sendJob } from '../../../kernel/jobs/send-job.sql.ts';
import { insertTask, type TaskKind } from './function-tasks.sql.ts';
import { functionTaskJob } from './run-task.ts';

/**
 * Stores what is asked for, and tells a server that works.
 * @race none: each has a row of its own
 */
export async function startTask(deps: Pick<Deps, 'clock' | 'db' | 'ids'>, environmentId: string, kind: TaskKind, request: object) {
    const id = deps.ids.uuid();
    const now = deps.clock.now();
    await deps.db.transaction().execute(async (trx) => {
        await insertTask(trx, { environmentId, id, kind, request: JSON.stringify(request), now });
        await sendJob(trx, functionTaskJob, { environmentId, id });
    });
    return { id, status: 'waiting' as const, created_at: now.toISOString() };
}
