import type { RunFacts } from '@patchbay/functions';
import type { FunctionPlace } from '@patchbay/functions/describe';
import { engineOf, MAX_CODE_BYTES } from './bundle-format.ts';
import { type DescribeOutcome, parseDescription } from './description.ts';
import { Execution, type Log, type Order, type RunRequest } from './execution.ts';
import { type PoolLimits, poolLimits, type RunLimits, runLimits } from './limits.ts';
import { Pool } from './pool.ts';
import { ProcessEngine } from './process-engine.ts';
import { processWallOf } from './process-wall.ts';
import type { ChildOptions, Kind } from './protocol.ts';
import type { RunOutcome } from './run-outcome.ts';
import { Sandbox } from './sandbox.ts';
import { findAddon, findPrograms, launchOfIsolates, levelOf, type Wall, type WallLevel, walls } from './wall.ts';

export interface RunnerOptions {
    log: Log;
    /** Of each run, by its kind; its own win. */
    limits?: Partial<Record<Kind, Partial<RunLimits>>>;
    pool?: Partial<PoolLimits>;
    /**
     * Runs functions with `engine: 'process'` also behind less than a full wall: for a developer's
     * own code on their own machine.
     */
    trustsProcesses?: boolean;
}

export interface Runner {
    /** What is between a function and this machine, and why that is not all there could be. */
    readonly wall: { level: WallLevel; reason: string | null };
    /** Runs a function on its host. It never rejects. */
    run(request: RunRequest): Promise<RunOutcome>;
    /**
     * Loads a bundle, and says what its definition is or what is wrong with it. It never rejects.
     */
    describe(request: DescribeRequest): Promise<DescribeOutcome>;
    /** Ends all runs and processes. */
    close(): Promise<void>;
}

export interface DescribeRequest extends Pick<RunRequest, 'environmentId' | 'code' | 'limits' | 'signal'> {
    place: FunctionPlace;
}

/** Kinds that often run again soon. */
const isReused: Readonly<Partial<Record<Kind, boolean>>> = { action: true, webhook: true, renew: true };

const noFacts: RunFacts = {
    runId: 'describe',
    connectionId: '',
    providerConfigKey: '',
    provider: '',
    environmentId: '',
    environmentName: '',
    variant: 'base',
    lastSyncDate: null,
    idempotencyKey: '',
    attempt: 1,
    firstAttemptAt: null,
    paginate: null,
    isCli: false
};

/** Finds the strictest wall that this machine has, by trying. */
export async function startRunner({ log, limits = {}, pool: poolOptions = {}, trustsProcesses = false }: RunnerOptions): Promise<Runner> {
    const ofPool = { ...poolLimits, ...poolOptions };
    const wall = await findWall(ofPool, log);
    const level = wall.first?.hello ? levelOf(wall.wall, wall.first.hello) : 'unavailable';
    const pool =
        wall.first &&
        new Pool(
            launchOfIsolates(wall.wall, findPrograms().child, [wall.options.runtime, wall.options.addon]),
            { ...wall.options, makesCache: false },
            ofPool,
            log,
            wall.first
        );
    const processes = pool && new ProcessEngine(processWallOf({ ...wall, level }, { isTrusted: trustsProcesses }), ofPool, log);
    let lastId = 0;
    let isClosed = false;
    const run = (order: Order): Promise<RunOutcome> => {
        const { kind, code, input, signal, isolation = isReused[kind] ? 'deployment' : 'execution' } = order;
        const ofRun = { ...runLimits[kind], ...limits[kind], ...order.limits };
        const execution = new Execution(++lastId, order, ofRun, log);
        const engine = engineOf(code.source);
        const codeBytes = Buffer.byteLength(code.source);
        const inputBytes = Buffer.byteLength(JSON.stringify(input ?? null));
        if (isClosed) execution.fail('runner_closed');
        else if (!pool || !processes) execution.fail('runner_unavailable', { detail: wall.reason ?? undefined });
        else if (signal?.aborted) execution.fail('script_aborted');
        else if (codeBytes > MAX_CODE_BYTES) execution.fail('function_code_too_large', { seen: codeBytes });
        else if (inputBytes > ofRun.inputBytes) execution.fail('function_input_too_large', { seen: inputBytes });
        else {
            // Before it is with a process there is nothing to wait for.
            execution.onAbort = () => execution.fail('script_aborted');
            const abort = () => execution.onAbort();
            signal?.addEventListener('abort', abort, { once: true });
            void execution.outcome.then(() => signal?.removeEventListener('abort', abort));
            if (engine === 'process') return processes.run(execution);
            pool.start(execution, isolation);
        }
        return execution.outcome;
    };
    return {
        wall: { level, reason: wall.reason },
        run,
        describe: async ({ place, ...request }) =>
            parseDescription(
                await run({ ...request, kind: 'describe', facts: noFacts, input: { ...place }, host: null }),
                engineOf(request.code.source)
            ),
        async close() {
            isClosed = true;
            await Promise.all([pool?.close(), processes?.close()]);
        }
    };
}

interface Found {
    wall: Wall;
    options: ChildOptions;
    /** Absent where functions can't be run. */
    first: Sandbox | undefined;
    reason: string | null;
}

async function findWall({ idleMs, actionsPerProcess, runsPerIsolate }: PoolLimits, log: Log): Promise<Found> {
    const options = {
        addon: '',
        runtime: '',
        makesCache: true,
        idleMs,
        idleIsolates: actionsPerProcess,
        runsPerIsolate
    };
    const none = { wall: { programs: [], hasRoot: false, isPermitted: false }, options, first: undefined };
    try {
        options.addon = findAddon();
    } catch {
        const platform = `${process.platform} on ${process.arch} with Node ${process.versions.node}`;
        return { ...none, reason: `There is no build of isolated-vm for ${platform}, so functions can't be run behind a wall here.` };
    }
    const programs = findPrograms();
    options.runtime = programs.runtime;
    const problems: string[] = [];
    const readable = [options.runtime, options.addon];
    // A slow machine gets a second try at the strictest.
    for (const wall of walls([programs.child, ...readable]).flatMap((each) => (each.hasRoot ? [each, each] : [each]))) {
        const first = new Sandbox(launchOfIsolates(wall, programs.child, readable), options, log);
        try {
            const level = levelOf(wall, await first.started());
            return { wall, options, first, reason: level === 'full' ? null : whyNotFull(problems[0]) };
        } catch (error) {
            problems.push((error instanceof Error ? error.message : String(error)).trim());
        }
    }
    return { ...none, reason: `Functions can't be run here, because their process does not start: ${problems.at(-1)}` };
}

function whyNotFull(problem: string | undefined): string {
    if (process.platform !== 'linux') return 'Only Linux has what a full wall is made of.';
    if (problem !== undefined) return `A full wall can't be made here: ${problem}`;
    return "A full wall can't be made here: it needs unshare, setpriv, prlimit and mount of util-linux, and sh, env, chroot, mkdir and ln.";
}
