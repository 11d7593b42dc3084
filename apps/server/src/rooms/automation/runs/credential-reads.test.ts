import { type AuditEntryView, getFunctionSettings, updateFunctionSettings } from '@patchbay/contracts';
import type { TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keyWith } from '../../../api.fixtures.ts';
import { actionFlow, deployAll, deployHandlers, handler } from '../deployments/deployments.fixtures.ts';
import { connectGem, gemKey, headers, send, startGemApp } from '../syncs/syncs.fixtures.ts';
import { type DashboardBrowser, setUp } from '../../management/members/members.fixtures.ts';

let app: TestApp;
let owner: DashboardBrowser;
beforeAll(async () => {
    app = await startGemApp();
    owner = await setUp(app);
    await connectGem(app);
    await connectGem(app, 'c2');
    await deployAll(app, [
        await actionFlow('token', `return { token: await context.getToken() };`),
        await actionFlow(
            'key',
            `const { credentials } = await context.getConnection(undefined, input.of); return { key: credentials.apiKey };`
        ),
        await actionFlow(
            'all',
            `return { all: JSON.stringify([await context.getConnection(), await context.getIntegration({ include: ['credentials'] })]) };`
        ),
        await actionFlow(
            'loud',
            `for (let line = 0; line < 100; line++) await context.log('x'.repeat(1000)); return { token: await context.getToken() };`
        ),
        await actionFlow('request', `const { data } = await context.get({ endpoint: '/ats/v0/users/' }); return { users: data.length };`)
    ]);
});
afterAll(() => app[Symbol.asyncDispose]());

const allow = (isAllowed: boolean, token = app.keys.dev) =>
    app.callAs(token)(updateFunctionSettings, { body: { read_credentials: isAllowed } });
const run = async (name: string, input: unknown = {}) =>
    (await send(app, 'POST', '/action/trigger', { action_name: name, input }, { headers })).body;
const audited = async () =>
    ((await owner.send('GET', '/audit?action=readCredentials')).json as { data: AuditEntryView[] }).data.map(
        ({ actor, target, status }) => [actor.kind, actor.name, target?.replace(/run_id=.*/, 'run_id='), status]
    );
const logOf = async (name: string) => {
    const { data } = (await send(app, 'GET', `/functions/runs?name=${name}&limit=1`)).body as { data: { id: string }[] };
    const { body } = await send(app, 'GET', `/functions/runs/${data[0]?.id}`);
    return JSON.stringify((body as { data: { log: unknown } }).data.log);
};

test('T-80: functions get no credentials unless their environment allows it, and are told what to do', async () => {
    expect(await app.call(getFunctionSettings, {})).toMatchObject({ data: { read_credentials: false } });
    for (const [name, input] of [
        ['token', {}],
        ['key', { of: 'c2' }]
    ] as const)
        expect(JSON.stringify(await run(name, input))).toMatch(/PATCH \/environment\/functions.*credentials_withheld/s);
    const all = JSON.stringify(await run('all'));
    expect(all).toContain('c1');
    expect(all).not.toContain(gemKey);
    expect(all).not.toContain('gem-application-secret');
    // Their requests have them.
    expect(await run('request')).toEqual({ users: expect.any(Number) });
    expect(await audited()).toEqual([]);
});

test('T-80: where it is allowed, each read is in the log of its run, and the first of an hour in the audit log', async () => {
    await allow(true);
    expect(await run('token')).toEqual({ token: gemKey });
    expect(await run('token')).toEqual({ token: gemKey });
    expect(await run('key', { of: 'c2' })).toEqual({ key: gemKey });
    expect(await audited()).toEqual([
        ['system', 'Function key', 'provider_config_key=gem connection_id=c2 run_id=', 200],
        ['system', 'Function token', 'provider_config_key=gem connection_id=c1 run_id=', 200]
    ]);
    expect(await logOf('token')).toContain('Read the credentials of the connection c1 of gem.');
    expect(await logOf('request')).not.toContain('Read the credentials');
    await allow(false);
    expect(JSON.stringify(await run('token'))).toContain('credentials_withheld');
});

test('T-80: a function that fills its log first does not hide its read from it', async () => {
    await allow(true);
    expect(await run('loud')).toEqual({ token: gemKey });
    const log = await logOf('loud');
    expect(log).toContain('x'.repeat(1000));
    expect(log).toContain('Read the credentials of the connection c1 of gem.');
    await allow(false);
});

test('T-80: the credentials of a connection that is not stored yet are withheld as well', async () => {
    const looks = await handler('looks', 'validate-connection', `await context.updateMetadata({ token: await context.getToken() });`);
    await deployHandlers(app, [looks]);
    await expect(connectGem(app, 'new')).rejects.toMatchObject({ code: 'connection_validation_failed' });
    await allow(true);
    await connectGem(app, 'new');
    expect((await audited())[0]).toEqual(['system', 'Function looks', 'provider_config_key=gem connection_id=new run_id=', 200]);
    await allow(false);
});

test('a key that may not read credentials cannot let functions read them, and each change is audited', async () => {
    const settings = await keyWith(app, ['environment:settings:write', 'environment:settings:read']);
    await expect(allow(true, settings)).rejects.toMatchObject({ code: 'forbidden' });
    expect(await allow(false, settings)).toMatchObject({ data: { read_credentials: false } });
    const { data } = (await dashboardEntries()) as { data: AuditEntryView[] };
    expect(data[0]).toMatchObject({ action: 'updateFunctionSettings', fields: ['read_credentials'], environment: 'dev' });
});

const dashboardEntries = async () => (await owner.send('GET', '/audit?limit=1')).json;
