import { AppError } from '@patchbay/contracts';
import type { Json } from '@patchbay/functions';
import { storableJson } from '../../../kernel/sql/storable-json.ts';
import type { HostDeps } from '../runs/connection-host.ts';
import { leaseMs, withLease } from '../runs/with-lease.ts';
import { deployOne, type DeploymentRequest } from './deploy-function.ts';
import { dryRun, type DryRunRequest } from './dry-run.ts';
import { claimTask, endTask, renewTask, type TaskRow } from './function-tasks.sql.ts';

/** Tells a server that works of a dry run or a deployment. */
export const functionTaskJob = 'function-task';

interface Key {
    environmentId: string;
    id: string;
}

/**
 * Begins a task, which goes on in the background.
 * @race two servers get its job: one statement makes it one's own
 */
export async function beginTask(deps: HostDeps, key: Key): Promise<{ run: Promise<void> } | undefined> {
    const now = deps.clock.now();
    const task = await claimTask(deps.db, key, { leaseUntil: new Date(now.getTime() + leaseMs), now });
    return task && { run: runTask(deps, key, task) };
}

async function runTask(deps: HostDeps, key: Key, task: TaskRow): Promise<void> {
    const ended = new AbortController();
    const renew = () => renewTask(deps.db, key, new Date(deps.clock.now().getTime() + leaseMs));
    const end = await withLease(
        renew,
        () => ended.abort(),
        async () => {
            try {
                return { result: storableJson(await work(deps, { ...key, signal: ended.signal }, task)), error: null };
            } catch (error) {
                if (!(error instanceof AppError)) deps.log.error('function_task_failed', { environment: key.environmentId, error });
                return { result: null, error: errorTextOf(error) };
            }
        }
    );
    await endTask(deps.db, key, { ...end, now: deps.clock.now() });
}

async function work(deps: HostDeps, key: Key & { signal: AbortSignal }, { kind, request }: TaskRow): Promise<Json> {
    const given: unknown = JSON.parse(request);
    // Of this kind: written by the route, which has parsed it.
    if (kind === 'dry-run') return dryRun(deps, key, given as DryRunRequest);
    // As above.
    const { deployed, deployed_functions: functions } = await deployOne(deps, key.environmentId, given as DeploymentRequest, key.signal);
    return { deployed, deployed_functions: functions.map((one) => ({ ...one })) };
}

/** In the form that is told. */
function errorTextOf(error: unknown): string {
    if (!(error instanceof AppError)) return storableJson({ code: 'server_error', message: 'Something went wrong on our side.' });
    const { code, message, payload } = error;
    return storableJson({ code, message, ...(payload && { payload }) });
}
