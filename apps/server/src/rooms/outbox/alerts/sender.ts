import type { Deps } from '../../../deps.ts';
import { FairPool } from '../../../kernel/runtime/fair-pool.ts';
import { claimChannels, type LeasedChannel } from './channels.sql.ts';
import { leaseMs, sendToChannel } from './send-to-channel.ts';

/** Channels that fail have slots of their own, so that they delay none that is well. */
const kinds = [
    { isFailing: false, slots: 50, slotsPerEnvironment: 10 },
    { isFailing: true, slots: 25, slotsPerEnvironment: 5 }
];
const idleMs = 1000;

/** Sends messages in the background, on every server that works. */
export function startSender(deps: Deps): { stop(): void } {
    const pools = kinds.map(
        (kind) =>
            new FairPool<LeasedChannel>(deps, {
                ...kind,
                idleMs,
                claim: ({ limit, fullEnvironments }) => claimForNow(deps, { ...kind, limit, fullEnvironments }),
                work: (channel) => sendToChannel(deps, channel),
                failed: (error) => deps.log.warn('alert_round_failed: the next one retries', { error })
            })
    );
    return { stop: () => pools.forEach((pool) => pool.stop()) };
}

/**
 * Takes channels that have a message due, for as long as a turn takes.
 * @race two servers take the same channel: row lock, which others skip, then a lease
 */
export function claimForNow(
    { db, clock }: Pick<Deps, 'db' | 'clock'>,
    claim: { isFailing: boolean; limit: number; fullEnvironments: readonly string[] }
): Promise<LeasedChannel[]> {
    const now = clock.now();
    return claimChannels(db, { ...claim, now, leaseUntil: new Date(now.getTime() + leaseMs) });
}
