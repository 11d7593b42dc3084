import type { Db } from '@patchbay/db';

/** Holds what a caller is allowed until the transaction ends, or throws where it has been taken. */
export type HoldCaller = (trx: Db) => Promise<void>;
