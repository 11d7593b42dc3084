export interface AskTimer {
    /** Asks then, unless an earlier time is set. */
    askAt(timeMs: number): void;
    /** Asks no more, and waits for what is being asked. */
    stop(): Promise<void>;
}

/**
 * Asks when it is due, one question at a time. Times are of `performance.now()`.
 * @param ask never rejects
 * @param onRest after a question, where no time is set for the next
 */
export function createAskTimer(ask: () => Promise<void>, onRest: () => void): AskTimer {
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
            else onRest();
        });
    }

    return {
        askAt,
        async stop() {
            isStopped = true;
            clearTimeout(timer);
            await asking;
        }
    };
}
