import type { Db } from '@patchbay/db';
import type { Provider } from '@patchbay/providers';
import type { Config } from './config.ts';
import type { Clock } from './kernel/clock.ts';
import type { Egress } from './kernel/egress.ts';
import type { Ids } from './kernel/ids.ts';
import type { Tokens } from './kernel/keyed-hash.ts';
import type { Log } from './kernel/log.ts';
import type { Seal } from './kernel/seal.ts';

/** Every effect a verb can have. A verb names the ones it uses, so that its signature tells what it can touch. */
export interface Deps {
    config: Config;
    db: Db;
    clock: Clock;
    ids: Ids;
    egress: Egress;
    seal: Seal;
    tokens: Tokens;
    log: Log;
    providers: ReadonlyMap<string, Provider>;
    /** Work that goes on after its request was answered; stopping the server waits for it. */
    background: { run(work: Promise<void>): void };
    providerPatience: ProviderPatience;
}

/** How long to wait for providers while somebody is waiting for us. */
export interface ProviderPatience {
    /** Then an attempt answers `verifying`, and the check goes on behind the answer. */
    answerMs: number;
    /** For one token request. */
    tokenMs: number;
    /** For all calls together that check one set of credentials. */
    checkMs: number;
}
