import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ProxyWorld, startProxyWorld } from '../../traffic/proxy/proxy.fixtures.ts';
import { actionFlow, deployAll } from '../deployments/deployments.fixtures.ts';
import { send } from '../syncs/syncs.fixtures.ts';

let world: ProxyWorld;
beforeAll(async () => {
    world = await startProxyWorld(undefined, { runsJobs: false });
});
afterAll(() => world[Symbol.asyncDispose]());

const headers = { 'provider-config-key': 'acme', 'connection-id': 'one' };

test.each([
    ['succeeds', 'return 1;', 200],
    ['fails', `throw new Error('no');`, 500],
    ['hits a limit', 'for (;;);', 500]
])(
    'T-83: a request that a run has not waited for is cut off when the run %s, however long the provider goes on',
    async (_how, end, status) => {
        const { app, thirdParty } = world;
        const cut = Promise.withResolvers<unknown>();
        thirdParty.handle = (_request, response) => {
            response.write('more');
            // A response that never ends, and is never silent.
            const timer = setInterval(() => response.write('and more'), 50);
            cut.resolve(once(response, 'close').then(() => clearInterval(timer)));
        };
        const before = thirdParty.arrived.length;
        const body = `context.get({ endpoint: '/endless' }).catch(() => undefined);
        while ((await context.getEnvironmentVariables()).every(({ name }) => name !== 'GO')) await new Promise((resolve) => setTimeout(resolve, 50));
        ${end}`;
        await deployAll(app, [await actionFlow('late', body, { providerConfigKey: 'acme' })]);
        await send(app, 'PATCH', '/environment/functions', { limits: { actions: { cpu_slice_s: 1 } } });
        await send(app, 'DELETE', '/environment-variables/GO');
        let ended: unknown;
        const called = send(app, 'POST', '/action/trigger', { action_name: 'late' }, { headers }).then((reply) => {
            ended = reply;
            return reply;
        });
        await expect.poll(() => ended ?? thirdParty.arrived.length, { timeout: 60_000 }).toBe(before + 1);
        await send(app, 'PUT', '/environment-variables/GO', { value: '1' });
        expect((await called).status).toBe(status);
        await cut.promise;
    }
);
