import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** What `npm run chaos` runs at length. */
const chaos = fileURLToPath(new URL('../../../e2e/chaos/chaos.ts', import.meta.url));

export interface Finding {
    what: string;
    seen: string;
    mustBe: string;
    isViolation: boolean;
}

/**
 * Runs one experiment at its shortest, in a process of its own.
 * @returns its table
 * @throws when it ends with a violation; the message names it
 */
export async function runShortChaos(
    experiment: 'connecting' | 'kills' | 'outage' | 'reads' | 'restarts' | 'syncs' | 'types' | 'webhooks' | 'workers'
): Promise<Finding[]> {
    const { stdout } = await promisify(execFile)(process.execPath, [chaos, '--only', experiment, '--short', '--seed', '1', '--json']);
    // Only the experiment writes there.
    return JSON.parse(stdout);
}
