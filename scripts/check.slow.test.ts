import { expect, test } from 'vitest';
import { makeCheckout } from './checkout.fixtures.ts';

const tools = ['oxfmt/bin/oxfmt', 'oxlint/bin/oxlint', 'knip/bin/knip.js', 'typescript/bin/tsc', 'turbo/bin/turbo'];

/** A vitest that responds with this report and this exit code. */
const vitest = (report: unknown, exitCode: number) => `
import { writeFileSync } from 'node:fs';
const file = process.argv.find((one) => one.startsWith('--outputFile.json='))?.slice('--outputFile.json='.length);
const report = ${JSON.stringify(report)};
if (report) writeFileSync(file, JSON.stringify(report));
process.exit(${exitCode});
`;

/** Runs the check in a checkout where each tool is content, but for the given ones. */
async function check(files: Record<string, string>) {
    const checkout = await makeCheckout();
    for (const tool of tools) checkout.write(`node_modules/${tool}`, '');
    checkout.write('packages/tooling/src/boundaries.ts', '');
    checkout.write('node_modules/vitest/vitest.mjs', vitest({ numPassedTests: 40, numFailedTests: 0 }, 0));
    for (const [path, text] of Object.entries(files)) checkout.write(path, text);
    const { ended, output } = checkout.run('check');
    const exitCode = await ended;
    const { stdout } = await output;
    return { exitCode, stdout, lastLine: stdout.trimEnd().split('\n').at(-1) };
}

test('the last line counts the tests, and each other stage as one', async () => {
    expect(await check({})).toMatchObject({ exitCode: 0, lastLine: '46 passed, 0 failed' });
});

test('a stage that fails is shown with its words, and does not keep the others from running', async () => {
    const { exitCode, lastLine, stdout } = await check({
        'node_modules/oxlint/bin/oxlint': `console.log('a.ts:1: no'); process.exit(1);`,
        'node_modules/turbo/bin/turbo': `console.log('no entry'); process.exit(1);`
    });
    expect({ exitCode, lastLine }).toEqual({ exitCode: 1, lastLine: '44 passed, 2 failed' });
    expect(stdout).toContain('a.ts:1: no');
    expect(stdout).toContain('no entry');
    expect(stdout).toMatch(/^FAILED lint +\d+\.\d s$/m);
    expect(stdout).toMatch(/^ok {5}tests +\d+\.\d s$/m);
});

test.each([
    ['failed tests', { numPassedTests: 38, numFailedTests: 2 }, '44 passed, 2 failed'],
    ['a file that does not load', { numPassedTests: 40, numFailedTests: 0 }, '46 passed, 1 failed'],
    ['no report at all', undefined, '6 passed, 1 failed']
])('%s are failures', async (_what, report, lastLine) => {
    expect(await check({ 'node_modules/vitest/vitest.mjs': vitest(report, 1) })).toMatchObject({ exitCode: 1, lastLine });
});

test('the types of every package are checked, and an error in one is not forgotten when another ends later', async () => {
    const tsc = `if (process.argv[3] === 'apps/connect-ui/tsconfig.json') process.exit(2); setTimeout(() => {}, 700);`;
    expect(await check({ 'node_modules/typescript/bin/tsc': tsc })).toMatchObject({ exitCode: 0 });
    expect(await check({ 'node_modules/typescript/bin/tsc': tsc, 'apps/connect-ui/tsconfig.json': '{}' })).toMatchObject({
        exitCode: 1,
        lastLine: '45 passed, 1 failed'
    });
});
