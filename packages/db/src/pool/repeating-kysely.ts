import { Kysely, type TransactionBuilder } from 'kysely';
import type { Db, Schema } from '../schema.ts';
import { isStalePlan } from './database-unavailable.ts';

/** Serialization failure and deadlock: https://www.postgresql.org/docs/18/errcodes-appendix.html */
const ROLLED_BACK = /^40(001|P01)$/;
/** A migration of several files can make the plans of a second connection stale as well. */
const MAX_RUNS = 3;

/** By transaction, while it runs: what waits for its commit. */
const waiting = new WeakMap<object, ((db: Db) => void)[]>();

/** Runs `act` once the transaction is committed, and not if it is rolled back; without one, now. */
export function afterCommit(trx: Db, act: (db: Db) => void): void {
    const acts = waiting.get(trx);
    if (acts) acts.push(act);
    else act(trx);
}

/**
 * Repeats a transaction that PostgreSQL rolled back because of a migration or another transaction.
 * So it may act on the database only: no outbound call, no response, no mail, except
 * {@link afterCommit}.
 */
export class RepeatingKysely extends Kysely<Schema> {
    override transaction(): TransactionBuilder<Schema> {
        const builder = super.transaction();
        const runOnce = builder.execute.bind(builder);
        builder.execute = async (work) => {
            for (let run = 1; ; run += 1)
                try {
                    const acts: ((db: Db) => void)[] = [];
                    const result = await runOnce((trx) => {
                        waiting.set(trx, acts);
                        return work(trx);
                    });
                    for (const act of acts) act(this);
                    return result;
                } catch (error) {
                    if (run === MAX_RUNS || !isRepeatable(error)) throw error;
                }
        };
        return builder;
    }
}

function isRepeatable(error: unknown): boolean {
    return isStalePlan(error) || (error instanceof Error && 'code' in error && ROLLED_BACK.test(String(error.code)));
}
