import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { runProgram } from '@patchbay/test-kit/program';
import { expect, onTestFinished, test } from 'vitest';
import { TEAM_KEY } from './gem/keys.ts';
import { startSandbox } from './sandbox.ts';

const run = (variables: Record<string, string>, args: readonly string[] = []) =>
    runProgram(new URL('main.ts', import.meta.url), variables, args);

async function newFolder(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'sandbox-program-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    return folder;
}

test.each(['SIGINT', 'SIGTERM'] as const)('says where it listens in one line of JSON, and %s ends it with 0', async (signal) => {
    const program = run({ PATCHBAY_SANDBOX_PORT: '0', PATCHBAY_SANDBOX_URL: 'http://provider.localhost:3011' });
    const ready = JSON.parse(await program.firstOutput());
    expect(ready).toEqual({ url: 'http://provider.localhost:3011', controlUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) });
    expect((await fetch(`${ready.controlUrl}/_ctl/accounts`)).status).toBe(200);
    program.signal(signal);
    expect(await program.ended).toEqual({ code: 0, stderr: '' });
});

test('started with --tls and --scenario it serves the scenario over https, to who trusts the file that it names', async () => {
    const folder = await newFolder();
    const scenario = join(import.meta.dirname, '../scenarios/gem-501.json');
    const program = run({ PATCHBAY_SANDBOX_PORT: '0' }, ['--tls', join(folder, 'certificates'), '--scenario', scenario]);
    const ready = JSON.parse(await program.firstOutput());
    expect(ready).toMatchObject({
        url: expect.stringMatching(/^https:\/\/localhost:\d+$/),
        authorityFile: join(folder, 'certificates', 'sandbox-ca.pem')
    });
    const page = `${ready.url}/gem/ats/v0/candidates/?per_page=500&page=2`;
    expect(await lengthIn(page, { NODE_EXTRA_CA_CERTS: ready.authorityFile })).toBe('1\n');
    await expect(lengthIn(page, {})).rejects.toThrow('UNABLE_TO_VERIFY_LEAF_SIGNATURE');
    program.signal('SIGTERM');
    expect(await program.ended).toEqual({
        code: 0,
        stderr: `Node trusts its certificate with NODE_EXTRA_CA_CERTS=${ready.authorityFile}\n`
    });
});

/** @returns what a process of its own prints of a list at Gem */
async function lengthIn(url: string, variables: Record<string, string>): Promise<string> {
    const script = `const response = await fetch(${JSON.stringify(url)}, { headers: { 'x-api-key': '${TEAM_KEY}' } });
        console.log((await response.json()).length);`;
    const program = ['--input-type=module', '--eval', script];
    const { stdout } = await promisify(execFile)(process.execPath, program, { env: { ...process.env, ...variables } });
    return stdout;
}

test('a scenario with a mistake is one sentence with its path, and exit code 1', async () => {
    const file = join(await newFolder(), 'storm.json');
    await writeFile(file, JSON.stringify({ steps: [{ verb: 'gem/size', body: { candidate: 1 } }] }));
    expect(await run({ PATCHBAY_SANDBOX_PORT: '0' }, ['--scenario', file]).ended).toEqual({
        stderr: `${file}, steps[0] (gem/size): The sizes: "candidate" is not a field here.\n`,
        code: 1
    });
});

test('a taken port is one sentence and exit code 1', async () => {
    const other = await startSandbox();
    const { port } = new URL(other.url);
    expect(await run({ PATCHBAY_SANDBOX_PORT: port, PATCHBAY_SANDBOX_CONTROL_PORT: '0' }).ended).toEqual({
        stderr: `The sandbox can't start: port ${port} is taken. Set PATCHBAY_SANDBOX_PORT to another one.\n`,
        code: 1
    });
    await other.stop();
});

test.each([
    [{ PATCHBAY_SANDBOX_PORT: '99999' }, 'PATCHBAY_SANDBOX_PORT must be a port number (0 to 65535), not "99999".\n'],
    [
        { PATCHBAY_SANDBOX_PORT: '0', PATCHBAY_SANDBOX_CONTROL_PORT: 'x' },
        'PATCHBAY_SANDBOX_CONTROL_PORT must be a port number (0 to 65535), not "x".\n'
    ],
    [
        { PATCHBAY_SANDBOX_PORT: '0', PATCHBAY_SANDBOX_URL: 'localhost' },
        'The sandbox\'s public URL must be an origin such as http://localhost:3011, not "localhost".\n'
    ]
])('%j is one sentence and exit code 1', async (variables, stderr) => {
    expect(await run(variables).ended).toEqual({ stderr, code: 1 });
});
