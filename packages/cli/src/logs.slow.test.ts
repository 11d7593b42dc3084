import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { act, actionSource, bin, emptyFolder, keysOf, patchbay, projectOf, startGemApp } from './cli.fixtures.ts';

let app: TestApp;
beforeAll(async () => {
    app = await startGemApp();
});
afterAll(() => app[Symbol.asyncDispose]());

test('runs are listed with what they logged and where they failed, and followed as they end', async () => {
    const folder = projectOf({
        'gem/actions/hello.ts': actionSource(`await context.log('Hello', { to: input }); return null;`),
        'gem/actions/broken.ts': actionSource('\n\n        return input.missing.name;')
    });
    await patchbay(folder, ['deploy'], keysOf(app));
    await act(app, 'hello', 'Ada');
    await act(app, 'broken', {});
    const listed = await patchbay(emptyFolder(), ['logs', '--limit', '2'], keysOf(app));
    expect(listed.stdout).toMatch(
        /^✓ \S+ action gem\/hello c1 \d+ ms, 0 requests \S+\n {2}info: Hello \{"to":"Ada"\}\n✗ \S+ action gem\/broken c1 /
    );
    expect(listed.stdout).toContain('gem/actions/broken.ts:9:');
    const failed = await patchbay(emptyFolder(), ['logs', '--status', 'failed', '--function', 'broken', '--json'], keysOf(app));
    const [run] = failed.json() as { id: string }[];
    expect((await patchbay(emptyFolder(), ['logs', run?.id ?? ''], keysOf(app))).stdout).toMatch(/^✗ \S+ action gem\/broken/);

    const child = spawn(process.execPath, [bin, 'logs', '--follow', '--limit', '1', '--function', 'hello', '--json'], {
        env: { PATH: process.env['PATH'], ...keysOf(app) },
        stdio: ['ignore', 'pipe', 'ignore']
    });
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
    const next = async () => JSON.parse((await lines.next()).value ?? 'null');
    expect(await next()).toMatchObject({ name: 'hello', log: [{ meta: { to: 'Ada' } }] });
    await act(app, 'hello', 'Grace');
    expect(await next()).toMatchObject({ name: 'hello', log: [{ meta: { to: 'Grace' } }] });
    child.kill('SIGTERM');
    await expect.poll(() => child.exitCode).toBe(0);
});
