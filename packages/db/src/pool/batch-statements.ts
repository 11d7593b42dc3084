import type { RunStatement } from './prepare.ts';
import type { PreparedPool } from './prepared-pool.ts';

interface Wanted {
    text: string;
    values: readonly unknown[];
    resolve(rows: unknown[]): void;
    reject(error: unknown): void;
}

const usualRoundTrips = 2;
const mostTogether = 16;
/** After a slower round trip, statements are not batched: they would wait for each other. */
const slowMs = 100;
/**
 * A statement that waits longer with no round trip ending gets another one: none may block others.
 */
const patienceMs = 50;

/**
 * Batches short statements: a round trip costs more than reading or inserting one row, and as much
 * as for ten. A single statement is sent at once; those that arrive during two round trips share
 * the next one. While the database is slow, each statement is sent alone, on any free connection.
 */
export function batchStatements(pool: PreparedPool): RunStatement {
    let waiting: Wanted[] = [];
    let underWay = 0;
    let isSlow = false;
    let patience: NodeJS.Timeout | undefined;

    function watch(): void {
        clearTimeout(patience);
        patience = waiting.length > 0 ? setTimeout(() => void workOff(), patienceMs) : undefined;
    }

    /** The first, and those of the same statement. */
    function takeAlike(): Wanted[] {
        const most = isSlow ? 1 : mostTogether;
        const taken: Wanted[] = [];
        const left: Wanted[] = [];
        for (const one of waiting) (one.text === waiting[0]?.text && taken.length < most ? taken : left).push(one);
        waiting = left;
        watch();
        return taken;
    }

    async function makeRoundTrip(): Promise<void> {
        let taken: Wanted[] = [];
        try {
            const client = await pool.connect();
            const startedAt = performance.now();
            try {
                taken = takeAlike();
                const lists = taken.map(({ values }) => values);
                const outcomes = await client.runEach(taken[0]?.text ?? '', lists);
                for (const [index, { resolve, reject }] of taken.entries()) {
                    const outcome = outcomes[index];
                    if (outcome?.status === 'fulfilled') resolve(outcome.value);
                    else reject(outcome?.reason);
                }
            } finally {
                isSlow = performance.now() - startedAt > slowMs;
                client.release();
            }
        } catch (error) {
            // No connection: the database is failing, and those behind would wait as long for the
            // same error.
            if (taken.length === 0) taken = waiting.splice(0);
            for (const { reject } of taken) reject(error);
        }
    }

    async function workOff(): Promise<void> {
        underWay += 1;
        // The connection is given back each time: other callers wait for one too.
        while (waiting.length > 0) {
            await makeRoundTrip();
            if (isSlow) while (underWay < waiting.length) void workOff();
        }
        underWay -= 1;
    }

    return (text, values) =>
        new Promise((resolve, reject) => {
            waiting.push({ text, values, resolve, reject });
            if (isSlow || underWay < usualRoundTrips) void workOff();
            else if (waiting.length === 1) watch();
        });
}
