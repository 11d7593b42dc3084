import { run as runTests } from 'node:test';
import { spec } from 'node:test/reporters';
import type { Context, Result } from '../command.ts';
import { CliError } from '../errors.ts';
import { requireProject } from '../project.ts';

/** The test runner of Node: nothing has to be installed for it. */
export async function run({ terminal, cwd }: Context, patterns: readonly string[]): Promise<Result> {
    const folder = requireProject(cwd);
    const hooks = new URL(import.meta.url.endsWith('.ts') ? '../test-hooks.ts' : './test-hooks.js', import.meta.url);
    const stream = runTests({
        cwd: folder,
        globPatterns: patterns.length > 0 ? [...patterns] : ['**/*.{test,spec}.{ts,mts,js,mjs}'],
        concurrency: true,
        execArgv: ['--import', hooks.href]
    });
    let counts = { passed: 0, failed: 0, tests: 0 };
    stream.on('test:summary', ({ file, counts: { passed, skipped, todo, tests } }) => {
        // That of all files.
        if (file === undefined) counts = { passed, failed: tests - passed - skipped - todo, tests };
    });
    for await (const text of stream.compose(new spec())) (terminal.json ? process.stderr : process.stdout).write(String(text));
    if (counts.tests === 0)
        throw new CliError(
            'no_tests',
            'There are no tests. Write one, such as gem/actions/greet.test.ts, with runFunction of @patchbay/functions/testing.'
        );
    return { json: { passed: counts.passed, failed: counts.failed }, failed: counts.failed > 0 };
}
