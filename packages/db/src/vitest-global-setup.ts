import { startTestPostgres } from './testing.ts';

/** For vitest's `globalSetup`: one PostgreSQL for the whole run. What it returns is vitest's teardown. */
export default async function setup(): Promise<() => Promise<void>> {
    const { stop } = await startTestPostgres();
    return stop;
}
