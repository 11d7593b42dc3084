import { deleteConnection } from '@patchbay/contracts';
import type { TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { actionFlow, deployAll, deployHandlers, handler } from '../deployments/deployments.fixtures.ts';
import { connectGem, send, startGemApp } from '../syncs/syncs.fixtures.ts';

let app: TestApp;
beforeAll(async () => {
    app = await startGemApp();
    await connectGem(app);
    await connectGem(app, 'c2');
});
afterAll(() => app[Symbol.asyncDispose]());

const count = `
    const { at = 0 } = (await context.getCheckpoint()) ?? {};
    if (input.clear) await context.clearCheckpoint();
    else await context.saveCheckpoint({ at: at + 1, text: 'a\\u0000b' });
    return [at, ((await context.getCheckpoint()) ?? {}).at ?? null];`;
const act = async (connectionId: string, name = 'count', input: unknown = {}): Promise<unknown> =>
    (
        await send(
            app,
            'POST',
            '/action/trigger',
            { action_name: name, input },
            { headers: { 'connection-id': connectionId, 'provider-config-key': 'gem' } }
        )
    ).body;
const remove = (connectionId: string) =>
    app.call(deleteConnection, { params: { connection_id: connectionId }, query: { provider_config_key: 'gem' } });
const metadataOf = async (connectionId: string) => (await app.connection(connectionId, 'gem')).metadata;

test('an action goes on at its checkpoint, which is its own and of one connection', async () => {
    await deployAll(app, [await actionFlow('count', count), await actionFlow('other', count)]);
    expect([await act('c1'), await act('c1'), await act('c1')]).toEqual([
        [0, 1],
        [1, 2],
        [2, 3]
    ]);
    expect([await act('c2'), await act('c1', 'other')]).toEqual([
        [0, 1],
        [0, 1]
    ]);
    expect(await act('c1', 'count', { clear: true })).toEqual([3, null]);
    expect([await act('c1'), await act('c2')]).toEqual([
        [0, 1],
        [1, 2]
    ]);
});

test('a checkpoint is gone with its connection, and with its function', async () => {
    await deployAll(app, [await actionFlow('count', count), await actionFlow('other', count)]);
    await connectGem(app, 'c3');
    expect([await act('c3'), await act('c3', 'other'), await act('c3')]).toEqual([
        [0, 1],
        [0, 1],
        [1, 2]
    ]);
    await deployAll(app, [await actionFlow('other', count)], { allowDestructive: true });
    await deployAll(app, [await actionFlow('count', count), await actionFlow('other', count)]);
    expect([await act('c3'), await act('c3', 'other')]).toEqual([
        [0, 1],
        [1, 2]
    ]);
    await remove('c3');
    await connectGem(app, 'c3');
    expect(await act('c3', 'other')).toEqual([0, 1]);
});

test('a function on an event reads at a reconnect what it saved before, and before the first connection it is told why not', async () => {
    const steps = `
        const { at = 0 } = (await context.getCheckpoint()) ?? {};
        const refused = await context.saveCheckpoint({ at: at + 1 }).then(() => null, (error) => error.code);
        await context.updateMetadata({ at, refused });`;
    await deployHandlers(app, [await handler('steps', 'validate-connection', steps)]);
    const seen: unknown[] = [];
    for (let round = 0; round < 3; round += 1) {
        await connectGem(app, 'c4');
        seen.push(await metadataOf('c4'));
    }
    expect(seen).toEqual([
        { at: 0, refused: 'not_available' },
        { at: 0, refused: null },
        { at: 1, refused: null }
    ]);
});
