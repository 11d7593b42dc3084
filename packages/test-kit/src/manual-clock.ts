/** Runs in real time from a chosen moment, and can be advanced. */
export interface ManualClock {
    now(): Date;
    advance(ms: number): void;
}

export function manualClock(start: Date = new Date()): ManualClock {
    let offsetMs = start.getTime() - Date.now();
    return {
        now: () => new Date(Date.now() + offsetMs),
        advance(ms) {
            offsetMs += ms;
        }
    };
}
