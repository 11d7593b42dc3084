import { startTestPostgres } from '@patchbay/db/testing';

/** One PostgreSQL for the whole run; each worker clones a database of its own. */
export default async function globalSetup(): Promise<() => Promise<void>> {
    const postgres = await startTestPostgres();
    return () => postgres.stop();
}
