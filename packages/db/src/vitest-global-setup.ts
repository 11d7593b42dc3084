import { hasTestPostgres, startTestPostgres } from './testing.ts';

/**
 * vitest's `globalSetup`, once per project: one PostgreSQL for the run. @returns vitest's teardown
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
    // Vitest sets up the projects one after another and tears down the first of them last.
    if (hasTestPostgres()) return undefined;
    const { stop } = await startTestPostgres();
    return stop;
}
