import { type Program, runProgram } from '@patchbay/test-kit/program';
import { expect, test } from 'vitest';
import { secretKey, startFakePatchbay } from './fake-patchbay.fixtures.ts';

/** No program listens there, and no test gets this port from the system; fetch refuses port 1. */
const unreachable = { url: 'http://127.0.0.1:2', port: 2 };

test.each(['SIGINT', 'SIGTERM'] as const)('it says where it is, its minimal page gets a token, and %s ends it with 0', async (signal) => {
    await using fake = await startFakePatchbay();
    const program = run(fake);
    const url = await addressOf(program);
    const response = await fetch(`${url}/api/minimal-session`, { method: 'POST', headers: { origin: url } });
    expect(await response.json()).toEqual({ token: 'pb_cs_fresh' });
    expect(fake.world.minted).toEqual([{ path: '/connect/sessions', body: { end_user: { id: 'user_1' } } }]);
    program.signal(signal);
    expect(await program.ended).toEqual({ code: 0, stderr: '' });
});

test('starting creates the integrations that are missing, with name and mark, and starting again creates none', async () => {
    await using fake = await startFakePatchbay();
    fake.world.integrations = ['shelfmark'];
    const expected = ['shelfmark', 'harbor-crm', 'ledgerly', 'talentry'];
    await addressOf(run(fake));
    expect(fake.world.integrations).toEqual(expected);
    const logo = `data:image/svg+xml;base64,${btoa('<svg/>')}`;
    expect(fake.world.created).toMatchObject([
        { provider: 'sandbox-oauth2', display_name: 'Harbor CRM', logo, credentials: { client_id: 'juniper-at-harbor-crm' } },
        { provider: 'sandbox-oauth2-tenants', display_name: 'Ledgerly', logo, access: ['Know which company it is', 'Read its customers'] },
        { provider: 'sandbox-api-key', display_name: 'Talentry', logo }
    ]);
    await addressOf(run(fake));
    expect(fake.world.integrations).toEqual(expected);
});

test('a taken port is one sentence and exit code 1', async () => {
    await using fake = await startFakePatchbay();
    expect(await run(fake, { PATCHBAY_PLAYGROUND_PORT: String(fake.port) }).ended).toEqual({
        stderr: `The playground can't start: port ${fake.port} is taken. Set PATCHBAY_PLAYGROUND_PORT to another one.\n`,
        code: 1
    });
});

test('a server that does not know the sandbox is one sentence and exit code 1', async () => {
    await using fake = await startFakePatchbay();
    fake.world.unknownProviders = ['sandbox-oauth2'];
    expect(await run(fake).ended).toEqual({
        stderr: 'The Patchbay server does not know the provider sandbox-oauth2: start the server with PATCHBAY_SANDBOX_URL set.\n',
        code: 1
    });
});

test('a server that does not respond is one sentence and exit code 1', async () => {
    await using fake = await startFakePatchbay();
    expect(await run(fake, { PATCHBAY_PUBLIC_URL: unreachable.url }).ended).toEqual({
        stderr: `The Patchbay server does not respond at ${unreachable.url}: start it, or set PATCHBAY_PUBLIC_URL to the address it answers at.\n`,
        code: 1
    });
});

test('a sandbox that does not respond is one sentence and exit code 1', async () => {
    expect(await run(unreachable).ended).toEqual({
        stderr: `The sandbox does not respond at ${unreachable.url}: start everything with npm start.\n`,
        code: 1
    });
});

test.each([
    [
        { PATCHBAY_SECRET_KEY: '' },
        'PATCHBAY_SECRET_KEY is missing: the playground needs a secret key of your Patchbay server (`npm start` passes it along).\n'
    ],
    [
        { PATCHBAY_SECRET_KEY: 'sk_live_1' },
        "PATCHBAY_SECRET_KEY can't be used: secretKey does not look like a secret key (pb_sk_<environment>_…). Was it copied whole, without spaces or quotes?\n"
    ],
    [{ PATCHBAY_PLAYGROUND_PORT: '99999' }, 'PATCHBAY_PLAYGROUND_PORT must be a port number (0 to 65535), not "99999".\n'],
    [
        { PATCHBAY_CONNECT_URL: 'localhost:3009' },
        'PATCHBAY_CONNECT_URL must be a full address such as http://localhost:3009, not "localhost:3009".\n'
    ]
])('%j is one sentence and exit code 1', async (variables, stderr) => {
    await using fake = await startFakePatchbay();
    expect(await run(fake, variables).ended).toEqual({ stderr, code: 1 });
});

function run({ url, port }: { url: string; port: number }, variables: Record<string, string> = {}): Program {
    return runProgram(new URL('main.ts', import.meta.url), {
        PATCHBAY_SECRET_KEY: secretKey,
        PATCHBAY_PUBLIC_URL: url,
        PATCHBAY_SANDBOX_CONTROL_PORT: String(port),
        PATCHBAY_PLAYGROUND_PORT: '0',
        ...variables
    });
}

async function addressOf(program: Program): Promise<string> {
    const output = await program.firstOutput();
    const url = /^The demo product is at (http:\/\/localhost:\d+)\n$/.exec(output)?.[1];
    if (url === undefined) throw new Error(`The playground did not print its address: ${output}`);
    return url;
}
