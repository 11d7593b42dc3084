import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { act, actionSource, bin, deployNothing, emptyFolder, keysOf, patchbay, projectOf, startGemApp } from './cli.fixtures.ts';

let app: TestApp;
beforeAll(async () => {
    app = await startGemApp();
});
beforeEach(() => deployNothing(app));
afterAll(() => app[Symbol.asyncDispose]());

const followed: { child: ChildProcess; lines: AsyncIterator<string> }[] = [];

async function newest(): Promise<{ id: string; status: string } | undefined> {
    const { json } = await app.raw('/functions/runs?limit=1&name=slow');
    return (json as { data: { id: string; status: string }[] }).data[0];
}

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

test('what a run logs is shown while it goes on, once, and then how it ended', async () => {
    const folder = projectOf({
        'gem/actions/slow.ts': actionSource(
            `await context.log('one'); await context.log('two', { at: 2 });
             while (!(await context.getEnvironmentVariables())?.some(({ name }) => name === 'GO')) await new Promise((done) => setTimeout(done, 50));
             await context.log('three'); return null;`
        )
    });
    await patchbay(folder, ['deploy'], keysOf(app));
    const ended = act(app, 'slow');
    await expect.poll(() => newest(), { timeout: 20_000 }).toMatchObject({ status: 'running' });
    const { id = '' } = (await newest()) ?? {};
    for (const args of [
        [id, '--follow'],
        ['--follow', '--function', 'slow', '--limit', '1']
    ]) {
        const child = spawn(process.execPath, [bin, 'logs', ...args], {
            env: { PATH: process.env['PATH'], ...keysOf(app) },
            stdio: ['ignore', 'pipe', 'ignore']
        });
        followed.push({ child, lines: createInterface(child.stdout)[Symbol.asyncIterator]() });
    }
    const next = async (count: number) =>
        Promise.all(
            followed.map(async ({ lines }) => {
                const seen: string[] = [];
                while (seen.length < count) seen.push((await lines.next()).value ?? '');
                return seen;
            })
        );
    const begun = [expect.stringMatching(/^… \S+ action gem\/slow c1 running/), '  info: one', '  info: two {"at":2}'];
    expect(await next(3)).toEqual([begun, begun]);
    await patchbay(emptyFolder(), ['variables', 'set', 'GO', '1'], keysOf(app));
    await ended;
    const end = [expect.stringMatching(/^✓ \S+ action gem\/slow c1 \d+ ms/), '  info: three'];
    expect(await next(2)).toEqual([end, end]);
    // That of one run ends with it.
    await expect.poll(() => followed[0]?.child.exitCode).toBe(0);
    followed[1]?.child.kill('SIGTERM');
    await expect.poll(() => followed[1]?.child.exitCode).toBe(0);
});
