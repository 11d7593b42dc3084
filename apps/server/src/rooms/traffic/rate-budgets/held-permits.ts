import type { Grant } from './decide.ts';
import type { Told } from './learn.ts';
import type { Pace } from './pace.ts';
import { createPermit, type Permit } from './permit.ts';
import { createResponseTimes } from './response-times.ts';

/** What a server has not reported yet. Times are of `performance.now()`. */
export interface News {
    used: { atMs: number }[];
    told: (Omit<Told, 'agoMs'> & { atMs: number })[];
}

export interface HeldPermits {
    /** Permits that are not known to be used. */
    readonly held: number;
    /** A permit was granted. It ends with what `permitFor` makes of it, or by `giveBack`. */
    hold(): void;
    /** Nothing was sent with it. */
    giveBack(): void;
    permitFor(grant: Grant): Permit;
    /** For a report. */
    takeNews(): News;
    /** The report failed. */
    putBack(news: News): void;
    /** No call reports any more: each held permit counts as used. */
    endAll(): void;
}

/**
 * The permits that one server holds of a budget, and the news of how their calls ended.
 * @param askAt when the news has to be reported
 * @param isStrained whether the next call that the provider takes is news
 */
export function createHeldPermits(
    pace: Pace,
    { askAt, isStrained }: { askAt: (timeMs: number) => void; isStrained: () => boolean }
): HeldPermits {
    const { certainAfter } = createResponseTimes(pace);
    let held = 0;
    let news: News = { used: [], told: [] };
    return {
        get held() {
            return held;
        },
        hold: () => void (held += 1),
        giveBack() {
            held -= 1;
            askAt(performance.now());
        },
        permitFor: ({ permit, left: thought }) =>
            createPermit(pace, {
                certainAfter,
                end(countedMs) {
                    held -= 1;
                    news.used.push({ atMs: countedMs });
                    askAt(performance.now() + pace.tellMs);
                },
                learn({ isRefused, waitMs, left }) {
                    if (!isRefused && left === undefined && !isStrained()) return;
                    news.told.push({
                        permit,
                        atMs: performance.now(),
                        isRefused,
                        ...(waitMs === undefined ? {} : { waitMs }),
                        ...(left === undefined ? {} : { left: { told: left, thought } })
                    });
                    askAt(performance.now() + (isRefused ? 0 : pace.tellMs));
                }
            }),
        takeNews() {
            const taken = news;
            news = { used: [], told: [] };
            return taken;
        },
        putBack(older) {
            news = { used: [...older.used, ...news.used], told: [...older.told, ...news.told] };
        },
        endAll() {
            const nowMs = performance.now();
            for (; held > 0; held -= 1) news.used.push({ atMs: nowMs + pace.lateMs });
        }
    };
}
