import { startTestPostgres } from '@patchbay/db/testing';
import { otherBrowsers } from './other-browsers/browsers.ts';

/** One PostgreSQL for the whole run; each worker clones a database of its own. */
export default async function globalSetup(): Promise<() => Promise<void>> {
    for (const [name, { missing }] of Object.entries(otherBrowsers))
        if (missing !== undefined) process.stdout.write(`Without the journeys in ${name}: ${missing}.\n`);
    const postgres = await startTestPostgres();
    return () => postgres.stop();
}
