// Also runs on Node 18.
import { delimiter, dirname } from 'node:path';
import { runCommand } from './processes.mjs';

/**
 * Runs npm, the one that runs us where there is one, in words only when something goes wrong.
 * @param {string[]} args
 * @param {{ node: string, cwd: string }} options
 * @returns {Promise<boolean>} whether it went well
 */
export async function runNpm(args, { node, cwd }) {
    const quiet = [...args, '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'];
    const env = withNodeFirst(node);
    const npmScript = process.env.npm_execpath;
    const exitCode = npmScript?.endsWith('npm-cli.js')
        ? await runCommand(node, [npmScript, ...quiet], { cwd, env })
        : // npm is a .cmd file on Windows, which only a shell can run.
          await runCommand('npm', quiet, { cwd, env, shell: process.platform === 'win32' });
    return exitCode === 0;
}

/**
 * @param {string} node
 * @returns {NodeJS.ProcessEnv} ours, with `node` before any other on the path
 */
export function withNodeFirst(node) {
    // Windows spells it Path; two spellings at once would leave the choice to chance.
    const name = Object.keys(process.env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH';
    return { ...process.env, [name]: `${dirname(node)}${delimiter}${process.env[name] ?? ''}` };
}
