import { send } from '../inside/door.ts';

const MOST_TIMERS = 1_000;
const LONGEST_MS = 2 ** 31 - 1;

interface Timer {
    callback(): void;
    everyMs: number | undefined;
}

const timers = new Map<number, Timer>();
let last = 0;

/** The child keeps the time, and calls when it is due. */
export function timerFired(id: number): void {
    const timer = timers.get(id);
    if (!timer) return;
    if (timer.everyMs === undefined) timers.delete(id);
    else send('timer', id, timer.everyMs);
    timer.callback();
}

export const areTimersLeft = () => timers.size > 0;
export const forgetTimers = () => timers.clear();

function start(callback: unknown, delayMs: unknown, isRepeated: boolean, args: unknown[]): number {
    if (typeof callback !== 'function') throw new TypeError('A timer needs a function.');
    if (timers.size >= MOST_TIMERS) throw new RangeError(`A function may have ${MOST_TIMERS} timers at once.`);
    const delay = Math.min(Math.max(Math.trunc(Number(delayMs)) || 1, 1), LONGEST_MS);
    const id = ++last;
    timers.set(id, { callback: () => void Reflect.apply(callback, undefined, args), everyMs: isRepeated ? delay : undefined });
    send('timer', id, delay);
    return id;
}

const clear = (id: unknown) => void timers.delete(Number(id));

export const timerGlobals = {
    setTimeout: (callback: unknown, delayMs?: unknown, ...args: unknown[]) => start(callback, delayMs, false, args),
    setInterval: (callback: unknown, delayMs?: unknown, ...args: unknown[]) => start(callback, delayMs, true, args),
    setImmediate: (callback: unknown, ...args: unknown[]) => start(callback, 1, false, args),
    clearTimeout: clear,
    clearInterval: clear,
    clearImmediate: clear,
    queueMicrotask(callback: unknown) {
        if (typeof callback !== 'function') throw new TypeError('queueMicrotask needs a function.');
        void Promise.resolve().then(() => void Reflect.apply(callback, undefined, []));
    }
};
