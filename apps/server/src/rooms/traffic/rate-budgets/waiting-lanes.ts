import type { Permit } from './permit.ts';

/** One call that waits for its permit. Times are of `performance.now()`. */
export interface Waiter {
    readonly lane: string;
    readonly sinceMs: number;
    readonly untilMs: number;
    /** Whether it was checked if the wait will be too long. */
    isChecked: boolean;
    /** It has its permit, was refused, or its caller has gone. */
    isGone: boolean;
    give(permit: Permit): void;
    refuse(error: unknown): void;
}

/** The calls of one server that wait, by lane. Lanes are in the order of their turns. */
export function createWaitingLanes() {
    const lanes = new Map<string, Waiter[]>();

    function remove(waiter: Waiter) {
        const others = (lanes.get(waiter.lane) ?? []).filter((each) => each !== waiter);
        if (others.length > 0) lanes.set(waiter.lane, others);
        else lanes.delete(waiter.lane);
    }

    const all = () => [...lanes.values()].flatMap((waiters) => waiters.map((waiter, index) => ({ waiter, index })));

    return {
        get size() {
            return lanes.size;
        },
        /**
         * @param wait.onTimeout the error for too long a wait, from the waiter's place in its lane
         */
        add(lane: string, wait: { maxMs: number; signal: AbortSignal | undefined; onTimeout: (index: number) => unknown }) {
            const { maxMs, signal, onTimeout } = wait;
            const { promise: permit, resolve, reject } = Promise.withResolvers<Permit>();
            const sinceMs = performance.now();
            const leave = () => {
                waiter.isGone = true;
                clearTimeout(deadline);
                signal?.removeEventListener('abort', abort);
                remove(waiter);
            };
            const waiter: Waiter = {
                lane,
                sinceMs,
                untilMs: sinceMs + maxMs,
                isChecked: false,
                isGone: false,
                give(given) {
                    leave();
                    resolve(given);
                },
                refuse(error) {
                    leave();
                    reject(error);
                }
            };
            const abort = () => waiter.refuse(signal?.reason);
            signal?.addEventListener('abort', abort, { once: true });
            const deadline = setTimeout(() => waiter.refuse(onTimeout(lanes.get(lane)?.indexOf(waiter) ?? 0)), maxMs).unref();
            const waiters = lanes.get(lane);
            if (waiters) waiters.push(waiter);
            else lanes.set(lane, [waiter]);
            return { permit, isFirst: !waiters };
        },
        /** The lane's first waiter; the lane goes to the end. */
        shift(lane: string) {
            const waiters = lanes.get(lane);
            const waiter = waiters?.shift();
            lanes.delete(lane);
            if (waiters && waiters.length > 0) lanes.set(lane, waiters);
            return waiter;
        },
        /** Puts it in front of its lane again. */
        unshift: (waiter: Waiter) => void lanes.set(waiter.lane, [waiter, ...(lanes.get(waiter.lane) ?? [])]),
        /** The first of each lane, and how many wait there. */
        list: (most: number) =>
            [...lanes].slice(0, most).flatMap(([lane, waiters]) => {
                const [first] = waiters;
                return first ? [{ lane, sinceMs: first.sinceMs, count: waiters.length }] : [];
            }),
        /** Every waiter with its place in its lane. */
        all,
        refuseAll(error: unknown) {
            for (const { waiter } of all()) waiter.refuse(error);
        }
    };
}
