import type { Db } from '@patchbay/db';
import { findPepper } from './environments.sql.ts';

/** Whether a first start has ever been completed on this database. */
export async function isInitialized(db: Db): Promise<boolean> {
    return (await findPepper(db)) !== undefined;
}
