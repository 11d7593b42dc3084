import type { BaseDeps, Deps, RoomOptions } from './deps.ts';
import type { Route } from './kernel/http/mount.ts';

/** What a room adds to the server. `rooms.ts` lists them all. */
export interface Room {
    name: string;
    routes?: readonly Route[];
    /** Makes what the room keeps in this process, before anything is served. */
    open?(base: BaseDeps, options: RoomOptions): Opened;
    /** Once a minute on every server, by name: each takes what is due, in batches, and leaves what another server takes. */
    cleanUps?: Readonly<Record<string, (deps: Deps) => Promise<void>>>;
    /** Begins work that goes on until the server stops. */
    work?(deps: Deps, options: RoomOptions): Promise<{ stop(): void } | undefined>;
}

export interface Opened<State = object> {
    /** Becomes part of {@link Deps}; the room declares its type there. */
    state: State;
    /** Runs when the server stops, after the last request; it is waited for 5 s. */
    stop?(): Promise<void>;
}

/** Keeps the types of what the room opens. */
export function room<const R extends Room>(manifest: R): R {
    return manifest;
}
