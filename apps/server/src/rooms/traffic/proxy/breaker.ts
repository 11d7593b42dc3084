import { AppError } from '@patchbay/contracts';
import type { Clock } from '../../../kernel/runtime/clock.ts';
import { EgressError, type EgressErrorCode } from '../../../kernel/egress/egress.ts';
import type { Log, LogLine } from '../../../kernel/log/log.ts';

/** What fails together: a provider's host, as one integration or one connection reaches it. */
export interface BreakerKey {
    environmentId: string;
    integrationKey: string;
    host: string;
    connectionId: string;
}

export interface Breakers {
    of(key: BreakerKey): Breaker;
    /** How many hold calls back now, and how many there are. */
    counts(): Record<'integration' | 'connection', { open: number; closed: number }>;
}

export interface Breaker {
    /**
     * Makes one attempt. No response, a timeout or a 5xx is a failure, any other status a success;
     * an attempt that the caller aborts does not count.
     * @throws {AppError} `provider_unavailable`, and nothing was sent, while the circuit is open
     */
    run<T extends { status: number }>(attempt: () => Promise<T>): Promise<T>;
    /** Takes one retry out of the budget; false when none is left. */
    takeRetry(): boolean;
}

const windowMs = 30_000;
const stepMs = windowMs / 10;
const minCalls = 20;
const maxFailedShare = 0.5;
/** Then one probe is let through. */
const initialOpenMs = 5000;
/** Short, so that the end of an outage is noticed soon; one probe at a time is no burden. */
const maxOpenMs = 8000;
const retryShare = 0.2;
/** For callers with few requests. */
const retryReserve = 10;
const maxBreakers = 10_000;

/** These are not the provider's fault, or not its host's. */
const notHostFailures: readonly EgressErrorCode[] = ['bad_url', 'destination_not_allowed', 'too_large', 'too_many_redirects'];

/**
 * Circuit breakers: for a connection by its own calls, for an integration when most of its
 * connections fail, so that one cannot open it for the others. Per server, in memory; the least
 * recently used are evicted.
 * @param random from 0 to below 1
 */
export function createBreakers({ clock, log }: { clock: Clock; log: Log }, random: () => number = Math.random): Breakers {
    const now = () => clock.now().getTime();
    const integrations = new Map<string, CircuitBreaker>();
    const connections = new Map<string, CircuitBreaker>();
    return {
        of({ environmentId, integrationKey, host, connectionId }) {
            const id = [environmentId, integrationKey, host].join('\0');
            const fields = { environment: environmentId, integration_id: integrationKey, host };
            const dependencies = { log, now, random };
            const integration = getOrCreate(integrations, id, () =>
                createBreaker({ ...dependencies, results: () => resultsByConnection(now) }, fields)
            );
            const connection = getOrCreate(connections, `${id}\0${connectionId}`, () =>
                createBreaker({ ...dependencies, results: () => resultsByCall(now) }, { ...fields, connection_id: connectionId })
            );
            return {
                run: (attempt) => integration.run(connectionId, () => connection.run(connectionId, attempt)),
                takeRetry: () => integration.takeRetry()
            };
        },
        counts: () => ({ integration: countStates(integrations), connection: countStates(connections) })
    };
}

function countStates(breakers: ReadonlyMap<string, CircuitBreaker>): { open: number; closed: number } {
    let open = 0;
    for (const breaker of breakers.values()) if (breaker.isOpen) open += 1;
    return { open, closed: breakers.size - open };
}

function getOrCreate(breakers: Map<string, CircuitBreaker>, id: string, make: () => CircuitBreaker): CircuitBreaker {
    const breaker = breakers.get(id) ?? make();
    // Moves it to the end, which is the order of use.
    breakers.delete(id);
    breakers.set(id, breaker);
    const [oldest] = breakers.keys();
    if (breakers.size > maxBreakers && oldest !== undefined) breakers.delete(oldest);
    return breaker;
}

interface CircuitBreaker {
    run<T extends { status: number }>(connectionId: string, attempt: () => Promise<T>): Promise<T>;
    takeRetry(): boolean;
    readonly isOpen: boolean;
}

function createBreaker(
    { log, now, random, results: startResults }: { log: Log; now: () => number; random: () => number; results: () => Results },
    fields: LogLine
): CircuitBreaker {
    const traffic = countRecent<'call' | 'retry'>(now);
    let results = startResults();
    /** Set while the provider is left alone: when the next call may try. */
    let openUntil: number | undefined;
    let openMs = initialOpenMs;
    /** A call that began before the last change of mind does not count any more. */
    let epoch = 0;

    // Jitter, so that servers do not retry at once.
    const reopen = () => (openUntil = now() + openMs * (0.8 + 0.2 * random()));

    function openIfFailing() {
        if (!results.isFailing()) return;
        epoch += 1;
        openMs = initialOpenMs;
        reopen();
        log.warn('breaker_opened: a provider fails repeatedly; calls to it are refused for a moment', fields);
    }

    function record(outcome: Outcome, connectionId: string, startEpoch: number) {
        if (startEpoch !== epoch) return;
        if (openUntil === undefined) {
            if (outcome === 'aborted') return;
            results.add(outcome, connectionId);
            if (outcome === 'failed') openIfFailing();
        } else if (outcome === 'succeeded') {
            epoch += 1;
            openUntil = undefined;
            results = startResults();
            log.info('breaker_closed: the provider responds again', fields);
        } else if (outcome === 'failed') {
            openMs = Math.min(maxOpenMs, openMs * 2);
            reopen();
        } else openUntil = now();
    }

    return {
        get isOpen() {
            return openUntil !== undefined && openUntil > now();
        },
        async run(connectionId, attempt) {
            if (openUntil !== undefined) {
                const leftMs = openUntil - now();
                if (leftMs > 0) throw new AppError('provider_unavailable', { retryAfterS: leftMs / 1000 });
                // This one tries. Should it hang, another one does after a while.
                reopen();
            }
            traffic.add('call');
            const startEpoch = epoch;
            let outcome: Outcome = 'aborted';
            try {
                const response = await attempt();
                outcome = response.status >= 500 ? 'failed' : 'succeeded';
                return response;
            } catch (error) {
                if (error instanceof EgressError && !notHostFailures.includes(error.code)) outcome = 'failed';
                throw error;
            } finally {
                record(outcome, connectionId, startEpoch);
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

type Outcome = 'succeeded' | 'failed' | 'aborted';

/** How the calls of the last 30 seconds have ended. */
interface Results {
    add(outcome: 'succeeded' | 'failed', connectionId: string): void;
    isFailing(): boolean;
}

function resultsByCall(now: () => number): Results {
    const counts = countRecent<'succeeded' | 'failed'>(now);
    return {
        add: (outcome) => counts.add(outcome),
        isFailing() {
            const failed = counts.sum('failed');
            const all = failed + counts.sum('succeeded');
            return all >= minCalls && failed / all >= maxFailedShare;
        }
    };
}

/** A connection counts once, however many calls it makes; a single one opens nothing. */
function resultsByConnection(now: () => number): Results {
    const recent = new Map<string, Tally>();
    const steps: { index: number; tallies: Map<string, Tally> }[] = [];
    let calls = 0;
    let failing = 0;
    const change = (connectionId: string, by: Tally) => {
        const own = recent.get(connectionId) ?? { succeeded: 0, failed: 0 };
        failing -= Number(isFailing(own));
        const sum = { succeeded: own.succeeded + by.succeeded, failed: own.failed + by.failed };
        failing += Number(isFailing(sum));
        calls += by.succeeded + by.failed;
        if (sum.succeeded + sum.failed > 0) recent.set(connectionId, sum);
        else recent.delete(connectionId);
    };
    const current = () => {
        const index = Math.floor(now() / stepMs);
        for (let [first] = steps; first && first.index <= index - 10; [first] = steps) {
            steps.shift();
            for (const [id, { succeeded, failed }] of first.tallies) change(id, { succeeded: -succeeded, failed: -failed });
        }
        return index;
    };
    return {
        add(outcome, connectionId) {
            const index = current();
            let last = steps.at(-1);
            if (last?.index !== index) steps.push((last = { index, tallies: new Map() }));
            const tally = last.tallies.get(connectionId) ?? { succeeded: 0, failed: 0 };
            last.tallies.set(connectionId, { ...tally, [outcome]: tally[outcome] + 1 });
            change(connectionId, { succeeded: 0, failed: 0, [outcome]: 1 });
        },
        isFailing() {
            current();
            return calls >= minCalls && recent.size > 1 && failing > recent.size * maxFailedShare;
        }
    };
}

interface Tally {
    succeeded: number;
    failed: number;
}

function isFailing({ succeeded, failed }: Tally): boolean {
    return failed > 0 && failed / (succeeded + failed) >= maxFailedShare;
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
