import { getSyncStatus, pauseSync, type readHealthHistory, type SuccessOut } from '@patchbay/contracts';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deployAll, syncFlow } from '../../automation/deployments/deployments.fixtures.ts';
import { connectBySignIn } from '../../connect/attempts/attempts.fixtures.ts';
import { dayMs, tryRead } from '../../connections/credentials/refresh.fixtures.ts';
import { type DashboardBrowser, outcome, setUp } from '../members/members.fixtures.ts';

let app: TestApp;
let owner: DashboardBrowser;
beforeAll(async () => {
    app = await startTestApp();
    owner = await setUp(app);
    await app.integrate('sandbox-oauth2');
});
afterAll(() => app[Symbol.asyncDispose]());

const read = (connection: string, environment = 'dev', browser = owner) =>
    browser.send('GET', `/connection-health-history?environment=${environment}&integration_id=sandbox-oauth2&connection_id=${connection}`);
const health = async (id: string) => ((await read(id)).json as SuccessOut<typeof readHealthHistory>).data;
const periods = async (id: string) => (await health(id)).periods;

test('a connection that was made and broke says from when to when it was how', async () => {
    const id = await connectBySignIn(app, 'sandbox-oauth2');
    const made = app.clock.now();
    app.clock.advance(2 * 60_000);
    expect((await periods(id)).map(({ state }) => state)).toEqual(['working']);
    expect((await health(id)).stopped).toBeNull();

    await app.sandbox.control('revoke', { account: 'ada' });
    app.clock.advance(3 * 60 * 60_000);
    const broke = app.clock.now();
    expect((await tryRead(app, id)).status).not.toBe(200);
    app.clock.advance(60 * 60_000);
    const refused = { 'provider-config-key': 'sandbox-oauth2', 'connection-id': id };
    for (const path of ['a', 'b']) await app.raw(`/proxy/${path}`, { headers: refused });
    await expect.poll(async () => (await health(id)).stopped?.failed_requests, { timeout: 5000 }).toBe(2);
    expect((await health(id)).stopped).toMatchObject({ more: false, syncs: [] });
    const all = await periods(id);
    expect(all.map(({ state }) => state)).toEqual(['working', 'needs_reconnecting']);
    expect(Date.parse(all[0]?.from ?? '') - made.getTime()).toBeLessThanOrEqual(0);
    expect(Math.abs(Date.parse(all[1]?.from ?? '') - broke.getTime())).toBeLessThan(60_000);
    expect(all[0]?.until).toBe(all[1]?.from);
    expect(Math.abs(Date.parse(all[1]?.until ?? '') - app.clock.now().getTime())).toBeLessThan(60_000);
});

test('a broken connection says which of its syncs wait for it: those that are not paused', async () => {
    await using running = await startTestApp({ runsJobs: true });
    const member = await setUp(running);
    await running.integrate('sandbox-oauth2');
    const flows = await Promise.all(['contacts', 'deals', 'notes'].map((name) => syncFlow(name, '')));
    const ofSandbox = flows.map((flow) => ({ ...flow, providerConfigKey: 'sandbox-oauth2' }));
    expect((await deployAll(running, ofSandbox)).status).toBe(200);
    const id = await connectBySignIn(running, 'sandbox-oauth2');
    const query = { provider_config_key: 'sandbox-oauth2', connection_id: id, syncs: '*' };
    await expect.poll(async () => (await running.call(getSyncStatus, { query })).syncs.map(({ name }) => name)).toHaveLength(3);
    await running.call(pauseSync, { body: { ...query, syncs: ['deals'] } });
    const stopped = async () => ((await read(id, 'dev', member)).json as SuccessOut<typeof readHealthHistory>).data.stopped;
    expect(await stopped()).toBeNull();
    await running.sandbox.control('revoke', { account: 'ada' });
    running.clock.advance(3 * 60 * 60_000);
    expect((await tryRead(running, id)).status).not.toBe(200);
    expect((await stopped())?.syncs).toEqual(['contacts', 'notes']);
});

test('a connection that is not there, or in another environment, has no history', async () => {
    expect(outcome(await read('none'))).toBe('404 not_found');
    expect(outcome(await read('none', 'prod'))).toBe('400 unknown_provider_config');
});

test('what is older than 30 days is not told, and days before the connection was made neither', async () => {
    const id = await connectBySignIn(app, 'sandbox-oauth2');
    const made = app.clock.now().getTime();
    expect(Math.abs(Date.parse((await periods(id))[0]?.from ?? '') - made)).toBeLessThan(60_000);
    await app.db
        .updateTable('connections')
        .set({ created_at: new Date(made - 40 * dayMs) } as object)
        .where('connection_id', '=', id)
        .execute();
    expect(Math.abs(Date.parse((await periods(id))[0]?.from ?? '') - (app.clock.now().getTime() - 30 * dayMs))).toBeLessThan(60_000);
});
