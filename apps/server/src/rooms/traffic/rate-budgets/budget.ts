import { AppError } from '@patchbay/contracts';
import type { RateLimits } from '@patchbay/providers';
import type { Deps } from '../../../deps.ts';
import { createAskTimer } from './ask-timer.ts';
import { changeBudget } from './change-budget.ts';
import { type Ask, decide, type Decision, type Grant } from './decide.ts';
import { createHeldPermits } from './held-permits.ts';
import { paceOf } from './pace.ts';
import type { Permit } from './permit.ts';
import type { BudgetPlace } from './rate-budgets.sql.ts';
import { createWaitingLanes } from './waiting-lanes.ts';

/** One budget as one server uses it. All times here are of `performance.now()`. */
export interface Budget {
    acquire(lane: string, maxWaitMs: number, signal?: AbortSignal): Promise<Permit>;
    /** Tells the others what they have to know. */
    stop(): Promise<void>;
}

/** What is known of the waits, and when it was told. */
type Waits = Pick<Decision, 'waits' | 'roundMs' | 'isStrained'> & { atMs: number };

/** Not more are told of at once; the others' turn is later anyway. */
const mostLanes = 200;
/** A heartbeat, so that other servers do not take this one for dead. */
const aliveMs = 3000;
/** The process may have been stopped: a permit given that long ago may count as a dead server's. */
const staleMs = 5000;
const afterFailureMs = 1000;

/** @param onIdle nothing waits and nothing is under way */
export function createBudget(
    deps: Pick<Deps, 'db' | 'ids' | 'log'>,
    { place, limits, onIdle }: { place: BudgetPlace; limits: RateLimits; onIdle: () => void }
): Budget {
    // Not the process's: one that was idle and is not may exist twice for a moment.
    const server = deps.ids.uuid();
    const pace = paceOf(limits);
    const lanes = createWaitingLanes();
    const timer = createAskTimer(ask, () => (permits.held > 0 ? timer.askAt(performance.now() + aliveMs) : onIdle()));
    const permits = createHeldPermits(pace, { askAt: timer.askAt, isStrained: () => last.isStrained });
    let last: Waits = { waits: new Map(), roundMs: 0, isStrained: false, atMs: -Infinity };
    let lastAskedMs = -Infinity;

    /** Never rejects: who waits hears what went wrong. */
    async function ask(): Promise<void> {
        const news = permits.takeNews();
        const askedMs = performance.now();
        // Before the database says what time it is: then nothing can seem older than it was.
        const ago = <T extends { atMs: number }>({ atMs, ...rest }: T) => ({ ...rest, agoMs: askedMs - atMs });
        const report = {
            server,
            waiting: lanes.list(mostLanes).map(({ lane, sinceMs, count }) => ({ lane, agoMs: askedMs - sinceMs, count })),
            held: permits.held,
            used: news.used.map(ago),
            told: news.told.map(ago)
        };
        try {
            const { decision, toldMs } = await decideTogether(deps, { place, limits }, report, lastAskedMs);
            lastAskedMs = askedMs;
            applyDecision(decision, toldMs, askedMs + staleMs);
        } catch (error) {
            permits.putBack(news);
            lanes.refuseAll(error);
            timer.askAt(performance.now() + afterFailureMs);
        }
    }

    function applyDecision({ grants, waits, roundMs, askInMs, isStrained }: Decision, atMs: number, staleAtMs: number) {
        last = { waits, roundMs, isStrained, atMs };
        for (const grant of grants) handOut(grant, atMs + grant.inMs, staleAtMs);
        // A call whose wait would be too long is refused at once, also when the provider has
        // closed.
        for (const { waiter, index } of lanes.all()) {
            const waitMs = estimateMs(last, waiter.lane, index);
            if (waitMs === undefined || (waiter.isChecked && !isStrained)) continue;
            waiter.isChecked = true;
            if (performance.now() + waitMs > waiter.untilMs) waiter.refuse(tooLong(waitMs));
        }
        if (lanes.size > 0) timer.askAt(atMs + askInMs);
    }

    function handOut(grant: Grant, goodMs: number, staleAtMs: number) {
        permits.hold();
        const waiter = lanes.shift(grant.lane);
        if (!waiter) return permits.giveBack();
        callAt(goodMs, () => {
            if (waiter.isGone) return permits.giveBack();
            if (performance.now() < staleAtMs) return waiter.give(permits.permitFor(grant));
            permits.giveBack();
            lanes.unshift(waiter);
        });
    }

    return {
        acquire(lane, maxMs, signal) {
            const onTimeout = (index: number) => tooLong(estimateMs(last, lane, index) ?? pace.slotMs);
            const { permit, isFirst } = lanes.add(lane, { maxMs, signal, onTimeout });
            // Where others wait already, a few new ones are told of together.
            if (isFirst) timer.askAt(Math.max(performance.now(), last.waits.size > 0 ? last.atMs + pace.aheadMs / 8 : 0));
            return permit;
        },
        async stop() {
            const stopped = timer.stop();
            lanes.refuseAll(new AppError('dependency_unavailable'));
            await stopped;
            permits.endAll();
            await ask();
        }
    };
}

/** @returns the decision, and when the database had told its time */
async function decideTogether(
    deps: Pick<Deps, 'db' | 'log'>,
    { place, limits }: { place: BudgetPlace; limits: RateLimits },
    report: Omit<Ask, 'lastAgoMs'>,
    lastAskedMs: number
): Promise<{ decision: Decision; toldMs: number }> {
    let toldMs = performance.now();
    const decision = await changeBudget(deps, { place, limits }, (state, clockMs) => {
        // From now on what the database said is past.
        toldMs = performance.now();
        return decide(limits, state, { ...report, lastAgoMs: toldMs - lastAskedMs }, clockMs);
    });
    return { decision, toldMs };
}

/** @param index the call's place in its lane */
function estimateMs({ waits, roundMs, atMs }: Waits, lane: string, index: number): number | undefined {
    const turnMs = waits.get(lane);
    return turnMs === undefined ? undefined : Math.max(0, atMs + turnMs + index * roundMs - performance.now());
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
