import { type Runner, startRunner } from '@patchbay/runner';
import { CliError } from './errors.ts';

/**
 * Code of functions is only ever loaded behind the wall, the developer's own too: it then runs as
 * it does on the server.
 * @param instead is done where this machine can't, with the reason; else that is an error
 * @throws {CliError} `runner_unavailable`
 */
export async function withRunner<Value>(
    work: (runner: Runner) => Promise<Value>,
    instead?: (reason: string) => Promise<Value>
): Promise<Value> {
    const runner = await startRunner({ log: () => undefined, pool: { spares: 1 }, trustsProcesses: true });
    try {
        const { level, reason } = runner.wall;
        if (level !== 'unavailable') return await work(runner);
        if (!instead) throw new CliError('runner_unavailable', reason ?? '');
        return await instead(reason ?? '');
    } finally {
        await runner.close();
    }
}
