import type pg from 'pg';

/** What the rest needs of a pool. */
export interface ConnectionSource {
    connect(): Promise<pg.PoolClient>;
    /** @param isBroken the connection must not be reused */
    giveBack(client: pg.PoolClient, isBroken: boolean): void;
    /** Rejects all waiting callers. */
    refuseAll(error: unknown): void;
    end(): Promise<void>;
}

interface Waiting {
    since: number;
    /** Without a connection there is at least room for one. */
    go(client?: pg.PoolClient): void;
    refuse(error: unknown): void;
}

const usualSweepMs = 10_000;

/**
 * A first-in, first-out queue for the pool's connections. A caller waits while connections are
 * being returned, so a burst is served. All waiting callers are rejected at once when no connection
 * is returned for `standstillMs`, or a new one fails. Returned connections stay checked out for the
 * next caller: a check-out of `pg`'s pool costs three timers and a turn of the event loop.
 * @param limits.size of the pool
 * @param limits.standstillMs longest time without a returned connection
 * @param limits.longestMs longest wait of one caller
 * @param limits.sweepMs idle connections are closed after this time
 */
export function connectionQueue(
    pool: pg.Pool,
    limits: { size: number; standstillMs: number; longestMs: number; sweepMs?: number }
): ConnectionSource {
    let waiting: Waiting[] = [];
    const kept: pg.PoolClient[] = [];
    const lent = new Set<pg.PoolClient>();
    const broken = new WeakSet<pg.PoolClient>();
    /** Lent by the pool, kept ones included. */
    let taken = 0;
    /** So many of the kept ones have not been needed since the last sweep. */
    let spare = 0;
    let isEnding = false;
    let standstill: NodeJS.Timeout | undefined;

    pool.on('connect', (client) => {
        // Unheard, it would end the process, also where it comes between two statements.
        client.on('error', (error) => {
            broken.add(client);
            const index = kept.indexOf(client);
            if (index === -1) return;
            kept.splice(index, 1);
            release(client, true);
            // As the pool says it of those that it keeps itself.
            pool.emit('error', error, client);
        });
    });
    const sweep = setInterval(() => {
        for (const client of kept.splice(0, spare)) release(client, true);
        spare = kept.length;
    }, limits.sweepMs ?? usualSweepMs);
    sweep.unref();

    function refuseAll(error: unknown): void {
        const refused = waiting;
        waiting = [];
        for (const each of refused) each.refuse(error);
    }

    function watch(): void {
        clearTimeout(standstill);
        if (waiting.length > 0) standstill = setTimeout(() => refuseAll(tooLong()), limits.standstillMs);
    }

    function nextInLine(): Waiting | undefined {
        while (waiting[0] && performance.now() - waiting[0].since > limits.longestMs) waiting.shift()?.refuse(tooLong());
        return waiting.shift();
    }

    function release(client: pg.PoolClient, isBroken: boolean): void {
        client.release(isBroken);
        giveUpPlace();
    }

    function giveBack(client: pg.PoolClient, isBroken: boolean): void {
        if (!lent.delete(client)) throw new Error('This connection was given back already.');
        if (isBroken || isEnding || broken.has(client)) {
            release(client, isBroken || broken.has(client));
            return;
        }
        const next = nextInLine();
        if (next) next.go(client);
        else kept.push(client);
        watch();
    }

    function toCaller(client: pg.PoolClient): pg.PoolClient {
        lent.add(client);
        return client;
    }

    function giveUpPlace(): void {
        const next = nextInLine();
        if (next) next.go();
        else taken -= 1;
        watch();
    }

    async function lend(): Promise<pg.PoolClient> {
        try {
            return toCaller(await pool.connect());
        } catch (error) {
            refuseAll(error);
            giveUpPlace();
            throw error;
        }
    }

    return {
        async connect() {
            const client = kept.pop();
            if (client) {
                spare = Math.min(spare, kept.length);
                return toCaller(client);
            }
            if (taken < limits.size) {
                taken += 1;
                return lend();
            }
            const handed = await new Promise<pg.PoolClient | undefined>((go, refuse) => {
                waiting.push({ since: performance.now(), go, refuse });
                if (waiting.length === 1) watch();
            });
            return handed ? toCaller(handed) : lend();
        },
        giveBack,
        refuseAll,
        end() {
            isEnding = true;
            clearInterval(sweep);
            for (const client of kept.splice(0)) release(client, false);
            return pool.end();
        }
    };
}

/** In the words of pg-pool, which nothing but the text tells apart. */
function tooLong(): Error {
    return new Error('timeout exceeded when trying to connect');
}
