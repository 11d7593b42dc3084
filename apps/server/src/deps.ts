import type { Db } from '@patchbay/db';
import type { Provider } from '@patchbay/providers';
import type { Config } from './config.ts';
import type { Background } from './kernel/runtime/background.ts';
import type { Clock } from './kernel/runtime/clock.ts';
import type { Egress } from './kernel/egress/egress.ts';
import type { Ids } from './kernel/crypto/ids.ts';
import type { Tokens } from './kernel/crypto/keyed-hash.ts';
import type { Log } from './kernel/runtime/log.ts';
import type { Seal } from './kernel/crypto/seal.ts';
import type { SingleFlight } from './kernel/runtime/single-flight.ts';

/** The effects that belong to no room. */
export interface BaseDeps {
    config: Config;
    db: Db;
    clock: Clock;
    ids: Ids;
    egress: Egress;
    seal: Seal;
    tokens: Tokens;
    log: Log;
    providers: ReadonlyMap<string, Provider>;
    /** Of this process. */
    flights: SingleFlight;
    /** Takes a revoked key out of the file that the first start wrote. */
    forgetKey(keyId: string): Promise<void>;
    /** Work that goes on after its request was answered; stopping the server waits for it. */
    background: Background;
    providerPatience: ProviderPatience;
    /** Aborted when the server is told to stop. */
    draining: AbortSignal;
}

/**
 * Every effect a verb can have. A verb names the ones it uses, so that its signature tells what it can touch. What a room keeps in this
 * process it declares here from its `*.room.ts`, so that this file knows no room.
 */
export interface Deps extends BaseDeps {}

/** What a test may set of the rooms; declared by each room from its `*.room.ts`. */
export interface RoomOptions {}

/** How long to wait for providers while a caller waits. */
export interface ProviderPatience {
    /** Then an attempt answers `verifying`, and the check goes on behind the answer. */
    answerMs: number;
    /** For one token request. */
    tokenMs: number;
    /** For a renewal while the old credentials are still good; then they are handed out, and it goes on. */
    renewMs: number;
    /** For all calls together that check one set of credentials. */
    checkMs: number;
    /** For all calls together that take one grant back. */
    revokeMs: number;
}
