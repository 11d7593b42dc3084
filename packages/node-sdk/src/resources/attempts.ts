import type { Call, Operations } from '../operations.ts';

export type AttemptRecord = Operations['listAttempts']['response']['data'][number];

type ListQuery = NonNullable<Operations['listAttempts']['query']>;
export interface AttemptFilter extends Omit<ListQuery, 'is_reconnect' | 'limit' | 'page'> {
    /** Only those that renew a connection, or only those that make one. */
    is_reconnect?: boolean;
    /** 1 to 100; 20 by default. */
    limit?: number;
    /** From 0. */
    page?: number;
}

/** What became of end users' tries at connecting, for your support. */
export class Attempts {
    readonly #call: Call;
    constructor(call: Call) {
        this.#call = call;
    }

    /**
     * Lists tries, newest first, each with its timeline and a summary in words.
     * @param filter all of it must match; `ref` is what the end user quotes, such as `C-7F3K2`.
     * @returns `data`: those of the last 30 days.
     * @throws {ApiError} `forbidden` for a key without the scope `environment:connections:read`.
     * @see GET /connect/attempts
     * @example
     * const { data } = await patchbay.attempts.list({ ref: 'C-7F3K2' });
     */
    list(filter: AttemptFilter = {}): Promise<Operations['listAttempts']['response']> {
        const { is_reconnect: isReconnect, ...query } = filter;
        return this.#call('listAttempts', {
            query: { ...query, ...(isReconnect === undefined ? {} : { is_reconnect: String(isReconnect) }) }
        });
    }
}
