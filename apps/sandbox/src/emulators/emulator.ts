import type { Exchange } from '../exchange.ts';
import type { Clock } from './clock.ts';

/** What the frame gives an emulator. */
export interface EmulatorFrame {
    /** Its public address, `<sandbox>/<id>`, without a slash at its end. */
    url: string;
    clock: Clock;
}

export interface ControlInput {
    /** The parsed JSON body; undefined for an empty one. */
    body: unknown;
    query: URLSearchParams;
}

/** JSON in and out. Throw `InvalidInput` for the caller's mistakes. */
export type ControlVerb = (input: ControlInput) => unknown;

/** A vendor of its own, written from facts about the real one. */
export interface Emulator {
    maxBodyBytes: number;
    /** The response to a body larger than that. */
    refuseBody(exchange: Exchange): void;
    /** How long its gateway waits for the application behind it, and what it responds then. */
    ceiling: { ms: number; respond(exchange: Exchange): void };
    /**
     * Called when the headers have arrived, in the order of arrival.
     * @returns what responds once the body has been read; a fault may call it twice or not at all
     */
    receive(exchange: Exchange): () => Promise<void> | void;
    /** `<METHOD> <verb>`, below `/_ctl/<id>/`, beside the ones every emulator has. */
    verbs: Readonly<Record<string, ControlVerb>>;
    /** Restores the initial state. */
    reset(): void;
}

export type CreateEmulator = (frame: EmulatorFrame) => Emulator;
