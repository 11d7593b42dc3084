import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { actionSource, bin, emptyFolder, keysOf, patchbay, projectOf, startGemApp, strictTypes, write } from './cli.fixtures.ts';

let app: TestApp;
beforeAll(async () => {
    app = await startGemApp();
});
afterAll(() => app[Symbol.asyncDispose]());

/** @returns with `next`, which waits for its next event */
function startDev(folder: string, name: string) {
    const child = spawn(process.execPath, [bin, 'dev', '--run', name, '--connection', 'c1', '--json'], {
        cwd: folder,
        env: { PATH: process.env['PATH'], ...keysOf(app) },
        stdio: ['ignore', 'pipe', 'ignore']
    });
    const events = createInterface(child.stdout)[Symbol.asyncIterator]();
    return { child, next: async () => JSON.parse((await events.next()).value ?? 'null') };
}

test('dev compiles and runs on each change, until it is stopped', async () => {
    const folder = projectOf({ 'gem/actions/one.ts': actionSource('return 1;') });
    const { next, child } = startDev(folder, 'one');
    expect(await next()).toMatchObject({ event: 'build', problems: [], functions: ['gem/actions/one.ts'] });
    expect(await next()).toMatchObject({ event: 'run', status: 'succeeded', output: 1 });
    write(folder, { 'gem/actions/one.ts': 'export default {' });
    expect(await next()).toMatchObject({ event: 'build', problems: [{ file: 'gem/actions/one.ts', line: 1 }] });
    write(folder, { 'gem/actions/one.ts': actionSource('return 2;') });
    expect(await next()).toMatchObject({ event: 'build', problems: [] });
    expect(await next()).toMatchObject({ event: 'run', output: 2 });
    child.kill('SIGTERM');
    await expect.poll(() => child.exitCode).toBe(0);
});

test('dev tells a type error with its file, line and sentence, does not run it, and goes on when it is mended', async () => {
    const typed = (value: string) => actionSource(`\n        const count: number = ${value};\n        return count;`);
    const folder = projectOf({
        'tsconfig.json': strictTypes,
        'gem/actions/typed.ts': typed(`'many'`)
    });
    const { next, child } = startDev(folder, 'typed');
    const problem = { file: 'gem/actions/typed.ts', line: 8, message: `Type 'string' is not assignable to type 'number'.` };
    expect(await next()).toMatchObject({ event: 'build', problems: [problem] });
    write(folder, { 'gem/actions/typed.ts': typed('5') });
    expect(await next()).toMatchObject({ event: 'build', problems: [] });
    expect(await next()).toMatchObject({ event: 'run', output: 5 });
    child.kill('SIGTERM');
    await expect.poll(() => child.exitCode).toBe(0);
});

test('the tests of a project are run, of one that was written for the reference service too', async () => {
    const source = actionSource('return { hello: input };').replace('@patchbay/functions', 'nango');
    const body = (expected: string) => `import { test } from 'node:test';
import assert from 'node:assert';
import { runFunction } from '@patchbay/functions/testing';
import greet from './greet.js';
test('greets', async () => assert.deepEqual((await runFunction(greet, { input: 'Ada' })).output, { hello: '${expected}' }));
`;
    const folder = projectOf({ 'gem/actions/greet.ts': source, 'gem/actions/greet.test.ts': body('Ada') });
    expect((await patchbay(folder, ['test', '--json'])).json()).toEqual({ passed: 1, failed: 0 });
    write(folder, { 'gem/actions/greet.test.ts': body('Grace') });
    expect(await patchbay(folder, ['test'])).toMatchObject({ code: 1, stdout: expect.stringContaining('✖ greets') });
});

test('variables are set, listed and deleted', async () => {
    const folder = emptyFolder();
    write(folder, { secret: 'from a file\n' });
    const run = (...args: string[]) => patchbay(folder, ['variables', ...args], keysOf(app));
    expect((await run('set', 'REGION', 'eu')).stdout).toContain('Set REGION in dev');
    await run('set', 'TOKEN', '@secret');
    expect((await run('list')).stdout).toBe('REGION=eu\nTOKEN=from a file\n');
    await run('delete', 'REGION');
    expect((await run('list', '--json')).json()).toEqual([{ name: 'TOKEN', value: 'from a file', updated_at: expect.any(String) }]);
    expect(await run('delete', 'REGION')).toMatchObject({ code: 1 });
});

describe('doctor', () => {
    test('finds nothing wrong where nothing is', async () => {
        const folder = projectOf({ 'gem/actions/one.ts': actionSource('return 1;'), 'tsconfig.json': '{}' });
        const { code, stdout } = await patchbay(folder, ['doctor'], keysOf(app));
        expect(stdout.match(/^[!✗].*/gm)).toBeNull();
        expect(code).toBe(0);
        expect(stdout).toContain(`✓ The server at ${app.url} is version 0.70.0`);
    });

    test('names the command that fixes each problem', async () => {
        const folder = projectOf({
            'package.json': '{"type":"module","dependencies":{"zod":"3.25.0"}}',
            'gem/actions/one.ts': actionSource('return 1;'),
            'gem/syncs/one.ts': actionSource('return 1;'),
            'elsewhere/actions/two.ts': actionSource('return 1;')
        });
        const ended = await patchbay(folder, ['doctor', '--json'], keysOf(app));
        expect(ended.code).toBe(1);
        const wrong = (ended.json() as { checks: { name: string; status: string; fix?: string }[] }).checks.filter(
            ({ status }) => status !== 'ok'
        );
        expect(wrong.map(({ name, fix }) => `${name}: ${fix}`)).toEqual([
            expect.stringMatching(/^layout: mv gem\/syncs\/one\.ts/),
            'zod: patchbay compile && npm install',
            'typescript: patchbay init .',
            'integrations: mv elsewhere <integration>'
        ]);
    });

    test.each([
        ['without a server', { PATCHBAY_URL: 'http://127.0.0.1:9' }, 'export PATCHBAY_URL=<address of your server>'],
        ['without a key', {}, 'export PATCHBAY_SECRET_KEY=<a secret key of the environment>'],
        ['without a project', {}, 'patchbay init .']
    ])('says what to do %s', async (_what, variables, fix) => {
        const ended = await patchbay(emptyFolder(), ['doctor'], { PATCHBAY_URL: app.url, ...variables });
        expect(ended).toMatchObject({ code: 1, stdout: expect.stringContaining(fix) });
    });
});
