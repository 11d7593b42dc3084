import type { BaseDeps, Deps, RoomOptions } from './deps.ts';
import type { SealedTable } from './kernel/crypto/sealed-table.ts';
import type { Gauge } from './kernel/telemetry/metric.ts';
import type { Route } from './kernel/http/mount.ts';

/** What a room adds to the server. `rooms.ts` lists them all. */
export interface Room {
    name: string;
    routes?: readonly Route[];
    /** Its tables with sealed columns: a rotation of the data keys seals them anew. */
    sealed?: readonly SealedTable[];
    /**
     * Creates the room's in-process state, before anything is served.
     * @param allDeps what is there once every room is open
     */
    open?(base: BaseDeps, options: RoomOptions, allDeps: () => Deps): Opened;
    /** Run once a minute on every server, by name, one after another, each in batches. */
    cleanUps?: Readonly<Record<string, (deps: Deps) => Promise<void>>>;
    /** Sent by `sendJob`, run in batches on one of the servers, again until they succeed. */
    jobs?: Readonly<Record<string, Job>>;
    /** What is read whenever metrics are collected. */
    gauges?(deps: Deps): readonly Gauge[];
    /** Starts background work that runs until the server stops. */
    work?(deps: Deps, options: RoomOptions): Promise<{ stop(): void } | undefined>;
}

export interface Job {
    batchSize: number;
    /** @param batch the data of jobs; a failure repeats all of them */
    work(deps: Deps, batch: readonly unknown[]): Promise<void>;
}

export interface Opened<State = object> {
    /** Becomes part of {@link Deps}; the room declares its type there. */
    state: State;
    /** Runs when the server stops, after the last request; it is waited for 5 s. */
    stop?(): Promise<void>;
}

/** Keeps the types of the room's state. */
export function room<const R extends Room>(manifest: R): R {
    return manifest;
}
