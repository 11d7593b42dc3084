import type { RateBudget } from '@patchbay/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addConnections, callProvider } from '../../platform/integration-status/integration-status.fixtures.ts';
import { entriesOf } from '../../platform/request-log/request-log.fixtures.ts';
import { acme, apiKey, type ProxyWorld, send, startProxyWorld } from '../../traffic/proxy/proxy.fixtures.ts';
import { type DashboardBrowser, outcome, setUp } from '../members/members.fixtures.ts';

const windows = [
    { requests: 20, per_seconds: 60 },
    { requests: 1000, per_seconds: 86_400 }
];

let world: ProxyWorld;
let owner: DashboardBrowser;
beforeAll(async () => {
    world = await startProxyWorld({
        acme: acme({ rate_limits: { per: 'client', windows }, retry: { after: 'retry-after' } }),
        unlimited: acme()
    });
    owner = await setUp(world.app);
    await addConnections(world.app, ['two']);
});
afterAll(() => world[Symbol.asyncDispose]());

const ask = (query: Record<string, string> = {}) =>
    owner.send('GET', `/rate-budgets?${new URLSearchParams({ environment: 'dev', integration_id: 'acme', ...query })}`);
const budgets = async (query?: Record<string, string>) => ((await ask(query)).json as { data: RateBudget[] }).data;

test('what is left of the limits is told by key, with all connections that have it', async () => {
    expect(await budgets()).toEqual([]);
    expect(await budgets({ connection_id: 'one' })).toMatchObject([{ windows: [{ limit: 20, used: 0 }, { used: 0 }], closed_until: null }]);

    await callProvider(world, 3);
    await callProvider(world, 2, { connections: ['two'] });
    await entriesOf(world.app, 5);
    const [shared, ...others] = await budgets();
    expect([shared?.connection_ids.toSorted(), others]).toEqual([['one', 'two'], []]);
    // The server tells the others what it has used a moment later.
    await expect
        .poll(async () => (await budgets())[0]?.windows)
        .toEqual([
            { per_seconds: 60, limit: 20, used: 5 },
            { per_seconds: 86_400, limit: 1000, used: 5 }
        ]);
    expect(JSON.stringify(await budgets())).not.toContain(apiKey);
});

test('a provider that has refused a call is shown until when nothing is sent', async () => {
    world.thirdParty.handle = (_request, response) => void response.writeHead(429, { 'retry-after': '600' }).end();
    await send(world, '/x');
    await expect.poll(async () => (await budgets({ connection_id: 'one' }))[0]?.closed_until).toMatch(/^\d{4}-/);
});

test('without known limits there are none, and what does not exist is not found', async () => {
    expect(await budgets({ integration_id: 'unlimited', connection_id: 'one' })).toEqual([]);
    expect(outcome(await ask({ connection_id: 'nobody' }))).toBe('404 not_found');
});
