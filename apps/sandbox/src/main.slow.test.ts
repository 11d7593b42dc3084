import { runProgram } from '@patchbay/test-kit/program';
import { expect, test } from 'vitest';
import { startSandbox } from './sandbox.ts';

const run = (variables: Record<string, string>) => runProgram(new URL('main.ts', import.meta.url), variables);

test.each(['SIGINT', 'SIGTERM'] as const)('says where it listens in one line of JSON, and %s ends it with 0', async (signal) => {
    const program = run({ PATCHBAY_SANDBOX_PORT: '0', PATCHBAY_SANDBOX_URL: 'http://provider.localhost:3011' });
    const ready = JSON.parse(await program.firstOutput());
    expect(ready).toEqual({ url: 'http://provider.localhost:3011', controlUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) });
    expect((await fetch(`${ready.controlUrl}/_ctl/accounts`)).status).toBe(200);
    program.signal(signal);
    expect(await program.ended).toEqual({ code: 0, stderr: '' });
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
