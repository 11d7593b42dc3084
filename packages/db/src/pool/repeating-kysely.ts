import { Kysely, type TransactionBuilder } from 'kysely';
import { isStalePlan } from './database-unavailable.ts';

/** Serialization failure and deadlock: https://www.postgresql.org/docs/18/errcodes-appendix.html */
const ROLLED_BACK = /^40(001|P01)$/;
/** A migration of several files can make the plans of a second connection stale as well. */
const MAX_RUNS = 3;

/**
 * Repeats a transaction that PostgreSQL rolled back because of a migration or another transaction.
 * So it may act on the database only: no outbound call, no response, no mail.
 */
export class RepeatingKysely<Tables> extends Kysely<Tables> {
    override transaction(): TransactionBuilder<Tables> {
        const builder = super.transaction();
        const runOnce = builder.execute.bind(builder);
        builder.execute = async (work) => {
            for (let run = 1; ; run += 1)
                try {
                    return await runOnce(work);
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
