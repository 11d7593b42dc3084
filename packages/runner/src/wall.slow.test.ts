import { execFile, spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { MemoryHost, testFacts } from '@patchbay/functions/testing';
import { expect, test } from 'vitest';
import { Execution } from './execution.ts';
import { runLimits } from './limits.ts';
import type { Probed } from './probe-child.fixtures.ts';
import { actionOf } from './runner.fixtures.ts';
import { Sandbox } from './sandbox.ts';
import { findAddon, findPrograms, type Launch, launchOfIsolates, levelOf, type WallLevel, walls } from './wall.ts';

const programs = findPrograms();
const addon = findAddon();
const probe = join(import.meta.dirname, 'probe-child.fixtures.ts');
const ways = walls().map((wall) => launchOfIsolates(wall, programs.child, [programs.runtime, addon]));
const probes = walls().map((wall) => launchOfIsolates(wall, probe, []));
const silent = () => undefined;

/** Starts a child in such a way, and runs an action in it. */
async function tryOut(launch: Launch): Promise<{ level: WallLevel; output: unknown } | undefined> {
    const options = { addon, runtime: programs.runtime, makesCache: false, rssMb: 512, idleMs: 1_000, idleIsolates: 1, runsPerIsolate: 1 };
    const sandbox = new Sandbox(launch, options, silent);
    try {
        const level = levelOf(await sandbox.started());
        const request = {
            environmentId: 'a',
            code: actionOf('return 5;'),
            kind: 'action' as const,
            facts: testFacts,
            input: null,
            host: new MemoryHost()
        };
        const execution = new Execution(1, request, runLimits.action, 512, silent);
        sandbox.run(execution, 'execution');
        const outcome = await execution.outcome;
        return { level, output: outcome.status === 'succeeded' ? outcome.output : outcome.error };
    } catch {
        return undefined;
    } finally {
        sandbox.kill({ code: 'runner_closed' });
        await sandbox.exited;
    }
}

/** What a child that is started in such a way could do. */
async function probed({ command, args }: Launch): Promise<Probed> {
    const server = createServer().listen(0, '127.0.0.1');
    const folder = await mkdtemp(join(tmpdir(), 'patchbay-probe-'));
    try {
        const { port } = server.address() as AddressInfo;
        const facts = JSON.stringify({ port, parent: process.pid, file: join(folder, 'written') });
        const child = spawn(command, [...args, facts], { env: {}, cwd: '/', stdio: ['ignore', 'ignore', 'inherit', 'pipe'] });
        return JSON.parse(await text(child.stdio[3] as Readable)) as Probed;
    } finally {
        server.close();
        await rm(folder, { recursive: true });
    }
}

test('each level of the wall that this machine has runs functions, and keeps from a child what it says', async () => {
    const levels: WallLevel[] = [];
    for (const [index, way] of ways.entries()) {
        const seen = await tryOut(way);
        if (!seen) continue;
        levels.push(seen.level);
        expect(seen.output).toBe(5);
        const isClosed = { full: { connects: false, signalsParent: false }, permission: {}, 'isolate-only': {}, unavailable: {} }[
            seen.level
        ];
        const isPermitted = seen.level === 'isolate-only' ? {} : { readsFiles: false, writesFiles: false, startsPrograms: false };
        expect(await probed(probes[index] as Launch)).toMatchObject({ environment: [], ...isClosed, ...isPermitted });
    }
    // The strictest first. Namespaces need what some containers refuse.
    expect(levels.filter((level) => level !== 'full')).toEqual(['permission', 'isolate-only']);
    expect(levels.slice(0, -2)).toEqual(levels.slice(0, -2).map(() => 'full'));
});

test('without a build of isolated-vm a sentence says so, and a run ends with it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'patchbay-platform-'));
    try {
        const root = join(import.meta.dirname, '../../..');
        const modules = join(folder, 'node_modules');
        await mkdir(join(modules, '@patchbay'), { recursive: true });
        await cp(import.meta.dirname, join(folder, 'packages/runner/src'), { recursive: true });
        await cp(join(root, 'packages/functions'), join(folder, 'packages/functions'), { recursive: true });
        await symlink(join(folder, 'packages/functions'), join(modules, '@patchbay/functions'));
        await symlink(join(root, 'node_modules/zod'), join(modules, 'zod'));
        await writeFile(
            join(folder, 'try.mjs'),
            `import { startRunner } from './packages/runner/src/index.ts';
            const runner = await startRunner({ log() {} });
            const code = { hash: 'a', source: '', fileName: 'a.js' };
            console.log(JSON.stringify([runner.wall, await runner.run({ environmentId: 'a', code, kind: 'action', facts: {}, input: null, host: {} })]));`
        );
        const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'try.mjs')], { cwd: folder });
        const reason = expect.stringMatching(
            /^There is no build of isolated-vm for .*Node 2\d.*, so functions can't be run behind a wall here\.$/
        );
        expect(JSON.parse(stdout)).toEqual([
            { level: 'unavailable', reason },
            expect.objectContaining({ status: 'failed', error: expect.objectContaining({ code: 'runner_unavailable', message: reason }) })
        ]);
    } finally {
        await rm(folder, { recursive: true });
    }
});
