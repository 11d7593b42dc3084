import { hash } from 'node:crypto';
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import pg from 'pg';
import type { SilenceWatch } from './silence-watch.ts';
import { isStalePlan } from './database-unavailable.ts';
import type { ConnectionQueue } from './connection-queue.ts';
import { type Column, PreparedQuery, type Statement, type StatementResult } from './prepared-query.ts';

/**
 * Sent on a connection: no time limits and no prepared statements until its release, for
 * migrations.
 */
export const LIFT_LIMITS = 'set statement_timeout = 0';
/** The same in a transaction, which leaves nothing behind on a pooler's shared connection. */
export const LIFT_LIMITS_LOCALLY = 'set local statement_timeout = 0';

/** As Kysely begins a transaction; it is sent with the first statement, in one round trip. */
const BEGIN = 'begin';

export const STATEMENT_TIMEOUT_MS = 10_000;
// A vanished network never responds, not even with the server's own timeout.
const RESPONSE_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 1000;
// Each costs the server memory per connection; lists of varying length make new texts without end.
const MAX_PREPARED = 500;
/** Or it took too long: to run it again would not end better. */
const CANCELLED = '57014';
const SHUTTING_DOWN = /^57P/;

export interface PreparedPool extends PostgresPool {
    connect(): Promise<PreparedClient>;
}

export interface PreparedClient extends PostgresPoolClient {
    /** Runs one statement with several lists of values at once. @returns their results in order */
    runEach(text: string, lists: readonly (readonly unknown[])[]): Promise<PromiseSettledResult<unknown[]>[]>;
}

/** How the values of a column are read that pg has parsed; undefined: as they are. */
type ReaderOf = (column: Column) => ((value: unknown) => unknown) | undefined;

/** What the connections of a pool have in common. */
interface Plans {
    /**
     * Increased with a stale plan: statements prepared before may be stale on other connections
     * too.
     */
    epoch: number;
    /** False behind a pooler that gives each transaction another connection. */
    arePrepared: boolean;
    readerOf: ReaderOf;
}

/**
 * Makes each statement a named prepared one: PostgreSQL parses and plans it once per connection.
 * @param options.arePrepared false: the statements are sent unprepared
 */
export function preparedPool(pool: ConnectionQueue, watch: SilenceWatch, options: Pick<Plans, 'arePrepared' | 'readerOf'>): PreparedPool {
    // Kysely knows a connection by this object, so each client keeps one.
    const wrapped = new WeakMap<pg.PoolClient, { client: PreparedClient; epoch: number }>();
    const plans: Plans = { epoch: 0, ...options };
    return {
        options: {},
        connect: async () => {
            for (;;) {
                watch.assertResponsive();
                // A place may be waited for, or a new connection.
                const waiting = watch.begin(() => {});
                const client = await pool.connect().finally(() => watch.end(waiting, false));
                const known = wrapped.get(client) ?? { client: new PreparedConnection(client, pool, plans, watch), epoch: plans.epoch };
                wrapped.set(client, known);
                if (known.epoch === plans.epoch) return known.client;
                pool.giveBack(client, true);
            }
        },
        end: () => {
            watch.stop();
            return pool.end();
        }
    };
}

/** One connection, with the statements that are prepared on it. On the path of every statement. */
class PreparedConnection implements PreparedClient {
    readonly #client: pg.PoolClient;
    readonly #source: ConnectionQueue;
    readonly #plans: Plans;
    readonly #watch: SilenceWatch;
    readonly #epoch: number;
    readonly #statements = new Map<string, Statement>();
    // Fails what the client waits for.
    readonly #cut = () => void this.#client.end().catch(() => {});
    #hasLimits = true;
    #isBroken = false;
    /** A transaction that is not begun at the server yet. */
    #begins = false;

    constructor(client: pg.PoolClient, source: ConnectionQueue, plans: Plans, watch: SilenceWatch) {
        this.#client = client;
        this.#source = source;
        this.#plans = plans;
        this.#watch = watch;
        this.#epoch = plans.epoch;
    }

    query<R>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>;
    query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
    query(text: unknown, parameters: readonly unknown[] = []): unknown {
        if (typeof text !== 'string') throw new TypeError('Streaming is not set up: page through the rows instead');
        return this.#run(text, parameters);
    }

    async runEach(text: string, lists: readonly (readonly unknown[])[]): Promise<PromiseSettledResult<unknown[]>[]> {
        const statement = lists.length > 1 && this.#hasLimits ? this.#statementOf(text) : undefined;
        try {
            if (statement) return (await this.#watched(this.#sendEach(statement, lists))).map(settled);
        } catch (error) {
            this.#isBroken ||= hasEnded(error);
            if (isHopeless(error)) throw error;
            // One of them has ended all: each is to have an error of its own, or none.
        }
        return this.#runOneByOne(text, lists);
    }

    release(destroy?: boolean): void {
        this.#source.giveBack(this.#client, destroy === true || this.#isBroken || !this.#hasLimits);
    }

    async #runOneByOne(text: string, lists: readonly (readonly unknown[])[]): Promise<PromiseSettledResult<unknown[]>[]> {
        const outcomes: PromiseSettledResult<unknown[]>[] = [];
        for (const values of lists) {
            const [outcome] = await Promise.allSettled([this.#run(text, values).then(({ rows }) => rows)]);
            if (outcome.status === 'rejected' && isHopeless(outcome.reason))
                return [...outcomes, ...lists.slice(outcomes.length).map(() => outcome)];
            outcomes.push(outcome);
        }
        return outcomes;
    }

    async #run<R>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>> {
        if (text === LIFT_LIMITS || text === LIFT_LIMITS_LOCALLY) this.#hasLimits = false;
        // Not watched: the database has said nothing.
        if (text === BEGIN && this.#hasLimits && this.#statementOf(text)) {
            this.#begins = true;
            return { command: 'BEGIN', rowCount: null, rows: [] } as unknown as PostgresQueryResult<R>; // Kysely knows fewer commands
        }
        try {
            return (await this.#watched(this.#send(text, parameters))) as PostgresQueryResult<R>; // Kysely's own, narrower idea of pg's response
        } catch (error) {
            this.#isBroken ||= hasEnded(error);
            if (!isStalePlan(error)) throw error;
            this.#distrustPlans(error);
            // In a transaction this fails too, and then the first error is the one that tells.
            return (await this.#sendUnprepared({ text, values: [...parameters] }).catch(() =>
                Promise.reject(error)
            )) as unknown as PostgresQueryResult<R>;
        }
    }

    #distrustPlans({ code }: { code: string }): void {
        this.#isBroken = true;
        if (this.#plans.epoch === this.#epoch) this.#plans.epoch += 1;
        // PostgreSQL keeps prepared statements: a pooler is assigning connections in turns.
        if (code !== '0A000') this.#plans.arePrepared = false;
    }

    async #send(text: string, parameters: readonly unknown[]): Promise<unknown> {
        // pg changes nothing in the list it is given, its types only don't say so.
        const values = parameters as unknown[];
        const statement = this.#hasLimits ? this.#statementOf(text) : undefined;
        if (this.#begins && !statement) {
            this.#begins = false;
            await this.#sendUnprepared({ text: BEGIN, ...(this.#hasLimits && { query_timeout: RESPONSE_TIMEOUT_MS }) });
        }
        // Without values and name pg sends a text of several statements, as migrations are.
        if (!this.#hasLimits) return this.#client.query({ text, values });
        // The time limit is pg's own, its types leave it out.
        const unprepared = { text, values, query_timeout: RESPONSE_TIMEOUT_MS };
        if (!statement) return this.#sendUnprepared(unprepared);
        const [result] = await this.#sendEach(statement, [parameters]);
        if (result?.unreadable !== undefined) throw result.unreadable;
        return result;
    }

    async #sendUnprepared(query: pg.QueryConfig): Promise<pg.QueryResult> {
        const result = await this.#client.query<Record<string, unknown>>(query);
        for (const column of result.fields) {
            const read = this.#plans.readerOf(column);
            if (read) for (const row of result.rows) row[column.name] = read(row[column.name]);
        }
        return result;
    }

    #parserOf(column: Column): (text: string) => unknown {
        // Untyped in pg.
        const parse = this.#client.getTypeParser(column.dataTypeID, 'text') as (text: string) => unknown;
        const read = this.#plans.readerOf(column);
        return read ? (text) => read(parse(text)) : parse;
    }

    /** @throws the first error; then none of them has done anything */
    #sendEach(statement: Statement, lists: readonly (readonly unknown[])[]): Promise<StatementResult[]> {
        const options = { timeoutMs: RESPONSE_TIMEOUT_MS, begins: this.#begins };
        this.#begins = false;
        return new Promise((resolve, reject) => {
            const query = new PreparedQuery(statement, lists, options, (error, results = []) => {
                if (!error) return resolve(results);
                // A caller that catches the error goes on in the transaction.
                this.#begins ||= options.begins && !query.isSent;
                reject(error);
            });
            void this.#client.query(query);
        });
    }

    #statementOf(text: string): Statement | undefined {
        if (!this.#plans.arePrepared) return undefined;
        const known = this.#statements.get(text);
        if (known !== undefined || this.#statements.size >= MAX_PREPARED) return known;
        const statement = { name: `pb_${hash('sha256', text).slice(0, 32)}`, text, parserOf: (column: Column) => this.#parserOf(column) };
        this.#statements.set(text, statement);
        return statement;
    }

    async #watched<T>(response: Promise<T>): Promise<T> {
        const waiting = this.#watch.begin(this.#cut);
        let wasHeard = false;
        try {
            const result = await response;
            wasHeard = true;
            return result;
        } catch (error) {
            wasHeard = !hasEnded(error);
            throw error;
        } finally {
            this.#watch.end(waiting, wasHeard);
        }
    }
}

/** Whether the others need not even be tried. */
function isHopeless(error: unknown): boolean {
    return hasEnded(error) || (error instanceof pg.DatabaseError && error.code === CANCELLED);
}

/** Whether the connection has ended. The server reports that a moment before it closes. */
function hasEnded(error: unknown): boolean {
    return !(error instanceof pg.DatabaseError) || SHUTTING_DOWN.test(error.code ?? '');
}

function settled({ rows, unreadable }: StatementResult): PromiseSettledResult<unknown[]> {
    return unreadable === undefined ? { status: 'fulfilled', value: rows } : { status: 'rejected', reason: unreadable };
}
