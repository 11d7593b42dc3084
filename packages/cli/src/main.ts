import { CommanderError } from 'commander';
import { COMPLETE } from './completion.ts';
import { describeError } from './describe-error.ts';
import { UsageError } from './errors.ts';
import { makeProgram } from './program.ts';
import { Terminal } from './terminal.ts';

/** @returns the exit code: 0, 1 where the command failed, 2 where it was called wrongly */
export async function main(args: readonly string[]): Promise<number> {
    const terminal = new Terminal({ json: args.includes('--json'), mayAsk: !args.includes('--no-interactive') });
    let exitCode = 0;
    const context = { terminal, cwd: process.cwd(), variables: process.env };
    if (args[0] === COMPLETE) {
        const { complete } = await import('./complete.ts');
        complete(context, args.slice(1));
        return 0;
    }
    const program = makeProgram(context, ({ json, failed = false }) => {
        if (terminal.json) process.stdout.write(`${JSON.stringify(json, null, 2)}\n`);
        exitCode = failed ? 1 : 0;
    });
    try {
        await program.parseAsync([...args], { from: 'user' });
        return exitCode;
    } catch (error) {
        // The library has written its help, or what is wrong with the arguments.
        if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
        const { code, message, details, isUnexpected } = describeError(error);
        terminal.warn(`${terminal.style('red', 'error:')} ${message}`);
        if (isUnexpected && error instanceof Error) terminal.warn(error.stack ?? '');
        if (terminal.json) process.stdout.write(`${JSON.stringify({ error: { code, message, ...details } }, null, 2)}\n`);
        return error instanceof UsageError ? 2 : 1;
    }
}
