import { SlidingLog } from '../sliding-log.ts';
import { DAY_MS } from './row.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const AT_ONCE = 5;

/** @see https://developer.xero.com/documentation/guides/oauth2/limits */
const LIMITS = [
    { problem: 'minute', header: 'x-minlimit-remaining', requests: 60, perMs: MINUTE_MS, isPerTenant: true },
    { problem: 'day', header: 'x-daylimit-remaining', requests: 5000, perMs: DAY_MS, isPerTenant: true },
    { problem: 'appminute', header: 'x-appminlimit-remaining', requests: 10_000, perMs: MINUTE_MS, isPerTenant: false }
] as const;

interface Entered {
    headers: Record<string, string>;
    isRefused: boolean;
    leave(): void;
}

/** Limits of an app and an organisation; refused requests don't count. */
export class Throttle {
    readonly #logs = new Map<string, SlidingLog>();
    readonly #atOnce = new Map<string, number>();
    refused = 0;

    clear(): void {
        this.#logs.clear();
        this.#atOnce.clear();
        this.refused = 0;
    }

    /** @param nowMs undefined while nothing is limited */
    enter(clientId: string, tenantId: string, nowMs: number | undefined): Entered {
        if (nowMs === undefined) return { headers: {}, isRefused: false, leave: () => undefined };
        const key = `${clientId} ${tenantId}`;
        const atOnce = this.#atOnce.get(key) ?? 0;
        const limits = LIMITS.map((limit) => ({
            limit,
            log: this.#log(`${limit.problem} ${limit.isPerTenant ? key : clientId}`, limit.perMs)
        }));
        const full = limits.find(({ limit, log }) => log.count(nowMs) >= limit.requests);
        const isRefused = full !== undefined || atOnce >= AT_ONCE;
        if (isRefused) this.refused += 1;
        else {
            for (const { log } of limits) log.add(nowMs);
            this.#atOnce.set(key, atOnce + 1);
        }
        const remaining = limits.map(({ limit, log }): [string, string] => [
            limit.header,
            String(Math.max(0, limit.requests - log.count(nowMs)))
        ]);
        const waitS = full ? Math.max(1, Math.ceil((full.log.nextLeavesAt(nowMs) - nowMs) / SECOND_MS)) : 1;
        const refusal = isRefused ? { 'x-rate-limit-problem': full?.limit.problem ?? 'concurrent', 'retry-after': String(waitS) } : {};
        return {
            headers: { ...Object.fromEntries<string>(remaining), ...refusal },
            isRefused,
            leave: () => {
                if (!isRefused) this.#atOnce.set(key, (this.#atOnce.get(key) ?? 1) - 1);
            }
        };
    }

    #log(key: string, perMs: number): SlidingLog {
        const log = this.#logs.get(key) ?? new SlidingLog(perMs);
        this.#logs.set(key, log);
        return log;
    }
}
