import { SlidingLog } from '../sliding-log.ts';
import { ApiError } from './api-error.ts';
import { pacificTime } from './pacific-time.ts';
import type { Reply } from './reply.ts';
import type { Settings } from './settings.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const AT_ONCE = 10;

/** A batch is a request to the API too, and that one to any endpoint of Intuit's. */
type Endpoint = 'any' | 'api' | 'batch';
const COUNTED_AS: Readonly<Record<Endpoint, readonly Endpoint[]>> = { any: ['any'], api: ['any', 'api'], batch: ['any', 'api', 'batch'] };

interface Limit {
    name: string;
    of: Endpoint;
    requests: number;
    perMs: number;
    /** Counted for each company, or for each company and app. */
    per: 'realm' | 'app';
}

const LIMITS: readonly Limit[] = [
    { name: 'requests', of: 'api', requests: 500, perMs: MINUTE_MS, per: 'realm' },
    { name: 'rate', of: 'api', requests: 10, perMs: SECOND_MS, per: 'app' },
    { name: 'batch', of: 'batch', requests: 40, perMs: MINUTE_MS, per: 'app' },
    { name: 'batch of the company', of: 'batch', requests: 120, perMs: MINUTE_MS, per: 'realm' },
    { name: 'all endpoints', of: 'any', requests: 800, perMs: MINUTE_MS, per: 'app' }
];

export interface Caller {
    realmId: string;
    clientId: string;
    endpoint: Endpoint;
    isRead: boolean;
}

/** Counts accepted requests in sliding windows; refused ones don't count. */
export class Throttle {
    readonly #settings: Settings;
    readonly #logs = new Map<string, SlidingLog>();
    readonly #atOnce = new Map<string, number>();
    readonly #readsByMonth = new Map<string, number>();
    #refused = 0;

    constructor(settings: Settings) {
        this.#settings = settings;
    }

    clear(): void {
        for (const map of [this.#logs, this.#atOnce, this.#readsByMonth]) map.clear();
        this.#refused = 0;
    }

    counts(): object {
        return { throttled: this.#refused, reads_by_month: Object.fromEntries(this.#readsByMonth) };
    }

    /** @returns the refusal, or what to call when an accepted request has ended */
    enter(caller: Caller, nowMs: number): { refusal: Reply } | { leave: () => void } {
        const { throttle, throttle_mode: mode, monthly_read_cap: cap } = this.#settings;
        const app = `${caller.realmId} ${caller.clientId}`;
        const month = new Date(nowMs).toISOString().slice(0, 7);
        const reads = this.#readsByMonth.get(month) ?? 0;
        const atOnce = this.#atOnce.get(app) ?? 0;
        const logs = LIMITS.filter(
            (limit) => COUNTED_AS[caller.endpoint].includes(limit.of) && !(limit.name === 'rate' && mode === 'concurrent')
        ).map((limit) => ({ limit, log: this.#log(`${limit.name} ${limit.per === 'app' ? app : caller.realmId}`, limit.perMs) }));
        const full = logs.filter(({ limit, log }) => log.count(nowMs) >= limit.requests);
        const isThrottled = throttle && (full.length > 0 || (mode === 'concurrent' && caller.endpoint !== 'any' && atOnce >= AT_ONCE));
        if (isThrottled || (cap !== null && caller.isRead && reads >= cap)) {
            this.#refused += 1;
            const waitMs = Math.max(SECOND_MS, ...full.map(({ log }) => log.nextLeavesAt(nowMs) - nowMs));
            return { refusal: this.#refusal(nowMs, waitMs) };
        }
        for (const { log } of logs) log.add(nowMs);
        if (caller.isRead) this.#readsByMonth.set(month, reads + 1);
        this.#atOnce.set(app, atOnce + 1);
        return { leave: () => void this.#atOnce.set(app, (this.#atOnce.get(app) ?? 1) - 1) };
    }

    #log(key: string, perMs: number): SlidingLog {
        const log = this.#logs.get(key) ?? new SlidingLog(perMs);
        this.#logs.set(key, log);
        return log;
    }

    #refusal(nowMs: number, waitMs: number): Reply {
        const Error = {
            code: '3001',
            Message: 'message=ThrottleExceeded; errorCode=003001; statusCode=429',
            Detail: 'The request limit was reached.  Try again later'
        };
        const headers = this.#settings.retry_after ? { 'retry-after': String(Math.ceil(waitMs / SECOND_MS)) } : {};
        return { status: 429, isXml: true, headers, body: { Fault: { type: 'SERVICE', Error: [Error] }, time: pacificTime(nowMs) } };
    }
}

const MAX_EMAILS = 40;

/** Test companies send 40 mails a day. @throws {ApiError} */
export function countEmail(company: { environment: string; emails: SlidingLog }, nowMs: number): void {
    if (company.environment !== 'sandbox') return;
    if (company.emails.count(nowMs) >= MAX_EMAILS) {
        throw new ApiError('3001', 'ThrottleExceeded', `Test companies send at most ${MAX_EMAILS} mails a day`, {
            status: 429,
            type: 'SERVICE'
        });
    }
    company.emails.add(nowMs);
}
