import type { EndedExchange } from './describe-exchange.ts';

/** About 20 MB without bodies. */
const maxCount = 10_000;
const maxBytes = 32 * 1024 * 1024;

/** Ended exchanges that wait to be stored, bounded in number and size. */
export interface WaitingExchanges {
    readonly count: number;
    /** @returns false when there is no room for it */
    add(ended: EndedExchange): boolean;
    /** The oldest; they stay. */
    oldest(count: number): readonly EndedExchange[];
    removeOldest(count: number): void;
}

export function createWaitingExchanges(): WaitingExchanges {
    let waiting: EndedExchange[] = [];
    let bytes = 0;
    return {
        get count() {
            return waiting.length;
        },
        add(ended) {
            const more = sizeOf(ended);
            if (waiting.length >= maxCount || bytes + more > maxBytes) return false;
            waiting.push(ended);
            bytes += more;
            return true;
        },
        oldest: (count) => waiting.slice(0, count),
        removeOldest(count) {
            for (const ended of waiting.slice(0, count)) bytes -= sizeOf(ended);
            waiting = waiting.slice(count);
        }
    };
}

/** What an exchange keeps in memory, about. */
function sizeOf({ exchange: { requestBody, responseBody } }: EndedExchange): number {
    return 2048 + lengthOf(requestBody.chunks) + lengthOf(responseBody.chunks);
}

function lengthOf(chunks: readonly Buffer[]): number {
    return chunks.reduce((sum, { length }) => sum + length, 0);
}
