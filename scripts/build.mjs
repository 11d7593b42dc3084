import { runCommand } from './processes.mjs';
import { UserError } from './user-error.mjs';

/**
 * Builds what is stale; a second or less when nothing is.
 * @param {string} root
 * @throws {UserError}
 */
export async function build(root) {
    const env = { ...process.env, TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' };
    const args = ['node_modules/turbo/bin/turbo', 'run', 'build', '--output-logs=errors-only', '--log-order=grouped'];
    if ((await runCommand(process.execPath, args, { cwd: root, env, isQuiet: true })) !== 0)
        throw new UserError('The build failed: the reason is above.');
}
