import { AppError } from '@patchbay/contracts';
import type { Clock } from '../../../kernel/runtime/clock.ts';
import { EgressError, type EgressErrorCode } from '../../../kernel/egress/egress.ts';
import type { Log } from '../../../kernel/runtime/log.ts';

/** What fails together: one provider's host as one integration reaches it, or as one of its connections does. */
export interface BreakerKey {
    environmentId: string;
    integrationKey: string;
    host: string;
    connectionId: string;
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
const stepMs = windowMs / 10;
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
 * Leaves a provider alone that fails again and again, for the sake of both: a connection by its own calls, an integration when most of its
 * connections fail, so that one of them cannot close it for the others. In memory, so each server finds out for itself; those that have not
 * been used for longest are forgotten.
 * @param random from 0 to below 1
 */
export function createBreakers({ clock, log }: { clock: Clock; log: Log }, random: () => number = Math.random): Breakers {
    const now = () => clock.now().getTime();
    const integrations = new Map<string, OneBreaker>();
    const connections = new Map<string, OneBreaker>();
    return {
        of({ environmentId, integrationKey, host, connectionId }) {
            const id = [environmentId, integrationKey, host].join('\0');
            const make = (results: () => Results) => () =>
                createBreaker({ log, now, random, results }, { integration_id: integrationKey, host });
            const integration = lastUsed(
                integrations,
                id,
                make(() => resultsByConnection(now))
            );
            const connection = lastUsed(
                connections,
                `${id}\0${connectionId}`,
                make(() => resultsByCall(now))
            );
            return {
                run: (attempt) => integration.run(connectionId, () => connection.run(connectionId, attempt)),
                takeRetry: () => integration.takeRetry()
            };
        }
    };
}

function lastUsed(breakers: Map<string, OneBreaker>, id: string, make: () => OneBreaker): OneBreaker {
    const breaker = breakers.get(id) ?? make();
    // Moves it to the end, which is the order of use.
    breakers.delete(id);
    breakers.set(id, breaker);
    const [oldest] = breakers.keys();
    if (breakers.size > maxBreakers && oldest !== undefined) breakers.delete(oldest);
    return breaker;
}

interface OneBreaker {
    run<T extends { status: number }>(connectionId: string, attempt: () => Promise<T>): Promise<T>;
    takeRetry(): boolean;
}

function createBreaker(
    { log, now, random, results: startResults }: { log: Log; now: () => number; random: () => number; results: () => Results },
    fields: { integration_id: string; host: string }
): OneBreaker {
    const traffic = countRecent<'call' | 'retry'>(now);
    let results = startResults();
    /** Set while the provider is left alone: when the next call may try. */
    let pausedUntil: number | undefined;
    let pauseMs = firstPauseMs;
    /** A call that began before the last change of mind does not count any more. */
    let phase = 0;

    // A little less for each, so that servers do not come back all at once.
    const pause = () => (pausedUntil = now() + pauseMs * (0.8 + 0.2 * random()));

    function judge() {
        if (!results.areBad()) return;
        phase += 1;
        pauseMs = firstPauseMs;
        pause();
        log.warn('breaker_opened: a provider fails repeatedly; calls to it are refused for a moment', fields);
    }

    function learn(outcome: Outcome, connectionId: string, begunIn: number) {
        if (begunIn !== phase) return;
        if (pausedUntil === undefined) {
            if (outcome === 'broken_off') return;
            results.add(outcome, connectionId);
            if (outcome === 'failed') judge();
        } else if (outcome === 'answered') {
            phase += 1;
            pausedUntil = undefined;
            results = startResults();
            log.info('breaker_closed: the provider responds again', fields);
        } else if (outcome === 'failed') {
            pauseMs = Math.min(longestPauseMs, pauseMs * 2);
            pause();
        } else pausedUntil = now();
    }

    return {
        async run(connectionId, attempt) {
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
                learn(outcome, connectionId, begunIn);
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

/** How the calls of the last 30 seconds have ended. */
interface Results {
    add(outcome: 'answered' | 'failed', connectionId: string): void;
    areBad(): boolean;
}

function resultsByCall(now: () => number): Results {
    const counts = countRecent<'answered' | 'failed'>(now);
    return {
        add: (outcome) => counts.add(outcome),
        areBad() {
            const failed = counts.sum('failed');
            const all = failed + counts.sum('answered');
            return all >= minCalls && failed / all >= maxFailedShare;
        }
    };
}

/** A connection counts once, however many calls it makes; one alone says nothing about the others. */
function resultsByConnection(now: () => number): Results {
    const recent = new Map<string, Tally>();
    const steps: { index: number; tallies: Map<string, Tally> }[] = [];
    let calls = 0;
    let failing = 0;
    const change = (connectionId: string, by: Tally) => {
        const own = recent.get(connectionId) ?? { answered: 0, failed: 0 };
        failing -= Number(isFailing(own));
        const sum = { answered: own.answered + by.answered, failed: own.failed + by.failed };
        failing += Number(isFailing(sum));
        calls += by.answered + by.failed;
        if (sum.answered + sum.failed > 0) recent.set(connectionId, sum);
        else recent.delete(connectionId);
    };
    const current = () => {
        const index = Math.floor(now() / stepMs);
        for (let [first] = steps; first && first.index <= index - 10; [first] = steps) {
            steps.shift();
            for (const [id, { answered, failed }] of first.tallies) change(id, { answered: -answered, failed: -failed });
        }
        return index;
    };
    return {
        add(outcome, connectionId) {
            const index = current();
            let last = steps.at(-1);
            if (last?.index !== index) steps.push((last = { index, tallies: new Map() }));
            const tally = last.tallies.get(connectionId) ?? { answered: 0, failed: 0 };
            last.tallies.set(connectionId, { ...tally, [outcome]: tally[outcome] + 1 });
            change(connectionId, { answered: 0, failed: 0, [outcome]: 1 });
        },
        areBad() {
            current();
            return calls >= minCalls && recent.size > 1 && failing > recent.size * maxFailedShare;
        }
    };
}

interface Tally {
    answered: number;
    failed: number;
}

function isFailing({ answered, failed }: Tally): boolean {
    return failed > 0 && failed / (answered + failed) >= maxFailedShare;
}

/** Counts what happened in the last 30 seconds, in steps of a tenth of that. */
function countRecent<Kind extends string>(now: () => number) {
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
