import { isKeySection, KEY_SECTIONS } from './callers.ts';
import type { Caller, KeySection } from './callers.ts';
import { checkFields, isInteger, InvalidInput } from './check-fields.ts';
import type { Check } from './check-fields.ts';
import { SlidingLog } from './sliding-log.ts';

interface Window {
    requests: number;
    per_ms: number;
}

/** How many requests each key of an API may make, with the control plane's field names. */
export interface RateLimit {
    section: KeySection;
    /** All of them hold at once. Without any, there is no limit. */
    windows: Window[];
    /**
     * `ratelimit`: `x-ratelimit-limit`, `-remaining` and `-reset` (Unix seconds) of the fullest
     * window.
     */
    headers: 'none' | 'ratelimit';
    /**
     * Seconds. Default: none for `/keyed`, as at its gateway, the true value elsewhere. null: none.
     */
    retry_after?: number | null;
}

/**
 * Requests of one key since its API's limit was set. Times are Unix milliseconds, with fractions.
 */
interface KeyTraffic extends Caller {
    section: KeySection;
    total: number;
    accepted: number;
    refused: number;
    /**
     * For each of the limit's windows, the most arrivals in any window of its length, refused
     * included.
     */
    most_in_window: number[];
    first_arrival_ms: number;
    last_arrival_ms: number;
}

/** What a limit says to one request. */
export interface RateLimitDecision {
    isAccepted: boolean;
    headers: Record<string, string>;
}

interface KeyLogs {
    traffic: KeyTraffic;
    windows: { window: Window; arrived: SlidingLog; accepted: SlidingLog }[];
}

const MAX_WINDOW_MS = 86_400_000;
const WINDOW_FIELDS = { '*requests': isInteger(1), '*per_ms': isInteger(1, MAX_WINDOW_MS) };
const LIMIT_FIELDS: Readonly<Record<string, Check>> = {
    '*section': isKeySection,
    '*windows': Array.isArray,
    headers: (value) => value === 'none' || value === 'ratelimit',
    retry_after: (value) => value === null || isInteger(0)(value)
};

/** Reads `{section, windows, headers?, retry_after?}`. @throws {InvalidInput} */
export function parseRateLimit(input: unknown): RateLimit {
    checkFields('The limit', input, LIMIT_FIELDS);
    const { section, windows, headers, retry_after: retryAfter } = input;
    if (!isKeySection(section)) throw new InvalidInput(`"section" must be one of ${KEY_SECTIONS.join(', ')}.`);
    const parsed = (Array.isArray(windows) ? windows : []).map((window: unknown, index) => {
        checkFields(`Window ${index}`, window, WINDOW_FIELDS);
        return { requests: Number(window['requests']), per_ms: Number(window['per_ms']) };
    });
    return {
        section,
        windows: parsed,
        headers: headers === 'ratelimit' ? 'ratelimit' : 'none',
        ...(retryAfter === undefined ? {} : { retry_after: retryAfter === null ? null : Number(retryAfter) })
    };
}

/** The active limits. Exact: each accepted request is logged for as long as its windows last. */
export class RateLimits {
    readonly #limits = new Map<KeySection, RateLimit>();
    readonly #logs = new Map<string, KeyLogs>();

    /** Sets one API's limit and counts its keys from zero. */
    set(limit: RateLimit): void {
        for (const [name, { traffic }] of this.#logs) if (traffic.section === limit.section) this.#logs.delete(name);
        if (limit.windows.length > 0) this.#limits.set(limit.section, limit);
        else this.#limits.delete(limit.section);
    }

    hasLimit(section: KeySection): boolean {
        return this.#limits.has(section);
    }

    list(): { limits: RateLimit[]; keys: KeyTraffic[] } {
        return { limits: [...this.#limits.values()], keys: [...this.#logs.values()].map(({ traffic }) => traffic) };
    }

    /**
     * Counts a request and decides about it; a refused one takes no room.
     * @param atMs when it arrived, on the clock of `performance.now()`
     * @returns undefined where there is no limit
     */
    arrive(section: KeySection, caller: Caller, atMs: number): RateLimitDecision | undefined {
        const limit = this.#limits.get(section);
        if (!limit) return undefined;
        const { traffic, windows } = this.#logsOf(limit, caller);
        const isAccepted = windows.every(({ window, accepted }) => accepted.count(atMs) < window.requests);
        traffic.total += 1;
        traffic[isAccepted ? 'accepted' : 'refused'] += 1;
        traffic.last_arrival_ms = performance.timeOrigin + atMs;
        if (traffic.total === 1) traffic.first_arrival_ms = traffic.last_arrival_ms;
        for (const [index, { arrived, accepted }] of windows.entries()) {
            arrived.add(atMs);
            if (isAccepted) accepted.add(atMs);
            traffic.most_in_window[index] = Math.max(traffic.most_in_window[index] ?? 0, arrived.count(atMs));
        }
        return {
            isAccepted,
            headers: { ...rateLimitHeaders(limit, windows, atMs), ...(isAccepted ? {} : retryHeader(limit, windows, atMs)) }
        };
    }

    clear(): void {
        this.#limits.clear();
        this.#logs.clear();
    }

    #logsOf({ section, windows }: RateLimit, caller: Caller): KeyLogs {
        const name = `${section} ${caller.key}`;
        const known = this.#logs.get(name);
        if (known) return known;
        const counts = { total: 0, accepted: 0, refused: 0, most_in_window: [], first_arrival_ms: 0, last_arrival_ms: 0 };
        const fresh = {
            traffic: { section, ...caller, ...counts },
            windows: windows.map((window) => ({
                window,
                arrived: new SlidingLog(window.per_ms),
                accepted: new SlidingLog(window.per_ms)
            }))
        };
        this.#logs.set(name, fresh);
        return fresh;
    }
}

function rateLimitHeaders({ headers }: RateLimit, windows: KeyLogs['windows'], atMs: number): Record<string, string> {
    if (headers === 'none') return {};
    const stands = windows.map(({ window, accepted }) => ({
        limit: window.requests,
        remaining: window.requests - accepted.count(atMs),
        resetMs: performance.timeOrigin + accepted.nextLeavesAt(atMs)
    }));
    const [fullest] = stands.toSorted((one, other) => one.remaining - other.remaining || other.resetMs - one.resetMs);
    if (!fullest) return {};
    return {
        'x-ratelimit-limit': String(fullest.limit),
        'x-ratelimit-remaining': String(fullest.remaining),
        'x-ratelimit-reset': String(Math.ceil(fullest.resetMs / 1000))
    };
}

function retryHeader({ section, retry_after: told }: RateLimit, windows: KeyLogs['windows'], atMs: number): Record<string, string> {
    if (told === null || (told === undefined && section === 'keyed')) return {};
    const waits = windows.map(({ window, accepted }) => (accepted.count(atMs) < window.requests ? 0 : accepted.nextLeavesAt(atMs) - atMs));
    return { 'retry-after': String(told ?? Math.ceil(Math.max(...waits) / 1000)) };
}
