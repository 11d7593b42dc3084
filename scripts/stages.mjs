import { existsSync, globSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from './build.mjs';
import { runCommand } from './processes.mjs';

/**
 * @typedef {object} Stage
 * @property {string} name
 * @property {() => Promise<{ passed: number, failed: number }>} run
 */

/** @type {Stage[]} */
export const staticStages = [
    { name: 'format', run: () => tool('oxfmt/bin/oxfmt', ['--check']) },
    { name: 'lint', run: () => tool('oxlint/bin/oxlint', ['--deny-warnings', '--report-unused-disable-directives']) },
    { name: 'boundaries', run: async () => single(await node(['packages/tooling/src/boundaries.ts'])) },
    { name: 'types', run: checkTypes },
    { name: 'dead code', run: () => tool('knip/bin/knip.js', ['--no-progress']) },
    { name: 'build', run: () => build(process.cwd()).then(() => single(0)) }
];

/** @type {Stage} files named `*.slow.test.ts` are left to `npm test` */
export const fastTests = { name: 'tests', run: () => vitest(['--project=!slow']) };

/** @type {Stage} after the build: programs that tests start are those that are shipped */
export const allTests = { name: 'tests', run: () => vitest([], { env: { ...process.env, PATCHBAY_TEST_BUILT: 'true' } }) };

/** @type {Stage[]} */
export const browserJourneys = existsSync('e2e/playwright.config.ts') ? [{ name: 'browser journeys', run: playwright }] : [];

/**
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv }} [options]
 */
function vitest(args, options) {
    return withReport(async (file) => {
        const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
        const exitCode = await node(['node_modules/vitest/vitest.mjs', 'run', ...reporters, ...args], options);
        const report = await read(file);
        return counted(exitCode, report?.numPassedTests, report?.numFailedTests);
    });
}

function playwright() {
    return withReport(async (file) => {
        const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: file };
        const args = ['../node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json'];
        const exitCode = await node(args, { cwd: 'e2e', env });
        const stats = (await read(file))?.stats;
        return counted(exitCode, stats?.expected, stats?.unexpected);
    });
}

async function checkTypes() {
    const projects = ['tsconfig.json', ...globSync('{apps,packages}/*/tsconfig.json'), ...globSync('e2e/tsconfig.json')]
        .toSorted()
        .values();
    let failed = 0;
    async function checkNext() {
        for (const project of projects) {
            // What has not changed since the run before is not checked again.
            const buildInfo = `node_modules/.cache/types/${project.replaceAll('/', '-')}.tsbuildinfo`;
            const args = ['--project', project, '--incremental', '--tsBuildInfoFile', buildInfo];
            const exitCode = await node(['node_modules/typescript/bin/tsc', ...args]);
            // Not `failed += await …`, which reads the sum before it waits and loses concurrent
            // changes.
            if (exitCode !== 0) failed += 1;
        }
    }
    await Promise.all([checkNext(), checkNext()]);
    return single(failed);
}

/**
 * @param {string} script its path below node_modules
 * @param {string[]} args
 */
async function tool(script, args) {
    return single(await node([`node_modules/${script}`, ...args]));
}

/**
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} [options]
 */
function node(args, options) {
    return runCommand(process.execPath, args, options);
}

/** @param {number} exitCode */
function single(exitCode) {
    return exitCode === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/**
 * A runner that fails without a failed test (a file that does not load, no report) counts as one.
 * @param {number} exitCode
 */
function counted(exitCode, passed = 0, failed = 0) {
    return { passed, failed: exitCode === 0 ? failed : Math.max(failed, 1) };
}

/**
 * @template T
 * @param {(file: string) => Promise<T>} run
 */
async function withReport(run) {
    const folder = await mkdtemp(join(tmpdir(), 'patchbay-report-'));
    try {
        return await run(join(folder, 'report.json'));
    } finally {
        await rm(folder, { recursive: true, force: true });
    }
}

/** @param {string} file */
async function read(file) {
    return existsSync(file) ? JSON.parse(await readFile(file, 'utf8')) : undefined;
}
