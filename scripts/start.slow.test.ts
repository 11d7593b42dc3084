import { execFileSync } from 'node:child_process';
import { open } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isAlive, listen, makeCheckout, until } from './checkout.fixtures.ts';

const url = (port: string) => `http://localhost:${port}`;

test('start brings up sandbox, server and demo product, says where to click, and stops all of them in reverse order', async () => {
    const checkout = await makeCheckout();
    const { ports } = checkout;
    const { child, ended, output, isReady } = checkout.run('start', { PATCHBAY_ALLOW_PRIVATE_HOSTS: 'crm.internal:8080' });
    await until(isReady);
    child.kill('SIGTERM');

    expect(await ended).toBe(0);
    expect(checkout.events().slice(-6)).toEqual([
        'playground SIGTERM',
        'playground stops',
        'server SIGTERM',
        'server stops',
        'sandbox SIGTERM',
        'sandbox stops'
    ]);
    expect(checkout.pids().filter(isAlive)).toEqual([]);
    expect(checkout.environmentOf('server')).toMatchObject({
        PATCHBAY_PUBLIC_URL: url(ports.PATCHBAY_PORT),
        PATCHBAY_CONNECT_URL: url(ports.PATCHBAY_CONNECT_PORT),
        PATCHBAY_SANDBOX_URL: url(ports.PATCHBAY_SANDBOX_PORT),
        PATCHBAY_HOST: '127.0.0.1',
        PATCHBAY_DRAIN_SECONDS: '0',
        PATCHBAY_ALLOW_PRIVATE_HOSTS: `crm.internal:8080,localhost:${ports.PATCHBAY_SANDBOX_PORT},127.0.0.1:${ports.PATCHBAY_PLAYGROUND_PORT}`
    });
    expect(checkout.environmentOf('playground')).toMatchObject({
        PATCHBAY_SECRET_KEY: 'pb_sk_dev_1',
        PATCHBAY_PUBLIC_URL: url(ports.PATCHBAY_PORT),
        PATCHBAY_CONNECT_URL: url(ports.PATCHBAY_CONNECT_PORT),
        PATCHBAY_SANDBOX_URL: url(ports.PATCHBAY_SANDBOX_PORT)
    });
    expect(await output).toMatchObject({ stderr: '' });
});

test('it prints the addresses, and never the key', async () => {
    const checkout = await makeCheckout();
    const { child, ended, output, isReady } = checkout.run('start');
    await until(isReady);
    child.kill('SIGTERM');
    await ended;
    const { stdout } = await output;
    for (const port of Object.values(checkout.ports)) expect(stdout).toContain(url(port));
    expect(stdout).toContain('.patchbay/keys.txt');
    expect(stdout).not.toContain('pb_sk_');
});

test('a Ctrl-C that arrives twice, from the terminal and from npm, is one', async () => {
    const checkout = await makeCheckout();
    const { child, ended, isReady } = checkout.run('start', { BEHAVIOUR_server: 'lingers' });
    await until(isReady);
    child.kill('SIGINT');
    // Another signal, since two equal ones that wait for delivery are merged by the system.
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(checkout.events()).toContain('server stops');
});

test('a second Ctrl-C ends what does not want to stop', async () => {
    const checkout = await makeCheckout();
    const { child, ended, isReady } = checkout.run('start', { BEHAVIOUR_server: 'stays' });
    await until(isReady);
    child.kill('SIGINT');
    await until(() => checkout.events().includes('server SIGTERM'));
    const again = setInterval(() => child.kill('SIGINT'), 600);
    expect(await ended).toBe(0);
    clearInterval(again);
    expect(checkout.pids().filter(isAlive)).toEqual([]);
    expect(checkout.events()).not.toContain('server stops');
});

test('everything stops when the script itself is killed', async () => {
    const checkout = await makeCheckout();
    const { child, isReady } = checkout.run('start');
    await until(isReady);
    child.kill('SIGKILL');
    await until(() => checkout.pids().every((pid) => !isAlive(pid)));
    expect(checkout.events()).toEqual(expect.arrayContaining(['server stops', 'sandbox stops', 'playground stops']));
});

test.each([
    ['at once', 'fails', 3],
    ['after a while', 'falls', 4]
])('a program that ends %s stops the others, and its exit code is ours', async (_when, behaviour, exitCode) => {
    const checkout = await makeCheckout();
    const { ended, output } = checkout.run('start', { BEHAVIOUR_server: behaviour });
    expect(await ended).toBe(exitCode);
    const { stderr } = await output;
    expect(stderr).toContain(`The server ended with exit code ${exitCode}`);
    if (behaviour === 'fails') expect(stderr).toContain('server: the reason in one sentence.');
    expect(checkout.pids().filter(isAlive)).toEqual([]);
});

test('a program that ends while the key is being read keeps the demo product from starting', async () => {
    const checkout = await makeCheckout();
    const keysFile = join(checkout.root, 'keys.pipe');
    execFileSync('mkfifo', [keysFile]);
    const { ended } = checkout.run('start', { PATCHBAY_KEYS_FILE: keysFile, BEHAVIOUR_sandbox: 'lingers' });
    // A named pipe is opened once both ends are, and read once it is closed.
    const keys = await open(keysFile, 'w');
    process.kill(checkout.pidOf('server'), 'SIGKILL');
    await until(() => checkout.events().includes('sandbox SIGTERM'));
    await keys.writeFile('dev: pb_sk_dev_1\n');
    await keys.close();
    expect(await ended).toBe(137);
    expect(checkout.events()).not.toContain('playground listens');
    expect(checkout.pids().filter(isAlive)).toEqual([]);
});

test('a taken port is named with the variable that changes it, and nothing is started', async () => {
    const checkout = await makeCheckout();
    const port = checkout.ports.PATCHBAY_CONNECT_PORT;
    const other = await listen(Number(port));
    const { ended, output } = checkout.run('start');
    expect(await ended).toBe(1);
    other.close();
    expect((await output).stderr).toBe(`Port ${port} is taken by another program: stop it, or set PATCHBAY_CONNECT_PORT to a free port.\n`);
    expect(checkout.pids()).toEqual([]);
});

test('all taken ports are named at once, also the second one of the sandbox, and before anything is installed', async () => {
    const checkout = await makeCheckout({ isInstalled: false });
    const sandboxControl = Number(checkout.ports.PATCHBAY_SANDBOX_PORT) + 1;
    const others = [await listen(Number(checkout.ports.PATCHBAY_PORT)), await listen(sandboxControl)];
    const { ended, output } = checkout.run('start');
    expect(await ended).toBe(1);
    for (const other of others) other.close();
    expect((await output).stderr).toBe(
        `Port ${checkout.ports.PATCHBAY_PORT} is taken by another program: stop it, or set PATCHBAY_PORT to a free port.\n` +
            `Port ${sandboxControl} (the sandbox uses the one after its own as well) is taken by another program: stop it, or set PATCHBAY_SANDBOX_PORT to a free port.\n`
    );
    expect(checkout.npmCalls()).toEqual([]);
});

test('a port that a Patchbay has already is said to be taken by one', async () => {
    const checkout = await makeCheckout();
    const running = createServer((_request, response) => response.end('{"result":"ok","version":"0.70.0"}'));
    await new Promise<void>((resolve) => running.listen(Number(checkout.ports.PATCHBAY_PORT), '127.0.0.1', resolve));
    const { ended, output } = checkout.run('start');
    expect(await ended).toBe(1);
    running.close();
    expect((await output).stderr).toContain(
        `Port ${checkout.ports.PATCHBAY_PORT} is taken by a Patchbay that runs already: stop it, or set`
    );
});

test.each([
    [{ PATCHBAY_PORT: '80a' }, 'PATCHBAY_PORT must be a port number from 1 to 65534, not "80a".\n'],
    [{ PATCHBAY_PORT: '70000' }, 'PATCHBAY_PORT must be a port number from 1 to 65534, not "70000".\n'],
    [
        { PATCHBAY_PORT: '4001', PATCHBAY_CONNECT_PORT: '4001' },
        'Port 4001 is used twice, by PATCHBAY_PORT and by PATCHBAY_CONNECT_PORT: change one of them.\n'
    ]
])('a bad port is one sentence: %j', async (env, sentence) => {
    const checkout = await makeCheckout();
    const { ended, output } = checkout.run('start', env);
    expect(await ended).toBe(1);
    expect((await output).stderr).toBe(sentence);
    expect(checkout.pids()).toEqual([]);
});

test('with a database of its own and no key, everything but the demo product starts', async () => {
    const checkout = await makeCheckout();
    const { child, ended, output, isReady } = checkout.run('start', { DATABASE_URL: 'postgres://localhost/patchbay' });
    await until(isReady);
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect((await output).stdout).toContain('set PATCHBAY_SECRET_KEY');
    expect(checkout.events()).not.toContain('playground listens');
});

test('serve runs the server alone, and its exit code is ours', async () => {
    const checkout = await makeCheckout();
    const failing = checkout.run('serve', { BEHAVIOUR_server: 'fails' });
    expect(await failing.ended).toBe(3);
    const { child, ended } = checkout.run('serve');
    await until(() => checkout.events().includes('server listens'));
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(checkout.events()).toEqual(['server listens', 'server SIGTERM', 'server stops']);
});
