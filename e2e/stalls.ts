// A machine with other work stands still for some seconds at times, and all of the browser with it.

const beatMs = 50;
/** Later than this a beat says that its process stood still. */
const lateMs = 500;

const stalls: { fromMs: number; toMs: number }[] = [];
let beatenMs = Date.now();

setInterval(() => {
    const nowMs = Date.now();
    if (nowMs - beatenMs > lateMs) stalls.push({ fromMs: beatenMs, toMs: nowMs });
    beatenMs = nowMs;
}, beatMs).unref();

/** How long of the time between this worker stood still, for limits in real time. Ms since 1970. */
export function stoodStillMs(fromMs: number, toMs = Date.now()): number {
    // The beat of a stall that is just over may come after its question.
    return [...stalls, ...(toMs - beatenMs > lateMs ? [{ fromMs: beatenMs, toMs }] : [])]
        .map((stall) => Math.min(stall.toMs, toMs) - Math.max(stall.fromMs, fromMs))
        .reduce((sum, ms) => sum + Math.max(ms, 0), 0);
}
