import { AppError } from '@patchbay/contracts';
import type { Clock } from './clock.ts';
import { EgressError, type EgressErrorCode } from './egress.ts';
import type { Log } from './log.ts';

/** What fails together: one provider's host, as one integration reaches it. */
export interface BreakerKey {
    environmentId: string;
    integrationKey: string;
    host: string;
}

export interface Breakers {
    of(key: BreakerKey): Breaker;
}

export interface Breaker {
    /**
     * Makes one attempt at the provider and learns from how it ends: what did not come, came too late or was a 5xx is a failure, any other
     * status is none. What the caller broke off says nothing.
     * @throws {AppError} `provider_unavailable`, and nothing was sent, while the provider is left alone; else what `attempt` throws
     */
    run<T extends { status: number }>(attempt: () => Promise<T>): Promise<T>;
    /** Takes one retry out of the budget. False when none is left; then the failure is the answer. */
    takeRetry(): boolean;
}

const windowMs = 30_000;
const minCalls = 20;
const maxFailedShare = 0.5;
/** Then one call is let through, whose end decides. */
const firstPauseMs = 5000;
/** Short however long an outage lasts: one call in so many seconds burdens nobody, and the first after its end should find out soon. */
const longestPauseMs = 8000;
const retryShare = 0.2;
/** So that somebody who calls once in a while gets the retries asked for. */
const retryReserve = 10;
const maxBreakers = 10_000;

/** These are not the provider's fault, or not its host's. */
const otherwise: readonly EgressErrorCode[] = ['bad_url', 'destination_not_allowed', 'too_large', 'too_many_redirects'];

/**
 * Leaves a provider alone that fails again and again, for the sake of both. In memory, so each server finds out for itself; those that
 * have not been used for longest are forgotten.
 * @param random from 0 to below 1
 */
export function createBreakers({ clock, log }: { clock: Clock; log: Log }, random: () => number = Math.random): Breakers {
    const breakers = new Map<string, Breaker>();
    return {
        of(key) {
            const id = [key.environmentId, key.integrationKey, key.host].join('\0');
            const breaker = breakers.get(id) ?? createBreaker({ clock, log }, key, random);
            // Moves it to the end, which is the order of use.
            breakers.delete(id);
            breakers.set(id, breaker);
            const [oldest] = breakers.keys();
            if (breakers.size > maxBreakers && oldest !== undefined) breakers.delete(oldest);
            return breaker;
        }
    };
}

function createBreaker({ clock, log }: { clock: Clock; log: Log }, key: BreakerKey, random: () => number): Breaker {
    const fields = { integration_id: key.integrationKey, host: key.host };
    const now = () => clock.now().getTime();
    const traffic = countRecent<'call' | 'retry'>(now);
    let results = countRecent<'answered' | 'failed'>(now);
    /** Set while the provider is left alone: when the next call may try. */
    let pausedUntil: number | undefined;
    let pauseMs = firstPauseMs;
    /** A call that began before the last change of mind does not count any more. */
    let phase = 0;

    // A little less for each, so that servers do not come back all at once.
    const pause = () => (pausedUntil = now() + pauseMs * (0.8 + 0.2 * random()));

    function judge() {
        const failed = results.sum('failed');
        const all = failed + results.sum('answered');
        if (all < minCalls || failed / all < maxFailedShare) return;
        phase += 1;
        pauseMs = firstPauseMs;
        pause();
        log.warn('a provider fails again and again and is left alone for a moment', fields);
    }

    function learn(outcome: Outcome, begunIn: number) {
        if (begunIn !== phase) return;
        if (pausedUntil === undefined) {
            if (outcome === 'broken_off') return;
            results.add(outcome);
            if (outcome === 'failed') judge();
        } else if (outcome === 'answered') {
            phase += 1;
            pausedUntil = undefined;
            results = countRecent(now);
            log.info('a provider that had failed answers again', fields);
        } else if (outcome === 'failed') {
            pauseMs = Math.min(longestPauseMs, pauseMs * 2);
            pause();
        } else pausedUntil = now();
    }

    return {
        async run(attempt) {
            if (pausedUntil !== undefined) {
                const leftMs = pausedUntil - now();
                if (leftMs > 0) throw new AppError('provider_unavailable', { retryAfterS: leftMs / 1000 });
                // This one tries. Should it hang, another one does after a while.
                pause();
            }
            traffic.add('call');
            const begunIn = phase;
            let outcome: Outcome = 'broken_off';
            try {
                const answer = await attempt();
                outcome = answer.status >= 500 ? 'failed' : 'answered';
                return answer;
            } catch (error) {
                if (error instanceof EgressError && !otherwise.includes(error.code)) outcome = 'failed';
                throw error;
            } finally {
                learn(outcome, begunIn);
            }
        },
        takeRetry() {
            const retries = traffic.sum('retry');
            const firstTries = traffic.sum('call') - retries;
            if (retries + 1 > Math.max(retryReserve, firstTries * retryShare)) return false;
            traffic.add('retry');
            return true;
        }
    };
}

type Outcome = 'answered' | 'failed' | 'broken_off';

/** Counts what happened in the last 30 seconds, in steps of a tenth of that. */
function countRecent<Kind extends string>(now: () => number) {
    const stepMs = windowMs / 10;
    const steps: { index: number; counts: Map<Kind, number> }[] = [];
    const current = () => {
        const index = Math.floor(now() / stepMs);
        while (steps[0] && steps[0].index <= index - 10) steps.shift();
        return index;
    };
    return {
        add(kind: Kind) {
            const index = current();
            let last = steps.at(-1);
            if (last?.index !== index) steps.push((last = { index, counts: new Map() }));
            last.counts.set(kind, (last.counts.get(kind) ?? 0) + 1);
        },
        sum(kind: Kind) {
            current();
            return steps.reduce((sum, { counts }) => sum + (counts.get(kind) ?? 0), 0);
        }
    };
}
