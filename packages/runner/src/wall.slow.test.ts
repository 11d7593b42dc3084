import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { MemoryHost, testFacts } from '@patchbay/functions/testing';
import { expect, test } from 'vitest';
import { Execution } from './execution.ts';
import { canBeFull, needFullWall } from './full-wall.fixtures.ts';
import { runLimits } from './limits.ts';
import type { Probed } from './probe-child.fixtures.ts';
import { actionOf } from './runner.fixtures.ts';
import { Sandbox } from './sandbox.ts';
import {
    findAddon,
    findPrograms,
    type Launch,
    launchOfIsolates,
    launchOfProcess,
    levelOf,
    rootedWall,
    type Wall,
    type WallLevel,
    walls
} from './wall.ts';

const programs = findPrograms();
const addon = findAddon();
const probe = join(import.meta.dirname, 'probe-child.fixtures.ts');
const behind = walls([programs.child, programs.runtime, addon]);
const silent = () => undefined;

/** Starts a child in such a way, and runs an action in it. */
async function tryOut(wall: Wall): Promise<{ level: WallLevel; output: unknown } | undefined> {
    const options = { addon, runtime: programs.runtime, makesCache: false, idleMs: 1_000, idleIsolates: 1, runsPerIsolate: 1 };
    const sandbox = new Sandbox(launchOfIsolates(wall, programs.child, [programs.runtime, addon]), options, silent);
    try {
        const level = levelOf(wall, await sandbox.started());
        const request = {
            environmentId: 'a',
            code: actionOf('return 5;'),
            kind: 'action' as const,
            facts: testFacts,
            input: null,
            host: new MemoryHost()
        };
        const execution = new Execution(1, request, runLimits.action, silent);
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
    const folder = await mkdtemp(join(tmpdir(), 'patchbay-probe-'));
    const server = createServer().listen(0, '127.0.0.1');
    const socket = createServer().listen(join(folder, 'outside.sock'));
    try {
        await Promise.all([once(socket, 'listening'), writeFile(join(folder, 'outside'), 'outside')]);
        // So that nothing but the wall is in the way.
        await chmod(folder, 0o777);
        await chmod(join(folder, 'outside.sock'), 0o777);
        const { port } = server.address() as AddressInfo;
        const facts = JSON.stringify({ port, parent: process.pid, folder });
        const child = spawn(command, [...args, facts], { env: {}, cwd: '/', stdio: ['ignore', 'ignore', 'inherit', 'pipe'] });
        return JSON.parse(await text(child.stdio[3] as Readable)) as Probed;
    } finally {
        server.close();
        socket.close();
        await rm(folder, { recursive: true });
    }
}

const nothing = {
    connects: false,
    connectsToUnixSocket: false,
    readsFiles: false,
    writesFiles: false,
    startsPrograms: false,
    signalsParent: false,
    environment: []
} satisfies Probed;

test('each level of the wall that this machine has runs functions, and keeps from a child what it says', async () => {
    const levels: WallLevel[] = [];
    for (const [index, wall] of behind.entries()) {
        const seen = await tryOut(wall);
        if (!seen) continue;
        levels.push(seen.level);
        expect(seen.output).toBe(5);
        const { startsPrograms, readsFiles, writesFiles } = nothing;
        const isClosed = { full: nothing, permission: { startsPrograms, readsFiles, writesFiles }, 'isolate-only': {}, unavailable: {} };
        const launch = launchOfIsolates(walls([probe])[index] as Wall, probe, []);
        expect(await probed(launch)).toMatchObject({ environment: [], ...isClosed[seen.level] });
    }
    // The strictest first. Namespaces need what some containers refuse.
    expect(levels.slice(-2)).toEqual(['permission', 'isolate-only']);
    expect(levels[0] === 'full').toBe(canBeFull);
});

test('T-75: a full wall holds code that has broken out of V8 and is not held by Node, for both engines', async ({ skip }) => {
    needFullWall({ skip });
    const wall = { ...(rootedWall([probe]) as Wall), isPermitted: false };
    for (const launch of [launchOfIsolates(wall, probe, []), launchOfProcess(wall, probe, 128)])
        expect(await probed(launch)).toEqual(nothing);
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
