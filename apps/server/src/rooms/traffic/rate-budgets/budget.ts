import { AppError } from '@patchbay/contracts';
import type { RateLimits } from '@patchbay/providers';
import type { Deps } from '../../../deps.ts';
import { createResponseTimes } from './response-times.ts';
import { changeBudget } from './change-budget.ts';
import { decide, type Decision, type Grant } from './decide.ts';
import type { Told } from './learn.ts';
import { paceOf } from './pace.ts';
import { createPermit, type Permit } from './permit.ts';
import type { BudgetPlace } from './rate-budgets.sql.ts';

/** One budget as one server uses it. All times here are of `performance.now()`. */
export interface Budget {
    acquire(lane: string, maxWaitMs: number, signal?: AbortSignal): Promise<Permit>;
    /** Tells the others what they have to know. */
    stop(): Promise<void>;
}

interface Waiter {
    sinceMs: number;
    untilMs: number;
    /** Whether it was looked at if the wait will be too long. */
    isJudged: boolean;
    isGone: boolean;
    give(permit: Permit): void;
    refuse(error: unknown): void;
}

interface News {
    used: { atMs: number }[];
    told: (Omit<Told, 'agoMs'> & { atMs: number })[];
}

/** Not more are told of at once; the others' turn is later anyway. */
const mostLanes = 200;
/** So that nobody takes this server for dead. */
const aliveMs = 3000;
/** A permit that was given so long ago may count as a dead server's by now: this process was stopped in between. */
const staleMs = 5000;
const afterFailureMs = 1000;

/** @param onIdle nothing waits and nothing is under way */
export function createBudget(
    deps: Pick<Deps, 'db' | 'ids'>,
    { place, limits, onIdle }: { place: BudgetPlace; limits: RateLimits; onIdle: () => void }
): Budget {
    // Not the process's: one that was idle and is not may exist twice for a moment.
    const server = deps.ids.uuid();
    const pace = paceOf(limits);
    const { certainAfter } = createResponseTimes(pace);
    /** In the order of their turns. */
    const lanes = new Map<string, Waiter[]>();
    /** Permits that are not known to be used. */
    let held = 0;
    let news: News = { used: [], told: [] };
    let last: Pick<Decision, 'waits' | 'roundMs' | 'isStrained'> & { atMs: number } = {
        waits: new Map(),
        roundMs: 0,
        isStrained: false,
        atMs: -Infinity
    };
    let lastAskedMs = -Infinity;
    let asking: Promise<void> | undefined;
    let isStopped = false;
    let nextMs = Infinity;
    let timer: NodeJS.Timeout | undefined;

    function askAt(timeMs: number) {
        if (timeMs >= nextMs || isStopped) return;
        nextMs = timeMs;
        if (asking) return;
        clearTimeout(timer);
        timer = setTimeout(askNow, Math.max(0, timeMs - performance.now())).unref();
    }

    function askNow() {
        nextMs = Infinity;
        asking = ask();
        void asking.then(() => {
            asking = undefined;
            const dueMs = nextMs;
            nextMs = Infinity;
            if (dueMs < Infinity) askAt(dueMs);
            else if (held > 0) askAt(performance.now() + aliveMs);
            else onIdle();
        });
    }

    /** Never rejects: who waits hears what went wrong. */
    async function ask(): Promise<void> {
        const asked = news;
        news = { used: [], told: [] };
        const askedMs = performance.now();
        // Before the database says what time it is: then nothing can seem older than it was.
        const ago = <T extends { atMs: number }>({ atMs, ...rest }: T) => ({ ...rest, agoMs: askedMs - atMs });
        const words = {
            server,
            waiting: [...lanes].slice(0, mostLanes).map(([lane, waiters]) => ({
                lane,
                agoMs: askedMs - (waiters[0]?.sinceMs ?? askedMs),
                count: waiters.length
            })),
            held,
            used: asked.used.map(ago),
            told: asked.told.map(ago)
        };
        try {
            let toldMs = askedMs;
            const decision = await changeBudget(deps, { place, limits }, (state, clockMs) => {
                // From now on what the database said is past.
                toldMs = performance.now();
                return decide(limits, state, { ...words, lastAgoMs: toldMs - lastAskedMs }, clockMs);
            });
            lastAskedMs = askedMs;
            hear(decision, toldMs, askedMs + staleMs);
        } catch (error) {
            news = { used: [...asked.used, ...news.used], told: [...asked.told, ...news.told] };
            refuseAll(error);
            askAt(performance.now() + afterFailureMs);
        }
    }

    function hear({ grants, waits, roundMs, askInMs, isStrained }: Decision, atMs: number, staleAtMs: number) {
        last = { waits, roundMs, isStrained, atMs };
        for (const grant of grants) hand(grant, atMs + grant.inMs, staleAtMs);
        for (const [lane, waiters] of lanes) for (const [index, waiter] of waiters.entries()) judge(waiter, estimateMs(lane, index));
        if (lanes.size > 0) askAt(atMs + askInMs);
    }

    function hand(grant: Grant, goodMs: number, staleAtMs: number) {
        held += 1;
        const waiter = shift(grant.lane);
        if (!waiter) return giveBack();
        whenItIs(goodMs, () => {
            if (waiter.isGone) return giveBack();
            if (performance.now() < staleAtMs) return waiter.give(permitFor(grant));
            giveBack();
            const waiters = lanes.get(grant.lane) ?? [];
            lanes.set(grant.lane, [waiter, ...waiters]);
        });
    }

    /** Nothing was sent with it. */
    function giveBack() {
        held -= 1;
        askAt(performance.now());
    }

    function permitFor({ permit, left: thought }: Grant): Permit {
        return createPermit(pace, {
            certainAfter,
            end(countedMs) {
                held -= 1;
                news.used.push({ atMs: countedMs });
                askAt(performance.now() + pace.tellMs);
            },
            learn({ status, waitMs, left }) {
                const isRefused = status === 429;
                if (!isRefused && left === undefined && !last.isStrained) return;
                news.told.push({
                    permit,
                    atMs: performance.now(),
                    isRefused,
                    ...(waitMs === undefined ? {} : { waitMs }),
                    ...(left === undefined ? {} : { left: { told: left, thought } })
                });
                askAt(performance.now() + (isRefused ? 0 : pace.tellMs));
            }
        });
    }

    /** The lane's first waiter; the lane goes to the end. */
    function shift(lane: string): Waiter | undefined {
        const waiters = lanes.get(lane);
        const waiter = waiters?.shift();
        lanes.delete(lane);
        if (waiters && waiters.length > 0) lanes.set(lane, waiters);
        return waiter;
    }

    function remove(lane: string, waiter: Waiter) {
        const waiters = (lanes.get(lane) ?? []).filter((each) => each !== waiter);
        if (waiters.length > 0) lanes.set(lane, waiters);
        else lanes.delete(lane);
    }

    function estimateMs(lane: string, index: number): number | undefined {
        const turnMs = last.waits.get(lane);
        return turnMs === undefined ? undefined : Math.max(0, last.atMs + turnMs + index * last.roundMs - performance.now());
    }

    /** Who would wait in vain is told at once: when it begins to wait, and when the provider has closed. */
    function judge(waiter: Waiter, inMs: number | undefined) {
        if (inMs === undefined || (waiter.isJudged && !last.isStrained)) return;
        waiter.isJudged = true;
        if (performance.now() + inMs > waiter.untilMs) waiter.refuse(tooLong(inMs));
    }

    function refuseAll(error: unknown) {
        for (const waiters of lanes.values()) for (const waiter of waiters) waiter.refuse(error);
    }

    return {
        acquire(lane, maxWaitMs, signal) {
            return new Promise((resolve, reject) => {
                const sinceMs = performance.now();
                const leave = () => {
                    waiter.isGone = true;
                    clearTimeout(deadline);
                    signal?.removeEventListener('abort', abort);
                    remove(lane, waiter);
                };
                const waiter: Waiter = {
                    sinceMs,
                    untilMs: sinceMs + maxWaitMs,
                    isJudged: false,
                    isGone: false,
                    give(permit) {
                        leave();
                        resolve(permit);
                    },
                    refuse(error) {
                        leave();
                        reject(error);
                    }
                };
                const abort = () => waiter.refuse(signal?.reason);
                signal?.addEventListener('abort', abort, { once: true });
                const deadline = setTimeout(() => {
                    const index = lanes.get(lane)?.indexOf(waiter) ?? 0;
                    waiter.refuse(tooLong(estimateMs(lane, index) ?? pace.slotMs));
                }, maxWaitMs).unref();

                const waiters = lanes.get(lane);
                if (waiters) waiters.push(waiter);
                else {
                    lanes.set(lane, [waiter]);
                    // Where others wait already, a few new ones are told of together.
                    askAt(Math.max(sinceMs, last.waits.size > 0 ? last.atMs + pace.aheadMs / 8 : 0));
                }
            });
        },
        async stop() {
            isStopped = true;
            clearTimeout(timer);
            refuseAll(new AppError('dependency_unavailable'));
            await asking;
            const nowMs = performance.now();
            for (; held > 0; held -= 1) news.used.push({ atMs: nowMs + pace.lateMs });
            await ask();
        }
    };
}

function tooLong(waitMs: number): AppError {
    return new AppError('provider_rate_limited', { retryAfterS: waitMs / 1000 });
}

/** Calls back then, and not a moment earlier, as timers do. */
function whenItIs(timeMs: number, then: () => void) {
    const leftMs = timeMs - performance.now();
    if (leftMs <= 0) then();
    else setTimeout(() => whenItIs(timeMs, then), Math.ceil(leftMs)).unref();
}
