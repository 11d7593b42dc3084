import type { Compilable, CompiledQuery } from 'kysely';
import type { Db } from '../schema.ts';

/** Runs a statement on any connection of a pool. */
export type RunStatement = (text: string, parameters: readonly unknown[]) => Promise<unknown[]>;

/** Statements of one kind that are made at the same moment share a round trip and a transaction. */
export class StatementBatches {
    /** Of the same pool. */
    readonly db: Db;
    readonly reads: RunStatement;
    readonly inserts: RunStatement;

    constructor(db: Db, { reads, inserts }: { reads: RunStatement; inserts: RunStatement }) {
        this.db = db;
        this.reads = reads;
        this.inserts = inserts;
    }
}

/** Where a statement runs: batched with others, or by itself on the pool or in a transaction. */
export type StatementRunner = Db | StatementBatches;

class Placeholder {
    readonly name: string;
    constructor(name: string) {
        this.name = name;
    }
}

/** @param param puts a value there that each run gives */
type Build<Params, Row> = (db: Db, param: <Name extends keyof Params & string>(name: Name) => Params[Name]) => Compilable<Row>;
type Prepared<Params, Row> = (runner: StatementRunner, params: Params) => Promise<Row[]>;

/**
 * A read by key, built and compiled once: Kysely takes 17 µs for a join of two tables on every run
 * otherwise, nearly as long as all of pg's work on it. It must not change or lock anything, since
 * it may share a transaction with others.
 * @param build called once, so the shape of the query cannot depend on the values
 */
export function prepareRead<Params extends object, Row>(build: Build<Params, Row>): Prepared<Params, Row> {
    return prepared(build, 'reads');
}

/**
 * {@link prepareRead}, for a row that is inserted with every request: a batch is one write to the
 * disk. An invalid row fails alone; a lost connection or a time limit fails the whole batch. As
 * with any write, a row may be there though its caller got a time-out.
 */
export function prepareInsert<Params extends object, Row>(build: Build<Params, Row>): Prepared<Params, Row> {
    return prepared(build, 'inserts');
}

function prepared<Params extends object, Row>(build: Build<Params, Row>, kind: 'reads' | 'inserts'): Prepared<Params, Row> {
    let compiled: CompiledQuery<Row> | undefined;
    return async (runner, params) => {
        const { db } = runner instanceof StatementBatches ? runner : { db: runner };
        // Kysely treats it as a value, so it is found again among the parameters.
        compiled ??= build(db, (name) => new Placeholder(name) as Params[typeof name]).compile();
        // Named by `param` above, which takes no other names.
        const parameters = compiled.parameters.map((value) => (value instanceof Placeholder ? params[value.name as keyof Params] : value));
        // The compiler has read the type of the rows off the statement.
        if (runner instanceof StatementBatches) return (await runner[kind](compiled.sql, parameters)) as Row[];
        const { rows } = await db.executeQuery<Row>({ ...compiled, parameters });
        return rows;
    };
}
