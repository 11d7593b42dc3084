import type { Host } from '@patchbay/functions';

/** What children send is parsed (`frame-from-child.ts`); what they receive is not. */

export const MAX_FRAME_FROM_CHILD = 4 * 1024 ** 2;
/** Of the arguments of one run's calls that are under way, unless there is only one. */
export const MAX_CALL_CHARS = 8 * 1024 ** 2;
/** A third party's response in base64, or a bundle. */
export const MAX_FRAME_TO_CHILD = 24 * 1024 ** 2;

/** With which a child ends itself that holds more memory than it may. */
export const HOLDS_TOO_MUCH = 77;

export type HostMethod = keyof Host;
/** What is run of a bundle. `webhook` is of syncs, `renew` of actions, and `describe` of any. */
export type Kind = 'action' | 'sync' | 'onEvent' | 'webhook' | 'renew' | 'describe';
/** A run of a sync has a process of its own. */
export type ProcessKind = 'action' | 'sync';
export type Isolation = 'deployment' | 'execution';

/** Limits that the child watches itself, beside the runner. */
export interface WatchedLimits {
    wallMs: number;
    cpuMs: number;
    cpuSliceMs: number;
    heapMb: number;
    rssMb: number;
    outputBytes: number;
    callsInFlight: number;
    callsQueued: number;
    logLines: number;
    logBytes: number;
}

/** How a child is started: an argument of its program. */
export interface ChildOptions {
    /** The file of isolated-vm's addon. */
    addon: string;
    /** The file of what runs in isolates beside the function. */
    runtime: string;
    /** Compiles the runtime and gives V8's cache of it, which other children then use. */
    makesCache: boolean;
    idleMs: number;
    idleIsolates: number;
    runsPerIsolate: number;
}

/** Runs have a number that the runner gives, and the child never chooses. */
export type FrameToChild =
    /** Made by a child that had not run anything. */
    | { type: 'cache'; base64: string }
    | { type: 'code'; hash: string; fileName: string; source: string }
    | {
          type: 'run';
          run: number;
          hash: string;
          kind: Kind;
          isolation: Isolation;
          /** The one that it is for. */
          connection: string;
          /** JSON; the child passes it on to the isolate. */
          facts: string;
          input: string;
          limits: WatchedLimits;
      }
    | { type: 'ret'; run: number; seq: number; ok: boolean; value: string }
    | { type: 'abort'; run: number; graceMs: number }
    | { type: 'ping' };
