import type { RunnerErrorCode } from './errors.ts';
import type { Execution, Log } from './execution.ts';
import type { PoolLimits } from './limits.ts';
import type { ChildOptions, Isolation, Kind, ProcessKind } from './protocol.ts';
import type { RunOutcome } from './run-outcome.ts';
import { Sandbox } from './sandbox.ts';
import type { Launch } from './wall.ts';

const GUARD_MS = 50;
const RETRY_MS = 100;
/** In a row, until those that wait are told. */
const FAILED_STARTS = 3;

export const processKindOf = (kind: Kind): ProcessKind => (kind === 'sync' ? 'sync' : 'action');

interface Waiting {
    execution: Execution;
    isolation: Isolation;
}

/** The processes. One with an environment is never given to another. */
export class Pool {
    readonly #launch: Launch;
    readonly #options: ChildOptions;
    readonly #limits: PoolLimits;
    readonly #log: Log;
    readonly #bound = new Set<Sandbox>();
    readonly #spares: Sandbox[] = [];
    readonly #starting = new Set<Sandbox>();
    readonly #waiting = new Map<string, Waiting[]>();
    readonly #cache: string | null;
    readonly #sweep: NodeJS.Timeout;
    #guard: NodeJS.Timeout | undefined;
    #failedStarts = 0;
    #retry: NodeJS.Timeout | undefined;
    #isClosed = false;

    constructor(launch: Launch, options: ChildOptions, limits: PoolLimits, log: Log, first: Sandbox) {
        this.#launch = launch;
        this.#options = options;
        this.#limits = limits;
        this.#log = log;
        this.#cache = first.hello?.cache ?? null;
        this.#addSpare(first);
        this.#sweep = setInterval(() => this.#killIdle(), limits.idleMs / 4);
        this.#sweep.unref();
        this.#refill();
    }

    /** Runs it as soon as there is a process for it. */
    start(execution: Execution, isolation: Isolation): void {
        const key = `${processKindOf(execution.request.kind)} ${execution.request.environmentId}`;
        const queue = this.#waiting.get(key) ?? [];
        queue.push({ execution, isolation });
        this.#waiting.set(key, queue);
        this.#startWaiting();
    }

    async close(): Promise<void> {
        this.#isClosed = true;
        clearInterval(this.#sweep);
        clearInterval(this.#guard);
        clearTimeout(this.#retry);
        this.#failWaiting('runner_closed');
        const all = [...this.#bound, ...this.#spares, ...this.#starting];
        for (const sandbox of all) sandbox.kill({ code: 'runner_closed' });
        await Promise.all(all.map(({ exited }) => exited));
    }

    /** One of each environment in turn, so that none waits behind another's. */
    #startWaiting(): void {
        for (let hasStarted = true; hasStarted;) {
            hasStarted = false;
            for (const [key, queue] of this.#waiting) {
                if (this.#startFirst(queue)) hasStarted = true;
                if (queue.length === 0) this.#waiting.delete(key);
            }
        }
        this.#guard ??= setInterval(() => this.#guardMemory(), GUARD_MS);
        this.#refill();
    }

    #startFirst(queue: Waiting[]): boolean {
        while (queue[0]?.execution.isOver) queue.shift();
        const [first] = queue;
        const sandbox = first && this.#placeFor(first.execution);
        if (!sandbox) return false;
        queue.shift();
        sandbox.run(first.execution, first.isolation);
        void first.execution.outcome.then((outcome) => this.#ended(sandbox, outcome, first.execution.limits.rssMb));
        return true;
    }

    #ended(sandbox: Sandbox, outcome: RunOutcome, rssMb: number): void {
        // What such a run held is freed late, or V8 ends the process: the next would be blamed.
        sandbox.isSpent ||= mayStillRun(outcome) || sandbox.holdsMoreThan(rssMb / 2);
        if (sandbox.kind === 'sync' || !sandbox.hasRoomForCode || sandbox.isSpent) this.#retire(sandbox);
        this.#startWaiting();
    }

    /** Nothing of a run is left for another. */
    #retire(sandbox: Sandbox): void {
        if (sandbox.active === 0) sandbox.kill({ code: 'function_runtime_other' });
    }

    #placeFor({ request }: Execution): Sandbox | undefined {
        const { environmentId, code } = request;
        const kind = processKindOf(request.kind);
        const own = [...this.#bound].filter((each) => each.environmentId === environmentId && each.kind === kind);
        // Each run of a sync has a process of its own.
        const open = (kind === 'sync' ? [] : own)
            .filter(({ isOpen, isSpent }) => isOpen && !isSpent)
            .filter((each) => each.active < this.#limits.actionsPerProcess && (each.hasRoomForCode || each.knows(code.hash)));
        const shared = open.find((each) => each.knows(code.hash)) ?? open[0];
        if (shared || !this.#mayBind(kind, own)) return shared;
        const spare = this.#spares.shift();
        if (!spare?.isOpen) return undefined;
        this.#bound.add(spare);
        spare.bind(environmentId, kind, () => {
            this.#bound.delete(spare);
            if (!this.#isClosed) this.#startWaiting();
        });
        return spare;
    }

    /** @param own of this kind, of the environment */
    #mayBind(kind: ProcessKind, own: readonly Sandbox[]): boolean {
        const ownCount = own.length;
        const { syncProcesses, syncProcessesForAll, processesPerEnvironment, processesForAll } = this.#limits;
        const all = [...this.#bound];
        const syncs = all.filter((each) => each.kind === 'sync').length;
        if (kind === 'sync' && syncs >= (ownCount > 0 ? syncProcessesForAll : syncProcesses)) return false;
        // While the last runs of a spent one end, another may take its place, but no third.
        const usable = own.filter(({ isSpent }) => !isSpent).length;
        if (kind === 'action' && (usable >= processesPerEnvironment || ownCount >= 2 * processesPerEnvironment)) return false;
        if (ownCount > 0 && all.filter(({ active }) => active > 0).length >= processesForAll) return false;
        if (this.#bound.size < this.#limits.processes) return true;
        const [longestIdle] = all.filter(({ active }) => active === 0).toSorted((a, b) => a.idleSince - b.idleSince);
        // When it has ended, those that wait are looked at again.
        if (longestIdle) queueMicrotask(() => this.#retire(longestIdle));
        return false;
    }

    #refill(): void {
        const wanted = Math.max(this.#limits.spares, this.#waiting.size > 0 ? 1 : 0);
        while (!this.#isClosed && !this.#retry && this.#spares.length + this.#starting.size < wanted) void this.#startSpare();
    }

    async #startSpare(): Promise<void> {
        let spare: Sandbox | undefined;
        try {
            // Throws where the machine gives no pipe to it.
            spare = new Sandbox(this.#launch, this.#options, this.#log);
            this.#starting.add(spare);
            await spare.started();
        } catch (error) {
            if (spare) this.#starting.delete(spare);
            this.#onFailedStart(error);
            return;
        }
        this.#starting.delete(spare);
        this.#failedStarts = 0;
        if (this.#cache !== null) spare.useCache(this.#cache);
        this.#addSpare(spare);
        this.#startWaiting();
    }

    #onFailedStart(error: unknown): void {
        if (this.#isClosed) return;
        this.#failedStarts += 1;
        this.#log('error', 'function_process_not_started', { message: String(error) });
        if (this.#failedStarts >= FAILED_STARTS) this.#failWaiting('function_runtime_other', 'it does not start');
        this.#retry ??= setTimeout(() => {
            this.#retry = undefined;
            this.#refill();
        }, RETRY_MS * this.#failedStarts);
    }

    #failWaiting(code: RunnerErrorCode, detail?: string): void {
        for (const { execution } of [...this.#waiting.values()].flat()) execution.fail(code, { detail });
        this.#waiting.clear();
    }

    #addSpare(spare: Sandbox): void {
        this.#spares.push(spare);
        void spare.exited.then(() => {
            const index = this.#spares.indexOf(spare);
            if (index !== -1) this.#spares.splice(index, 1);
            this.#refill();
        });
    }

    #killIdle(): void {
        const limit = Date.now() - this.#limits.idleMs;
        for (const sandbox of this.#bound) if (sandbox.idleSince < limit) this.#retire(sandbox);
    }

    #guardMemory(): void {
        const busy = [...this.#bound].filter(({ active }) => active > 0);
        for (const sandbox of busy) sandbox.guardMemory();
        if (busy.length > 0 || this.#waiting.size > 0) return;
        clearInterval(this.#guard);
        this.#guard = undefined;
    }
}

/** What is running in V8 itself, such as a Set that grows, goes on after its limit has ended it. */
function mayStillRun(outcome: RunOutcome): boolean {
    return outcome.status === 'failed' && outcome.error.type === 'runner_error' && limitsWhileRunning.has(outcome.error.code);
}

const limitsWhileRunning: ReadonlySet<string> = new Set(['function_heap_limit', 'function_cpu_limit', 'function_cpu_slice_limit']);
