import { type Runner, startRunner } from '@patchbay/runner';
import { CliError } from './errors.ts';

/**
 * Code of functions is only ever loaded behind the wall, the developer's own too: it then runs as
 * it does on the server.
 * @throws {CliError} where this machine can't
 */
export async function withRunner<Value>(work: (runner: Runner) => Promise<Value>): Promise<Value> {
    const runner = await startRunner({ log: () => undefined, pool: { spares: 1 }, trustsProcesses: true });
    try {
        if (runner.wall.level === 'unavailable') throw new CliError('runner_unavailable', runner.wall.reason ?? '');
        return await work(runner);
    } finally {
        await runner.close();
    }
}
