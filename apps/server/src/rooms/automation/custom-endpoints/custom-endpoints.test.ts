import type { TestApp } from '@patchbay/test-kit';
import { importConnection } from '@patchbay/contracts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { keyWith } from '../../../api.fixtures.ts';
import { actionFlow, deployAll, syncFlow } from '../deployments/deployments.fixtures.ts';
import { connectGem, headers, outcome, send, startGemApp } from '../syncs/syncs.fixtures.ts';

let app: TestApp;
beforeAll(async () => {
    app = await startGemApp();
    await connectGem(app);
    await app.integrate('private-api-bearer', { unique_key: 'own' });
    await app.call(importConnection, {
        body: {
            provider_config_key: 'own',
            connection_id: 'c1',
            credentials: { type: 'API_KEY', apiKey: 'key' },
            connection_config: { base_url: app.sandbox.url }
        }
    });
    const endpoint = (method: string, path: string) => ({ endpoints: [{ method, path }] });
    const of = { providerConfigKey: 'own' };
    await deployAll(app, [
        await actionFlow('add', 'return { sum: input.a + 1 };', { ...of, ...endpoint('POST', '/sums') }),
        await actionFlow('off', 'return 1;', { ...of, ...endpoint('POST', '/off') }),
        await actionFlow('clash', 'return { from: "own" };', { ...of, ...endpoint('POST', '/candidates') }),
        await actionFlow('look', 'return { from: "own" };', { ...of, ...endpoint('GET', '/users') }),
        await syncFlow('contacts', `await context.batchSave([{ id: '1', name: 'Ada' }, { id: '2', name: 'Grace' }], 'Contact');`, {
            ...of,
            ...endpoint('GET', '/contacts')
        }),
        await syncFlow('people', `await context.batchSave([{ id: '3', name: 'Own' }], 'Contact');`, {
            ...of,
            ...endpoint('GET', '/candidates')
        })
    ]);
    await send(app, 'PATCH', '/integrations/own/functions/action/off', { enabled: false });
});
afterAll(() => app[Symbol.asyncDispose]());

const own = { ...headers, 'provider-config-key': 'own' };
const call = (method: string, path: string, body?: unknown, more: Record<string, string> = {}) =>
    send(app, method, path, body, { headers: { ...own, ...more } });
const untilRead = async (path: string, count: number) => {
    await expect
        .poll(async () => ((await call('GET', path)).body as { records?: unknown[] }).records?.length, { timeout: 20_000 })
        .toBe(count);
};

test('an action is called at the address that it declares', async () => {
    expect(await call('POST', '/v1/sums', { a: 1 })).toMatchObject({ status: 200, body: { sum: 2 } });
    const queued = await call('POST', '/v1/sums', { a: 2 }, { 'x-async': 'true' });
    expect(queued).toMatchObject({ status: 202, body: { statusUrl: expect.stringMatching(/^\/action\//) } });
});

test('records of a sync are listed at the address that it declares, as GET /records does', async () => {
    // Both syncs have the model.
    await untilRead('/v1/contacts', 3);
    const page = await call('GET', '/v1/contacts?limit=1');
    expect(page.body).toMatchObject({ records: [{ id: expect.any(String) }], next_cursor: expect.any(String) });
    // One of them may still run.
    await vi.waitFor(async () => expect((await call('GET', '/v1/contacts')).headers.get('patchbay-sync-status')).toBe('current'));
    expect((await call('GET', '/v1/contacts?ids=1&ids=9')).body).toMatchObject({ records: [{ id: '1', name: 'Ada' }] });
    expect(outcome(await call('GET', '/v1/contacts?limit=0'))).toBe('400 invalid_query_params');
});

test('where a provider lacks a unified endpoint, a function can be at its address', async () => {
    expect((await call('POST', '/v1/candidates', { any: 1 })).body).toEqual({ from: 'own' });
    expect((await call('POST', '/candidates', { any: 1 })).body).toEqual({ from: 'own' });
    await untilRead('/candidates', 3);
    expect(outcome(await call('GET', '/jobs'))).toBe('400 wrong_provider');
});

test('an address that no function declares, or one that is switched off, is unknown', async () => {
    expect(await call('GET', '/v1/nothing')).toMatchObject({ status: 404, body: { message: "Unknown endpoint 'GET /nothing'" } });
    expect((await call('DELETE', '/v1/sums')).status).toBe(404);
    expect((await call('POST', '/v1/off', {})).status).toBe(404);
    expect((await send(app, 'POST', '/v1/sums', { a: 1 }, { headers })).status).toBe(404);
    expect(outcome(await send(app, 'POST', '/v1/sums', { a: 1 }))).toBe('404 not_found');
    expect(outcome(await call('POST', '/v1/sums', { a: 1 }, { 'connection-id': 'c9' }))).toBe('400 unknown_connection');
});

test('a key needs the scope of what it calls', async () => {
    const token = await keyWith(app, ['environment:actions:execute']);
    expect((await send(app, 'POST', '/v1/sums', { a: 1 }, { headers: own, token })).status).toBe(200);
    expect(outcome(await send(app, 'GET', '/v1/contacts', undefined, { headers: own, token }))).toBe('403 forbidden');
    expect((await send(app, 'POST', '/v1/sums', { a: 1 }, { headers: own, token: app.keys.prod })).status).toBe(404);
});

test('a key that only reads records runs no action at the address of a unified list', async () => {
    const list = (token: string) => send(app, 'GET', '/users', undefined, { headers: own, token });
    const reader = await list(await keyWith(app, ['environment:records:read']));
    expect(outcome(reader)).toBe('403 forbidden');
    expect(reader.body).toMatchObject({ error: { message: 'Insufficient scope. Required: environment:actions:execute' } });
    const both = await keyWith(app, ['environment:records:read', 'environment:actions:execute']);
    expect((await list(both)).body).toEqual({ from: 'own' });
});
