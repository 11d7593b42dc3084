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
import { createWaitingLanes } from './waiting-lanes.ts';

/** One budget as one server uses it. All times here are of `performance.now()`. */
export interface Budget {
    acquire(lane: string, maxWaitMs: number, signal?: AbortSignal): Promise<Permit>;
    /** Tells the others what they have to know. */
    stop(): Promise<void>;
}

interface News {
    used: { atMs: number }[];
    told: (Omit<Told, 'agoMs'> & { atMs: number })[];
}

/** Not more are told of at once; the others' turn is later anyway. */
const mostLanes = 200;
/** A heartbeat, so that other servers do not take this one for dead. */
const aliveMs = 3000;
/** The process may have been stopped: a permit given that long ago may count as a dead server's. */
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
    const lanes = createWaitingLanes();
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
            waiting: lanes.list(mostLanes).map(({ lane, sinceMs, count }) => ({ lane, agoMs: askedMs - sinceMs, count })),
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
            applyDecision(decision, toldMs, askedMs + staleMs);
        } catch (error) {
            news = { used: [...asked.used, ...news.used], told: [...asked.told, ...news.told] };
            refuseAll(error);
            askAt(performance.now() + afterFailureMs);
        }
    }

    function applyDecision({ grants, waits, roundMs, askInMs, isStrained }: Decision, atMs: number, staleAtMs: number) {
        last = { waits, roundMs, isStrained, atMs };
        for (const grant of grants) handOut(grant, atMs + grant.inMs, staleAtMs);
        // A call whose wait would be too long is refused at once, also when the provider has
        // closed.
        for (const { waiter, index } of lanes.all()) {
            const waitMs = estimateMs(waiter.lane, index);
            if (waitMs === undefined || (waiter.isChecked && !isStrained)) continue;
            waiter.isChecked = true;
            if (performance.now() + waitMs > waiter.untilMs) waiter.refuse(tooLong(waitMs));
        }
        if (lanes.size > 0) askAt(atMs + askInMs);
    }

    function handOut(grant: Grant, goodMs: number, staleAtMs: number) {
        held += 1;
        const waiter = lanes.shift(grant.lane);
        if (!waiter) return giveBack();
        callAt(goodMs, () => {
            if (waiter.isGone) return giveBack();
            if (performance.now() < staleAtMs) return waiter.give(permitFor(grant));
            giveBack();
            lanes.unshift(waiter);
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

    function estimateMs(lane: string, index: number): number | undefined {
        const turnMs = last.waits.get(lane);
        return turnMs === undefined ? undefined : Math.max(0, last.atMs + turnMs + index * last.roundMs - performance.now());
    }

    function refuseAll(error: unknown) {
        for (const { waiter } of lanes.all()) waiter.refuse(error);
    }

    return {
        acquire(lane, maxMs, signal) {
            const onTimeout = (index: number) => tooLong(estimateMs(lane, index) ?? pace.slotMs);
            const { permit, isFirst } = lanes.add(lane, { maxMs, signal, onTimeout });
            // Where others wait already, a few new ones are told of together.
            if (isFirst) askAt(Math.max(performance.now(), last.waits.size > 0 ? last.atMs + pace.aheadMs / 8 : 0));
            return permit;
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
function callAt(timeMs: number, then: () => void) {
    const leftMs = timeMs - performance.now();
    if (leftMs <= 0) then();
    else setTimeout(() => callAt(timeMs, then), Math.ceil(leftMs)).unref();
}
