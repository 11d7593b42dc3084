import type { ServerResponse } from 'node:http';
import { AppError } from '@patchbay/contracts';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** Limits of the public API, per server: sharing them would cost a write per call. */
export interface RateLimits {
    /** Counts a call of a key, a session or an address. @throws {AppError} `too_many_request` */
    count(response: ServerResponse, caller: string): Promise<void>;
    /** Counts failed authentication by address. @throws {AppError} `too_many_request` */
    countFailure(response: ServerResponse, address: string): Promise<void>;
}

const secondsPerMinute = 60;
const failuresPerMinute = 300;

export function createRateLimits(perMinute: number): RateLimits {
    if (perMinute === 0) return { count: async () => {}, countFailure: async () => {} };
    const calls = new RateLimiterMemory({ points: perMinute, duration: secondsPerMinute });
    const failures = new RateLimiterMemory({ points: failuresPerMinute, duration: secondsPerMinute });
    return {
        count: (response, caller) => consume(calls, response, caller),
        countFailure: (response, address) => consume(failures, response, address)
    };
}

/** Counts what happens to each key. @throws {AppError} `too_many_request` */
export type CountCall = (response: ServerResponse, key: string) => Promise<void>;

export function createCallLimit(perMinute: number): CountCall {
    const calls = new RateLimiterMemory({ points: perMinute, duration: secondsPerMinute });
    return (response, key) => consume(calls, response, key);
}

async function consume(limiter: RateLimiterMemory, response: ServerResponse, key: string): Promise<void> {
    try {
        describe(response, limiter.points, await limiter.consume(key));
    } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused;
        describe(response, limiter.points, refused);
        response.setHeader('retry-after', Math.max(1, Math.ceil(refused.msBeforeNext / 1000)));
        throw new AppError('too_many_request');
    }
}

function describe(response: ServerResponse, limit: number, state: RateLimiterRes): void {
    response.setHeader('x-ratelimit-limit', limit);
    response.setHeader('x-ratelimit-remaining', state.remainingPoints);
    response.setHeader('x-ratelimit-reset', Math.ceil((Date.now() + state.msBeforeNext) / 1000));
}
