import type { Deps } from '../../../deps.ts';

interface Rounds {
    /** At most so many are begun in a round. */
    perRound: number;
    /** Each is a socket, and calls that hang must not exhaust the rate. */
    maxInProgress: number;
    /** Between rounds, while there is work and while there is not. */
    busyIntervalMs: number;
    idleIntervalMs: number;
    /** Claims at most `limit` and begins the work on them. */
    begin(limit: number): Promise<Promise<void>[]>;
    /** So many of `limit` say that there is more. */
    isBusy(begun: number, limit: number): boolean;
    failed(error: unknown): void;
}

/** Works off what is due, round after round, until it is stopped. */
export function startRounds({ background }: Pick<Deps, 'background'>, rounds: Rounds): { stop(): void } {
    let isStopped = false;
    let count = 0;
    let timer: NodeJS.Timeout | undefined;

    async function round(): Promise<void> {
        const limit = Math.min(rounds.perRound, rounds.maxInProgress - count);
        let isBusy = true;
        try {
            const works = limit > 0 ? await rounds.begin(limit) : [];
            isBusy = rounds.isBusy(works.length, limit);
            count += works.length;
            for (const work of works) background.run(work.finally(() => (count -= 1)));
        } catch (error) {
            rounds.failed(error);
        }
        if (!isStopped) next(isBusy ? rounds.busyIntervalMs : rounds.idleIntervalMs);
    }

    function next(ms: number): void {
        timer = setTimeout(() => background.run(round()), ms).unref();
    }

    // Delayed: a server in a crash loop must not claim connections again and again.
    next(rounds.idleIntervalMs);
    return {
        stop() {
            isStopped = true;
            clearTimeout(timer);
        }
    };
}
