import type { Db } from '@patchbay/db';
import { sql } from 'kysely';
import type { Log } from './log.ts';

export interface Clock {
    now(): Date;
}

const measureEveryMs = 60_000;
/** The system's clock and the monotonic one have parted by so much: one was set, or the machine slept, and only one of them knows. */
const sleptMs = 1000;
/** Such a measurement waited for something else than the database's time. */
const longestTripMs = 1000;

/**
 * The database's time, so that servers whose clocks differ agree on when a lease or a token has ended. Between two measurements the
 * process's monotonic clock carries it on; a jump of the system's clock is not followed. Exact to half of a round trip to the database.
 * After a sleep of the machine, in which the monotonic clock may stand still, it is behind until the database has answered once.
 */
export async function databaseClock(db: Db, log: Log): Promise<Clock & { stop(): void }> {
    let { offsetMs } = await measure(db);
    let apartMs = Date.now() - performance.now();
    let isMeasuring = false;
    const measureAgain = () => {
        if (isMeasuring) return;
        isMeasuring = true;
        apartMs = Date.now() - performance.now();
        measure(db)
            .then(
                (measured) => {
                    if (measured.tripMs < longestTripMs) ({ offsetMs } = measured);
                },
                (error: unknown) => log.warn('database_time_unavailable: Patchbay will retry automatically', { error })
            )
            .finally(() => (isMeasuring = false));
    };
    const timer = setInterval(measureAgain, measureEveryMs);
    timer.unref();
    return {
        now() {
            const monotonicMs = performance.now();
            if (Math.abs(Date.now() - monotonicMs - apartMs) > sleptMs) measureAgain();
            return new Date(monotonicMs + offsetMs);
        },
        stop: () => clearInterval(timer)
    };
}

/** What to add to the monotonic clock; the shortest round trip of a few tells best. */
async function measure(db: Db): Promise<{ tripMs: number; offsetMs: number }> {
    let best = { tripMs: Number.POSITIVE_INFINITY, offsetMs: 0 };
    for (let i = 0; i < 3; i += 1) {
        const before = performance.now();
        const { rows } = await sql<{ ms: number }>`select extract(epoch from clock_timestamp())::float8 * 1000 as ms`.execute(db);
        const tripMs = performance.now() - before;
        if (tripMs < best.tripMs) best = { tripMs, offsetMs: (rows[0]?.ms ?? 0) - before - tripMs / 2 };
    }
    return best;
}
