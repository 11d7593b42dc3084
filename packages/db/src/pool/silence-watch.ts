const TICK_MS = 250;
/** Nothing was heard for so long: the database is asked. */
const ASK_AFTER_TICKS = 3;
/** It did not respond for so long: it is silent. Together they stay below 2.5 s. */
const SILENT_AFTER_TICKS = 4;

/** Tells a database that is slow with one statement from one that does not respond at all. */
export interface SilenceWatch {
    /** @throws while the database is silent */
    assertResponsive(): void;
    /**
     * @param cut ends the wait when the database falls silent; what is waited for must fail then
     */
    begin(cut: () => void): Waiting;
    /** @param wasHeard whether the database answered, be it by an error */
    end(waiting: Waiting, wasHeard: boolean): void;
    stop(): void;
}

export interface Waiting {
    since: number;
    cut(): void;
}

/**
 * Fails all waiting calls within 2.5 s after the database fell silent, and new ones at once. Time
 * is counted in ticks, because a process that was stopped has not read what has arrived.
 * @param ask connects anew and runs a statement; resolves on any response
 * @param onSilence called when it falls silent
 */
export function watchForSilence(ask: (timeoutMs: number) => Promise<void>, onSilence: (error: Error) => void): SilenceWatch {
    const waiting = new Set<Waiting>();
    let tick = 0;
    let heardAt = 0;
    let suspectedAt: number | undefined;
    let isAsking = false;
    let isSilent = false;
    let timer: NodeJS.Timeout | undefined;

    function hear(): void {
        heardAt = tick;
        suspectedAt = undefined;
        isSilent = false;
    }

    function askIt(): void {
        if (isAsking) return;
        isAsking = true;
        ask(SILENT_AFTER_TICKS * TICK_MS)
            .then(hear, () => {})
            .finally(() => (isAsking = false));
    }

    function look(): void {
        if (suspectedAt === undefined) {
            const quietSince = Math.max(heardAt, Math.min(...[...waiting].map(({ since }) => since)));
            if (waiting.size === 0) return stop();
            if (tick - quietSince < ASK_AFTER_TICKS) return;
            suspectedAt = tick;
        } else if (isSilent) {
            // Of transactions that were between two statements.
            cutThose(({ since }) => tick - since >= SILENT_AFTER_TICKS);
        } else if (tick - suspectedAt >= SILENT_AFTER_TICKS) {
            isSilent = true;
            cutThose(() => true);
            onSilence(silence());
        }
        askIt();
    }

    function cutThose(isMeant: (one: Waiting) => boolean): void {
        for (const one of waiting) if (isMeant(one)) one.cut();
    }

    function stop(): void {
        clearInterval(timer);
        timer = undefined;
    }

    return {
        assertResponsive() {
            if (isSilent) throw silence();
        },
        begin(cut) {
            const one = { since: tick, cut };
            waiting.add(one);
            timer ??= setInterval(() => {
                tick += 1;
                // What has arrived meanwhile is read first.
                setImmediate(look);
            }, TICK_MS).unref();
            return one;
        },
        end(one, wasHeard) {
            waiting.delete(one);
            if (wasHeard) hear();
        },
        stop
    };
}

function silence(): Error {
    return new Error('The database does not respond');
}
