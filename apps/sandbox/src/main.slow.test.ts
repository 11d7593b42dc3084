import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { startSandbox } from './sandbox.ts';

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));
const children: ChildProcess[] = [];

afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
});

test.each(['SIGINT', 'SIGTERM'] as const)('says where it listens in one line of JSON, and %s ends it with 0', async (signal) => {
    const child = run({ PATCHBAY_SANDBOX_PORT: '0', PATCHBAY_SANDBOX_URL: 'http://provider.localhost:3011' });
    const ready = JSON.parse(await firstOutput(child));
    expect(ready).toEqual({ url: 'http://provider.localhost:3011', controlUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) });
    expect((await fetch(`${ready.controlUrl}/_ctl/accounts`)).status).toBe(200);
    child.kill(signal);
    expect(await once(child, 'exit')).toEqual([0, null]);
});

test('a taken port is one sentence and exit code 1', async () => {
    const other = await startSandbox();
    const { port } = new URL(other.url);
    const { sentence, code } = await failure({ PATCHBAY_SANDBOX_PORT: port, PATCHBAY_SANDBOX_CONTROL_PORT: '0' });
    expect(sentence).toBe(`The sandbox can't start: port ${port} is taken. Set PATCHBAY_SANDBOX_PORT to another one.\n`);
    expect(code).toBe(1);
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
])('%j is one sentence and exit code 1', async (variables, sentence) => {
    expect(await failure(variables)).toEqual({ sentence, code: 1 });
});

function run(variables: Record<string, string>): ChildProcess {
    const child = spawn(process.execPath, [MAIN], { env: { ...process.env, ...variables }, stdio: ['ignore', 'pipe', 'pipe'] });
    children.push(child);
    return child;
}

async function firstOutput(child: ChildProcess): Promise<string> {
    if (!child.stdout) throw new Error('The child has no output.');
    const [chunk] = await once(child.stdout, 'data');
    return String(chunk);
}

async function failure(variables: Record<string, string>): Promise<{ sentence: string; code: unknown }> {
    const child = run(variables);
    let sentence = '';
    child.stderr?.on('data', (chunk: Buffer) => (sentence += chunk.toString()));
    const [code] = await once(child, 'close');
    return { sentence, code };
}
