import type { Deps } from '../../../deps.ts';
import { FairPool, type FreeSlots } from '../../../kernel/runtime/fair-pool.ts';
import type { Job } from '../../../room.ts';
import { fromTheStart, type Turn } from './next-in-turn.sql.ts';

/** What waits in rows: the events of `deps.waitingRuns`. */
export interface WaitingRuns {
    handlers: [];
    syncs: [];
    webhooks: [];
}

type What = keyof WaitingRuns;

/**
 * Of one server. A page and its records are in memory for each. Where the runs of one environment
 * do not end, those of others have slots left.
 */
const slots = { slots: 20, slotsPerEnvironment: 16 };
/** Between two looks for what is due by now; what was made due is told of. */
export const idleMs = 500;

interface Run {
    environment_id: string;
}

interface Runs<Item extends Run> {
    name: What;
    claim(turn: Turn): Promise<Item[]>;
    run(item: Item): Promise<void>;
    failed(item: Item, error: unknown): void;
}

/**
 * Runs what waits in rows: environments take turns.
 * @race two servers take the same ones: rows that another has locked are skipped
 */
export function beginRuns<Item extends Run>(deps: Deps, { name, claim, run, failed }: Runs<Item>): { stop(): void } {
    let after = fromTheStart;
    const pool = new FairPool<Item>(deps, {
        ...slots,
        idleMs,
        async claim(free: FreeSlots) {
            const claimed = await claim({ ...free, after });
            after = claimed.at(-1)?.environment_id ?? after;
            return claimed;
        },
        work: (item) =>
            deps.telemetry.trace({ name: `run ${name}`, about: {} }, () => run(item)).catch((error: unknown) => failed(item, error)),
        failed: (error) => deps.log.warn('look_failed: Patchbay will retry automatically', { code: name, error })
    });
    const wake = () => pool.wake();
    deps.waitingRuns.on(name, wake);
    return {
        stop() {
            deps.waitingRuns.off(name, wake);
            pool.stop();
        }
    };
}

/** A job of which there are so many that one look finds what all of them tell of. */
export const tellsOf = (what: What): Job => ({
    batchSize: 100,
    work: async ({ waitingRuns }: Deps) => void waitingRuns.emit(what)
});
