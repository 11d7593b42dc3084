import type { Db } from '@patchbay/db';
import { readDatabaseTime } from './clock.sql.ts';
import type { Log } from '../log/log.ts';

export interface Clock {
    now(): Date;
}

const measureIntervalMs = 60_000;
/** The system clock and the monotonic one differ by this: one was set, or the machine slept. */
const clockJumpMs = 1000;
/** Such a measurement waited for something else than the database's time. */
const maxRoundTripMs = 1000;

/**
 * The database's time, so that servers agree when a lease ends, carried on by the monotonic
 * clock between measurements. Exact to half a round trip; a jump of the system clock is ignored.
 * After the machine slept, it is behind until the next measurement.
 */
export async function databaseClock(db: Db, log: Pick<Log, 'warn'>): Promise<Clock & { stop(): void }> {
    let { offsetMs } = await measure(db);
    let skewMs = Date.now() - performance.now();
    let isMeasuring = false;
    const measureAgain = () => {
        if (isMeasuring) return;
        isMeasuring = true;
        skewMs = Date.now() - performance.now();
        measure(db)
            .then(
                (measured) => {
                    if (measured.roundTripMs < maxRoundTripMs) ({ offsetMs } = measured);
                },
                (error: unknown) => log.warn('database_time_unavailable: Patchbay will retry automatically', { error })
            )
            .finally(() => (isMeasuring = false));
    };
    const timer = setInterval(measureAgain, measureIntervalMs);
    timer.unref();
    return {
        now() {
            const monotonicMs = performance.now();
            if (Math.abs(Date.now() - monotonicMs - skewMs) > clockJumpMs) measureAgain();
            return new Date(monotonicMs + offsetMs);
        },
        stop: () => clearInterval(timer)
    };
}

/** The offset of the monotonic clock, by the shortest of three round trips. */
async function measure(db: Db): Promise<{ roundTripMs: number; offsetMs: number }> {
    let best = { roundTripMs: Number.POSITIVE_INFINITY, offsetMs: 0 };
    for (let i = 0; i < 3; i += 1) {
        const before = performance.now();
        const databaseMs = await readDatabaseTime(db);
        const roundTripMs = performance.now() - before;
        if (roundTripMs < best.roundTripMs) best = { roundTripMs, offsetMs: databaseMs - before - roundTripMs / 2 };
    }
    return best;
}
