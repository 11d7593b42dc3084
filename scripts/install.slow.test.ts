import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeCheckout } from './checkout.fixtures.ts';

const untilItFails = { BEHAVIOUR_server: 'fails' };

test('what the lock file names is installed before anything runs, and only once', async () => {
    const checkout = await makeCheckout({ isInstalled: false });
    expect(await checkout.run('serve', untilItFails).ended).toBe(3);
    expect(await checkout.run('serve', untilItFails).ended).toBe(3);
    expect(checkout.npmCalls()).toEqual([expect.stringMatching(/^ci .*--include=dev .*--prefer-offline/)]);
});

test('it is installed again when the lock file has changed', async () => {
    const checkout = await makeCheckout();
    checkout.write('package-lock.json', '{ "changed": true }');
    expect(await checkout.run('serve', untilItFails).ended).toBe(3);
    expect(checkout.npmCalls()).toHaveLength(1);
});

test('two commands at once install once', async () => {
    const checkout = await makeCheckout({ isInstalled: false });
    const runs = [checkout.run('serve', untilItFails), checkout.run('serve', untilItFails)];
    expect(await Promise.all(runs.map(({ ended }) => ended))).toEqual([3, 3]);
    expect(checkout.npmCalls()).toHaveLength(1);
});

test('a lock of a process that has ended does not block the next one', async () => {
    const checkout = await makeCheckout({ isInstalled: false });
    const gone = checkout.run('no-such-command');
    await gone.ended;
    checkout.write('.tools/install.lock', String(gone.child.pid));
    expect(await checkout.run('serve', untilItFails).ended).toBe(3);
    expect(checkout.npmCalls()).toHaveLength(1);
});

test('an installation that fails is said in words, and tried again the next time', async () => {
    const checkout = await makeCheckout({ isInstalled: false });
    const { ended, output } = checkout.run('serve', { BEHAVIOUR_npm: 'fails' });
    expect(await ended).toBe(1);
    expect((await output).stderr).toBe(
        'The packages could not be installed: npm printed the reason above. Fix it and run the same command again.\n'
    );
    expect(checkout.pids()).toEqual([]);
    expect(await checkout.run('serve', untilItFails).ended).toBe(3);
});

test('an unknown command gets the known ones', async () => {
    const checkout = await makeCheckout();
    const { ended, output } = checkout.run('strat');
    expect(await ended).toBe(1);
    expect((await output).stderr).toMatch(/^There is no command "strat"\. There are: start, serve, test, check, /);
});

test('a failed build stops the command with its output', async () => {
    const checkout = await makeCheckout();
    writeFileSync(join(checkout.root, 'node_modules/turbo/bin/turbo'), `console.log('line 1 is wrong'); process.exit(1);`);
    const { ended, output } = checkout.run('serve');
    expect(await ended).toBe(1);
    expect(await output).toEqual({
        stdout: expect.stringContaining('line 1 is wrong'),
        stderr: 'The build failed: the reason is above.\n'
    });
    expect(checkout.pids()).toEqual([]);
});

test('a build that goes well says nothing', async () => {
    const checkout = await makeCheckout();
    writeFileSync(join(checkout.root, 'node_modules/turbo/bin/turbo'), `console.error('a circle of packages');`);
    const { ended, output } = checkout.run('serve', untilItFails);
    await ended;
    expect(await output).toEqual({ stdout: '', stderr: 'server: the reason in one sentence.\n' });
});
