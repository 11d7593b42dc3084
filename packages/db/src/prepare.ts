import type { Compilable, CompiledQuery } from 'kysely';
import type { Db } from './db.ts';

/** Runs a prepared statement on any connection of a pool. */
export type Run = (text: string, parameters: readonly unknown[]) => Promise<unknown[]>;

/** Each perhaps in one transaction with others of its kind. */
interface Runs {
    reads: Run;
    inserts: Run;
}

const runsOf = new WeakMap<Db, Runs>();

/** @param runs used for `db` itself instead of Kysely's way to a connection; transactions of it stay with theirs */
export function runDirectly(db: Db, runs: Runs): void {
    runsOf.set(db, runs);
}

class Placeholder {
    readonly name: string;
    constructor(name: string) {
        this.name = name;
    }
}

/** @param param puts a value there that each run gives */
type Build<Params, Row> = (db: Db, param: <Name extends keyof Params & string>(name: Name) => Params[Name]) => Compilable<Row>;
type Prepared<Params, Row> = (db: Db, params: Params) => Promise<Row[]>;

/**
 * A read by key that is built once and run with other values each time. Kysely builds and compiles a query for every run otherwise: of a join
 * of two tables 17 µs, nearly as long as all of pg's own work on it. For what runs with every request; elsewhere a plain query reads better.
 * Those that are wanted at the same moment may go out together: nothing may be changed or locked by one.
 * @param build called once, so the shape of the query cannot depend on the values
 */
export function prepareRead<Params extends object, Row>(build: Build<Params, Row>): Prepared<Params, Row> {
    return prepared(build, 'reads');
}

/**
 * {@link prepareRead}, for a row that is inserted with every request: those that come at the same moment may go out together, and are written
 * to the disk once. What is wrong with a row is the error of that one; a lost connection or a statement that took too long is everybody's. As with
 * any write, a row may be there though its caller was told that the database did not answer in time.
 */
export function prepareInsert<Params extends object, Row>(build: Build<Params, Row>): Prepared<Params, Row> {
    return prepared(build, 'inserts');
}

function prepared<Params extends object, Row>(build: Build<Params, Row>, how: keyof Runs): Prepared<Params, Row> {
    let compiled: CompiledQuery<Row> | undefined;
    return async (db, params) => {
        // Kysely takes it for a value and hands it on, so it comes back at its place among the parameters.
        compiled ??= build(db, (name) => new Placeholder(name) as Params[typeof name]).compile();
        // Named by `param` above, which takes no other names.
        const parameters = compiled.parameters.map((value) => (value instanceof Placeholder ? params[value.name as keyof Params] : value));
        const run = runsOf.get(db)?.[how];
        // The compiler has read the type of the rows off the statement.
        if (run) return (await run(compiled.sql, parameters)) as Row[];
        const { rows } = await db.executeQuery<Row>({ ...compiled, parameters });
        return rows;
    };
}
