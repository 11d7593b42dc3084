import type { Kind } from './protocol.ts';

/** What one run may use. */
export interface RunLimits {
    wallMs: number;
    /** Of the processor, in all. */
    cpuMs: number;
    /** Of the processor, from one response of the host to the next. */
    cpuSliceMs: number;
    heapMb: number;
    /** All that its process holds, with what else runs in it. */
    rssMb: number;
    inputBytes: number;
    outputBytes: number;
    /** Calls to the host at once; more wait. */
    callsInFlight: number;
    callsQueued: number;
    /** Lines and bytes above it are counted, and left out. */
    logLines: number;
    logBytes: number;
    /** From the run's AbortSignal to its end. */
    graceMs: number;
}

const MB = 1024 ** 2;
const MINUTE = 60_000;

const shared = {
    heapMb: 128,
    rssMb: 512,
    inputBytes: 4 * MB,
    outputBytes: 2 * MB,
    callsInFlight: 64,
    callsQueued: 1_000,
    logLines: 10_000,
    logBytes: MB,
    graceMs: 2_000
};

const short = { ...shared, wallMs: 5 * MINUTE, cpuMs: 10_000, cpuSliceMs: 5_000 };

export const runLimits: Readonly<Record<Kind, Readonly<RunLimits>>> = {
    action: short,
    onEvent: short,
    webhook: short,
    renew: short,
    // It has no host.
    describe: { ...shared, wallMs: 5_000, cpuMs: 2_000, cpuSliceMs: 2_000, callsInFlight: 0, callsQueued: 0, logLines: 0 },
    // Its processor time in all is bounded by its wall time.
    sync: { ...shared, wallMs: 24 * 60 * MINUTE, cpuMs: 24 * 60 * MINUTE, cpuSliceMs: 30_000, rssMb: 768 }
};

/** Of what a run logs, so much is kept with it. */
export const keptLogBytes = 64 * 1024;

/** What processes may use, and how many there are. */
export interface PoolLimits {
    /** Processes with an environment; each run of a sync has one of its own. */
    processes: number;
    /** While as many run, only environments that have none of the kind get another. */
    processesForAll: number;
    syncProcesses: number;
    /** The same of syncs alone. */
    syncProcessesForAll: number;
    /** Of actions. */
    processesPerEnvironment: number;
    actionsPerProcess: number;
    /** Started before they are needed. */
    spares: number;
    /** Of actions' processes, and of isolates in them. */
    idleMs: number;
    runsPerIsolate: number;
    /** Beside these: processes of functions with `engine: 'process'`. */
    engineProcesses: number;
    engineSyncProcesses: number;
    /** While as many run, only environments that have none get another. */
    engineProcessesForAll: number;
    /** Beside these: processes that say what a bundle declares. */
    engineDescribers: number;
}

export const poolLimits: PoolLimits = {
    processes: 16,
    processesForAll: 12,
    syncProcesses: 8,
    syncProcessesForAll: 6,
    processesPerEnvironment: 4,
    actionsPerProcess: 8,
    spares: 2,
    idleMs: MINUTE,
    runsPerIsolate: 200,
    engineProcesses: 12,
    engineSyncProcesses: 6,
    engineProcessesForAll: 4,
    engineDescribers: 2
};
