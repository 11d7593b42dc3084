import type { Db, StatementBatches } from '@patchbay/db';
import type { Provider } from '@patchbay/providers';
import type { Config } from './config.ts';
import type { Admission } from './kernel/http/admission.ts';
import type { ClientAddress } from './kernel/http/client-address.ts';
import type { Background } from './kernel/runtime/background.ts';
import type { Clock } from './kernel/runtime/clock.ts';
import type { DataKeyWatch } from './kernel/crypto/data-keys.ts';
import type { Egress } from './kernel/egress/egress.ts';
import type { Ids } from './kernel/crypto/ids.ts';
import type { KeyedHash } from './kernel/crypto/keyed-hash.ts';
import type { Log } from './kernel/log/log.ts';
import type { Seal } from './kernel/crypto/seal.ts';
import type { Telemetry } from './kernel/telemetry/telemetry.ts';
import type { SingleFlight } from './kernel/runtime/single-flight.ts';

/** The effects that belong to no room. */
export interface BaseDeps {
    config: Config;
    db: Db;
    /** For the statements of nearly every request. */
    batches: StatementBatches;
    clock: Clock;
    ids: Ids;
    egress: Egress;
    seal: Seal;
    /** Keeps what `seal` knows up to date. */
    dataKeys: DataKeyWatch;
    keyedHash: KeyedHash;
    log: Log;
    telemetry: Telemetry;
    providers: ReadonlyMap<string, Provider>;
    /** Which requests run now, of this process. */
    admission: Admission;
    clientAddress: ClientAddress;
    /** Of this process. */
    flights: SingleFlight;
    /** Takes a revoked key out of the file that the first start wrote. */
    removeKeyFromFile(keyId: string): Promise<void>;
    /** Work after the response; stopping the server waits for it. */
    background: Background;
    providerTimeouts: ProviderTimeouts;
    /** Aborted when the server is told to stop. */
    draining: AbortSignal;
}

/**
 * Every effect a verb can have. A room declares its in-process state here from its `*.room.ts`.
 */
export interface Deps extends BaseDeps {}

declare module './kernel/http/mount.ts' {
    interface HandlerDeps extends Deps {}
}

/** What a test may set of the rooms; declared by each room from its `*.room.ts`. */
export interface RoomOptions {
    /** False where a test triggers jobs and deliveries, or needs none. */
    runsJobs?: boolean;
}

/** How long to wait for providers while a caller waits. */
export interface ProviderTimeouts {
    /** Then the response is `verifying`, and the check continues in the background. */
    respondMs: number;
    /** Then a sign-in's window gets a page of ours, which ends with the result. */
    pageMs: number;
    /** For one token request. */
    tokenMs: number;
    /** For a refresh while the old credentials are valid; it then continues in the background. */
    refreshMs: number;
    /** For all calls together that check one set of credentials. */
    checkMs: number;
    /** For all calls together that take one grant back. */
    revokeMs: number;
}
