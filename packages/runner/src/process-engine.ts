import type { Execution, Log } from './execution.ts';
import type { PoolLimits } from './limits.ts';
import { processKindOf } from './pool.ts';
import type { ProcessWall } from './process-wall.ts';
import type { ProcessKind } from './protocol.ts';
import type { RunOutcome } from './run-outcome.ts';
import { Sandbox } from './sandbox.ts';
import { type Launch, launchOfProcess, levelOf } from './wall.ts';

const WATCH_MS = 50;

type Found = Exclude<ProcessWall, { reason: string }>;

/** What runs beside one another in an environment. */
type Share = ProcessKind | 'describe';

const shareOf = ({ request: { kind } }: Execution): Share => (kind === 'describe' ? kind : processKindOf(kind));

interface Running {
    sandbox: Sandbox;
    share: Share;
}

interface Waiting {
    execution: Execution;
    where: Found;
    done(outcome: RunOutcome): void;
}

/**
 * Runs functions with `engine: 'process'`: each in a Node process that ends with it, one at a time
 * for an environment's actions and one for its syncs. Functions own these processes: what one says
 * of itself is only believed where it is to the function's own disadvantage.
 */
export class ProcessEngine {
    readonly #where: ProcessWall;
    readonly #limits: PoolLimits;
    readonly #log: Log;
    readonly #waiting = new Map<string, Waiting[]>();
    readonly #running = new Map<string, Running>();
    #isClosed = false;

    constructor(where: ProcessWall, limits: PoolLimits, log: Log) {
        this.#where = where;
        this.#limits = limits;
        this.#log = log;
    }

    async run(execution: Execution): Promise<RunOutcome> {
        if ('reason' in this.#where) execution.fail('function_engine_unavailable', { detail: this.#where.reason });
        if (this.#isClosed) execution.fail('runner_closed');
        return 'reason' in this.#where ? execution.outcome : this.#enqueue(execution, this.#where);
    }

    #enqueue(execution: Execution, where: Found): Promise<RunOutcome> {
        const { promise, resolve } = Promise.withResolvers<RunOutcome>();
        const lane = `${shareOf(execution)} ${execution.request.environmentId}`;
        this.#waiting.set(lane, [...(this.#waiting.get(lane) ?? []), { execution, where, done: resolve }]);
        void execution.outcome.then((outcome) => {
            // One that has begun is done once its process has ended.
            if (this.#forget(lane, execution)) resolve(outcome);
        });
        this.#startWaiting();
        return promise;
    }

    async close(): Promise<void> {
        this.#isClosed = true;
        for (const { execution } of [...this.#waiting.values()].flat()) execution.fail('runner_closed');
        const all = [...this.#running.values()].map(({ sandbox }) => sandbox);
        for (const sandbox of all) sandbox.kill({ code: 'runner_closed' });
        await Promise.all(all.map(({ exited }) => exited));
    }

    /** @returns whether it was waiting */
    #forget(lane: string, execution: Execution): boolean {
        const queue = this.#waiting.get(lane) ?? [];
        const rest = queue.filter((each) => each.execution !== execution);
        if (rest.length > 0) this.#waiting.set(lane, rest);
        else this.#waiting.delete(lane);
        return rest.length < queue.length;
    }

    /** The lane that has waited longest for its turn is the first. */
    #startWaiting(): void {
        for (const [lane, [first, ...rest]] of this.#waiting) {
            if (this.#isClosed) return;
            if (!first || this.#running.has(lane) || !this.#mayStart(first.execution)) continue;
            this.#waiting.delete(lane);
            if (rest.length > 0) this.#waiting.set(lane, rest);
            void this.#run(lane, first);
        }
    }

    #mayStart(execution: Execution): boolean {
        const { engineProcesses, engineSyncProcesses, engineProcessesForAll, engineDescribers } = this.#limits;
        const share = shareOf(execution);
        const all = [...this.#running.values()];
        const ofShare = all.filter((each) => each.share === share).length;
        if (share === 'describe') return ofShare < engineDescribers;
        const runs = all.filter((each) => each.share !== 'describe');
        if (runs.length >= engineProcesses || (share === 'sync' && ofShare >= engineSyncProcesses)) return false;
        return (
            runs.length < engineProcessesForAll || runs.every(({ sandbox }) => sandbox.environmentId !== execution.request.environmentId)
        );
    }

    /** @returns undefined where the machine gives no process, or no pipe to it */
    #open(launch: Launch): Sandbox | undefined {
        try {
            // It has one run, whose objects are all that V8 ends it for.
            return new Sandbox(launch, undefined, this.#log, 'function_heap_limit');
        } catch (error) {
            this.#log('error', 'function_process_not_started', { message: String(error) });
            return undefined;
        }
    }

    async #run(lane: string, { execution, where: { wall, program, isTrusted }, done }: Waiting): Promise<void> {
        const { environmentId, kind } = execution.request;
        const sandbox = this.#open(launchOfProcess(wall, program, execution.limits.heapMb));
        if (!sandbox) {
            execution.fail('function_runtime_other', { detail: 'it does not start' });
            done(await execution.outcome);
            return;
        }
        this.#running.set(lane, { sandbox, share: shareOf(execution) });
        sandbox.bind(environmentId, processKindOf(kind), () => undefined);
        const watch = new Watch(sandbox, execution);
        try {
            const level = levelOf(wall, await sandbox.started());
            if (level !== 'full' && !isTrusted) execution.fail('function_engine_unavailable', { detail: `Its wall is '${level}'.` });
            if (!execution.isOver) {
                watch.start();
                sandbox.run(execution, 'execution');
            }
        } catch (error) {
            this.#log('error', 'function_process_not_started', { message: String(error) });
            execution.fail(this.#isClosed ? 'runner_closed' : 'function_runtime_other', { detail: 'it does not start' });
        }
        const outcome = await execution.outcome;
        const cpuMs = watch.end();
        sandbox.kill({ code: 'function_runtime_other' });
        await sandbox.exited;
        this.#running.delete(lane);
        // What it says of itself it may say as it likes.
        done({
            ...outcome,
            cpuMs: cpuMs ?? outcome.cpuMs,
            peakMemoryBytes: Math.min(outcome.peakMemoryBytes, execution.limits.rssMb * 1024 ** 2)
        });
        this.#startWaiting();
    }
}

/** Looks after memory and processor from outside: the function may hold its process up. */
class Watch {
    readonly #sandbox: Sandbox;
    readonly #execution: Execution;
    #timer: NodeJS.Timeout | undefined;
    #startMs = 0;
    #sliceMs = 0;
    #replies = 0;
    #usedMs: number | undefined;

    constructor(sandbox: Sandbox, execution: Execution) {
        this.#sandbox = sandbox;
        this.#execution = execution;
    }

    start(): void {
        this.#startMs = this.#sandbox.processorMs ?? 0;
        this.#timer = setInterval(() => this.#look(), WATCH_MS);
    }

    /** @returns what it has used of the processor; undefined where the system does not tell */
    end(): number | undefined {
        this.#read();
        clearInterval(this.#timer);
        return this.#usedMs;
    }

    #look(): void {
        this.#sandbox.guardMemory();
        const { limits, replies } = this.#execution;
        const usedMs = this.#read();
        if (usedMs === undefined) return;
        if (replies !== this.#replies) this.#sliceMs = usedMs;
        this.#replies = replies;
        if (usedMs > limits.cpuMs) this.#sandbox.kill({ code: 'function_cpu_limit' });
        else if (usedMs - this.#sliceMs > limits.cpuSliceMs) this.#sandbox.kill({ code: 'function_cpu_slice_limit' });
    }

    #read(): number | undefined {
        if (!this.#timer) return undefined;
        const nowMs = this.#sandbox.isAlive ? this.#sandbox.processorMs : undefined;
        if (nowMs !== undefined) this.#usedMs = nowMs - this.#startMs;
        return this.#usedMs;
    }
}
