import { deleteConnection, pauseFunctions, startFunctions } from '@patchbay/contracts';
import type { TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { actionFlow, deployAll, deployHandlers, handler } from '../deployments/deployments.fixtures.ts';
import { connectGem, headers, journal, outcome, send, startGemApp } from '../syncs/syncs.fixtures.ts';

let app: TestApp;
beforeAll(async () => {
    app = await startGemApp();
    await connectGem(app);
    await connectGem(app, 'c2');
    const refuses = await handler('refuses', 'validate-connection', `throw new Error('No.');`);
    const onEventScriptsByProvider = [{ providerConfigKey: 'gem', scripts: [refuses] }];
    await deployAll(app, [await actionFlow('one', 'return 1;'), await actionFlow('two', 'return 2;')], { onEventScriptsByProvider });
});
afterAll(() => app[Symbol.asyncDispose]());

const c1 = { provider_config_key: 'gem', connection_id: 'c1' };
const [one, two, refuses] = [
    { type: 'action', name: 'one' },
    { type: 'action', name: 'two' },
    { type: 'on-event', name: 'refuses' }
] as const;
const call = async (name: string, connection = 'c1') => {
    const reply = await send(
        app,
        'POST',
        '/action/trigger',
        { action_name: name },
        { headers: { ...headers, 'connection-id': connection } }
    );
    return [reply.status, reply.status === 200 ? reply.body : (reply.body as { error: { code: string } }).error.code];
};

test('an action that is paused for a connection is refused for it alone, until it is started', async () => {
    expect(await app.call(pauseFunctions, { body: { ...c1, functions: [two, one] } })).toEqual({ data: { paused: [one, two] } });
    expect([await call('one'), await call('two'), await call('one', 'c2')]).toEqual([
        [404, 'disabled_resource'],
        [404, 'disabled_resource'],
        [200, 1]
    ]);
    expect(await app.call(startFunctions, { body: { ...c1, functions: [one] } })).toEqual({ data: { paused: [two] } });
    expect([await call('one'), await call('two')]).toEqual([
        [200, 1],
        [404, 'disabled_resource']
    ]);
    expect(await app.call(pauseFunctions, { body: { ...c1, functions: [] } })).toEqual({ data: { paused: [two] } });
});

test('a handler that is paused for a connection does not run for it, and it stays paused when it is connected again', async () => {
    await expect(connectGem(app)).rejects.toMatchObject({ code: 'connection_validation_failed' });
    await app.call(pauseFunctions, { body: { ...c1, functions: [refuses] } });
    await connectGem(app);
    await connectGem(app);
    await expect(connectGem(app, 'c2')).rejects.toMatchObject({ code: 'connection_validation_failed' });
    await app.call(startFunctions, { body: { ...c1, functions: [refuses] } });
    await expect(connectGem(app)).rejects.toMatchObject({ code: 'connection_validation_failed' });
});

const runsOf = async (name: string, connectionId: string) => {
    const query = new URLSearchParams({ integration_id: 'gem', connection_id: connectionId, name });
    const { body } = await send(app, 'GET', `/functions/runs?${query}`);
    return (body as { data: { id: string; status: string }[] }).data;
};

test('a handler after a creation that is paused for a connection is not run again for it, until it is started', async () => {
    const greets = { type: 'on-event', name: 'greets' } as const;
    await deployHandlers(app, [await handler('greets', 'post-connection-creation', `throw new Error('Not yet.');`)]);
    await connectGem(app, 'c3');
    await expect.poll(async () => (await runsOf('greets', 'c3')).map(({ status }) => status)).toEqual(['failed']);
    const [failed] = await runsOf('greets', 'c3');
    const c3 = { ...c1, connection_id: 'c3' };
    await app.call(pauseFunctions, { body: { ...c3, functions: [greets] } });
    await deployHandlers(app, [await handler('greets', 'post-connection-creation', '')]);
    expect(outcome(await send(app, 'POST', `/functions/runs/${failed?.id}/retry`))).toBe('409 run_not_repeatable');
    await app.call(startFunctions, { body: { ...c3, functions: [greets] } });
    expect(outcome(await send(app, 'POST', `/functions/runs/${failed?.id}/retry`))).toBe('200');
    await expect.poll(async () => (await runsOf('greets', 'c3')).map(({ status }) => status)).toEqual(['succeeded', 'failed']);
});

test('a handler before a deletion that is paused for a connection does not run for it, and does for another', async () => {
    const leaves = { type: 'on-event', name: 'leaves' } as const;
    const body = `await context.get({ endpoint: '/goodbye/' + context.connectionId }).catch(() => {});`;
    await deployHandlers(app, [await handler('leaves', 'pre-connection-deletion', body)]);
    for (const connectionId of ['c4', 'c5']) await connectGem(app, connectionId);
    await app.call(pauseFunctions, { body: { ...c1, connection_id: 'c4', functions: [leaves] } });
    for (const connectionId of ['c4', 'c5'])
        await app.call(deleteConnection, { params: { connection_id: connectionId }, query: { provider_config_key: 'gem' } });
    expect((await journal(app, '/goodbye/')).map(({ path }) => path)).toEqual([expect.stringMatching(/\/goodbye\/c5$/)]);
});

test('what is not there can not be paused, and is named', async () => {
    const missing = { type: 'action', name: 'none' } as const;
    await expect(app.call(pauseFunctions, { body: { ...c1, functions: [missing] } })).rejects.toMatchObject({
        code: 'not_found',
        message: 'The integration gem has no action none.'
    });
    await expect(app.call(pauseFunctions, { body: { ...c1, connection_id: 'none', functions: [] } })).rejects.toMatchObject({
        code: 'unknown_connection'
    });
});
