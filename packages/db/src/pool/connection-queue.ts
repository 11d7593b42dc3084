import type pg from 'pg';

interface Waiting {
    since: number;
    /** Without a connection there is at least room for one. */
    go(client?: pg.PoolClient): void;
    refuse(error: unknown): void;
}

/** How many connections there are, and how many callers wait for one. */
export interface PoolUsage {
    used: number;
    idle: number;
    max: number;
    waiting: number;
}

export interface QueueLimits {
    /** Of the pool. */
    size: number;
    /** Longest time without a returned connection. */
    standstillMs: number;
    /** Longest wait of one caller. */
    longestMs: number;
    /** Idle connections are closed after this time. */
    sweepMs?: number;
}

const usualSweepMs = 10_000;

/**
 * A first-in, first-out queue for the pool's connections. A caller waits while connections are
 * being returned, so a burst is served. All waiting callers are rejected at once when no connection
 * is returned for `standstillMs`, or a new one fails. Returned connections stay checked out for the
 * next caller: a check-out of `pg`'s pool costs three timers and a turn of the event loop.
 */
export class ConnectionQueue {
    readonly #pool: pg.Pool;
    readonly #limits: QueueLimits;
    readonly #sweep: NodeJS.Timeout;
    #waiting: Waiting[] = [];
    readonly #kept: pg.PoolClient[] = [];
    readonly #lent = new Set<pg.PoolClient>();
    readonly #broken = new WeakSet<pg.PoolClient>();
    /** Lent by the pool, kept ones included. */
    #taken = 0;
    /** So many of the kept ones have not been needed since the last sweep. */
    #spare = 0;
    #isEnding = false;
    #standstill: NodeJS.Timeout | undefined;

    constructor(pool: pg.Pool, limits: QueueLimits) {
        this.#pool = pool;
        this.#limits = limits;
        // Unheard, it would end the process, also where it comes between two statements.
        pool.on('connect', (client) => client.on('error', (error) => this.#lose(client, error)));
        this.#sweep = setInterval(() => this.#closeSpare(), limits.sweepMs ?? usualSweepMs).unref();
    }

    usage(): PoolUsage {
        return { used: this.#lent.size, idle: this.#kept.length, max: this.#limits.size, waiting: this.#waiting.length };
    }

    async connect(): Promise<pg.PoolClient> {
        const client = this.#kept.pop();
        if (client) {
            this.#spare = Math.min(this.#spare, this.#kept.length);
            return this.#lend(client);
        }
        if (this.#taken < this.#limits.size) {
            this.#taken += 1;
            return this.#lendNew();
        }
        const handed = await new Promise<pg.PoolClient | undefined>((go, refuse) => {
            this.#waiting.push({ since: performance.now(), go, refuse });
            if (this.#waiting.length === 1) this.#watchStandstill();
        });
        return handed ? this.#lend(handed) : this.#lendNew();
    }

    /** @param isBroken the connection must not be reused */
    giveBack(client: pg.PoolClient, isBroken: boolean): void {
        if (!this.#lent.delete(client)) throw new Error('This connection was given back already.');
        const isLost = isBroken || this.#broken.has(client);
        if (isLost || this.#isEnding) {
            this.#release(client, isLost);
            return;
        }
        const next = this.#nextInLine();
        if (next) next.go(client);
        else this.#kept.push(client);
        this.#watchStandstill();
    }

    /** Rejects all waiting callers. */
    refuseAll(error: unknown): void {
        const refused = this.#waiting;
        this.#waiting = [];
        for (const each of refused) each.refuse(error);
    }

    end(): Promise<void> {
        this.#isEnding = true;
        clearInterval(this.#sweep);
        for (const client of this.#kept.splice(0)) this.#release(client, false);
        return this.#pool.end();
    }

    #lend(client: pg.PoolClient): pg.PoolClient {
        this.#lent.add(client);
        return client;
    }

    async #lendNew(): Promise<pg.PoolClient> {
        try {
            return this.#lend(await this.#pool.connect());
        } catch (error) {
            this.refuseAll(error);
            this.#giveUpPlace();
            throw error;
        }
    }

    #release(client: pg.PoolClient, isBroken: boolean): void {
        client.release(isBroken);
        this.#giveUpPlace();
    }

    #giveUpPlace(): void {
        const next = this.#nextInLine();
        if (next) next.go();
        else this.#taken -= 1;
        this.#watchStandstill();
    }

    #nextInLine(): Waiting | undefined {
        const { longestMs } = this.#limits;
        while (this.#waiting[0] && performance.now() - this.#waiting[0].since > longestMs) this.#waiting.shift()?.refuse(tooLong());
        return this.#waiting.shift();
    }

    #watchStandstill(): void {
        clearTimeout(this.#standstill);
        if (this.#waiting.length > 0) this.#standstill = setTimeout(() => this.refuseAll(tooLong()), this.#limits.standstillMs);
    }

    #lose(client: pg.PoolClient, error: Error): void {
        this.#broken.add(client);
        const index = this.#kept.indexOf(client);
        if (index === -1) return;
        this.#kept.splice(index, 1);
        this.#release(client, true);
        // As the pool says it of those that it keeps itself.
        this.#pool.emit('error', error, client);
    }

    #closeSpare(): void {
        for (const client of this.#kept.splice(0, this.#spare)) this.#release(client, true);
        this.#spare = this.#kept.length;
    }
}

/** In the words of pg-pool, which nothing but the text tells apart. */
function tooLong(): Error {
    return new Error('timeout exceeded when trying to connect');
}
