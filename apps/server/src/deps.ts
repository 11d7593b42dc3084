import type { Db } from '@patchbay/db';
import type { Provider } from '@patchbay/providers';
import type { Config } from './config.ts';
import type { Background } from './kernel/background.ts';
import type { Breakers } from './kernel/breaker.ts';
import type { Clock } from './kernel/clock.ts';
import type { Egress } from './kernel/egress.ts';
import type { Gate } from './kernel/gate.ts';
import type { Ids } from './kernel/ids.ts';
import type { Tokens } from './kernel/keyed-hash.ts';
import type { Log } from './kernel/log.ts';
import type { Seal } from './kernel/seal.ts';
import type { Budgets } from './rooms/rate-budgets/budgets.ts';
import type { SingleFlight } from './kernel/single-flight.ts';
import type { UnstoredRenewals } from './rooms/connections/refresh-credentials.ts';
import type { NewestSeen } from './rooms/connections/newest-seen.ts';
import type { LastFetched } from './rooms/connections/last-fetched.ts';
import type { ShortMemory } from './kernel/short-memory.ts';
import type { RememberedKey } from './rooms/environments/find-secret-key-caller.ts';

/** Every effect a verb can have. A verb names the ones it uses, so that its signature tells what it can touch. */
export interface Deps {
    config: Config;
    db: Db;
    clock: Clock;
    ids: Ids;
    egress: Egress;
    /** Per server. */
    breakers: Breakers;
    /** Bounds the proxied calls of this server, by environment. */
    proxyGate: Gate;
    /** Bounds those of them that follow all pages: each holds a page in memory. */
    pagingGate: Gate;
    budgets: Budgets;
    seal: Seal;
    tokens: Tokens;
    /** Rows of secret keys by their public id, for so long that a revoked key is refused everywhere within 5 s (T-38). */
    secretKeys: ShortMemory<RememberedKey>;
    /** Provider ids by the keys of an environment's integrations. */
    providersOf: ShortMemory<ReadonlyMap<string, string>>;
    log: Log;
    providers: ReadonlyMap<string, Provider>;
    /** Of this process. */
    flights: SingleFlight;
    /** Of this process. */
    unstoredRenewals: UnstoredRenewals;
    /** Of this process. */
    newestSeen: NewestSeen;
    lastFetched: LastFetched;
    /** Takes a revoked key out of the file that the first start wrote. */
    forgetKey(keyId: string): Promise<void>;
    /** Work that goes on after its request was answered; stopping the server waits for it. */
    background: Background;
    providerPatience: ProviderPatience;
    /** Aborted when the server is told to stop. */
    draining: AbortSignal;
}

/** How long to wait for providers while somebody is waiting for us. */
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
