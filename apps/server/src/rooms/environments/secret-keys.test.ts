import { createSecretKey, listConnections, listIntegrations, listSecretKeys, revokeSecretKey } from '@patchbay/contracts';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorOf, keyWith, outcomeOf, sendJson, spellingsOf, storedText } from '../../api.fixtures.ts';

let app: TestApp;
beforeAll(async () => {
    app = await startTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

test('a new key is shown once and works; later it is listed without its secret', async () => {
    const { data: made } = await app.call(createSecretKey, { body: { display_name: 'Backend' } });
    expect(made).toMatchObject({
        display_name: 'Backend',
        last_used_at: null,
        secret: expect.stringMatching(/^pb_sk_dev_[0-9A-Za-z]{12}_[0-9A-Za-z]{43}_[0-9a-f]{8}$/)
    });
    expect(await app.callAs(made.secret)(listConnections, {})).toEqual({ connections: [] });

    const listed = await app.raw('/environment/api-keys');
    expect(listed.text).not.toContain(made.secret.split('_')[4]);
    const { data } = await app.call(listSecretKeys, {});
    const { secret: _, ...shown } = made;
    expect(data).toContainEqual({ ...shown, last_used_at: expect.any(String) });
});

test('T-96: a new key reads no credentials, manages no keys and changes no settings unless that is asked for', async () => {
    const { data } = await app.call(createSecretKey, { body: { display_name: 'Default' } });
    expect(data.scopes).toEqual([
        'environment:connect_sessions:write',
        'environment:connections:read',
        'environment:connections:write',
        'environment:proxy',
        'environment:integrations:read',
        'environment:integrations:write',
        'environment:providers:read',
        'environment:settings:read'
    ]);
    await app.integrate('sandbox-oauth2');
    expect(outcomeOf(await app.raw('/integrations/sandbox-oauth2?include=credentials', { token: data.secret }))).toBe('403 forbidden');
    expect(outcomeOf(await app.raw('/environment/api-keys', { token: data.secret }))).toBe('403 forbidden');
});

test('T-35: a key cannot give what it lacks', async () => {
    const manager = await keyWith(app, ['environment:api_keys:write', 'environment:providers:read']);
    const make = (scopes?: string[]) =>
        sendJson(app, 'POST', '/environment/api-keys', { display_name: 'Child', ...(scopes ? { scopes } : {}) }, manager);
    for (const scopes of [
        ['environment:*'],
        ['environment:connections:read'],
        ['environment:providers:read', 'environment:connections:read_credentials'],
        undefined
    ]) {
        const answer = await make(scopes);
        expect(outcomeOf(answer)).toBe('403 forbidden');
        expect(errorOf(answer).message).toMatch(/^A key can only give scopes that it has itself; it lacks environment:/);
    }
    expect((await make(['environment:providers:read'])).status).toBe(200);
});

test.each([
    [{}, 'display_name'],
    [{ display_name: '' }, 'display_name'],
    [{ display_name: 'x', scopes: [] }, 'scopes'],
    [{ display_name: 'x', scopes: ['environment:everything'] }, 'scopes'],
    [{ display_name: 'x', secret: 'mine' }, undefined]
])('making a key with %j is refused', async (body, field) => {
    const answer = await sendJson(app, 'POST', '/environment/api-keys', body);
    expect(outcomeOf(answer)).toBe('400 invalid_body');
    expect(errorOf(answer).errors?.[0]?.path[0]).toBe(field);
});

test('a revoked key is gone: it neither works nor is listed, and cannot be revoked again', async () => {
    const { data } = await app.call(createSecretKey, { body: { display_name: 'Old' } });
    expect(await app.call(revokeSecretKey, { body: { key_id: data.id } })).toEqual({ success: true });
    expect(outcomeOf(await app.raw('/integrations', { token: data.secret }))).toBe('401 unknown_account');
    expect((await app.call(listSecretKeys, {})).data.map(({ id }) => id)).not.toContain(data.id);
    expect(outcomeOf(await sendJson(app, 'DELETE', '/environment/api-keys', { key_id: data.id }))).toBe('404 not_found');
});

test('a key cannot revoke itself, so that an environment is never left without one', async () => {
    const id = app.keys.dev.split('_')[3];
    const answer = await sendJson(app, 'DELETE', '/environment/api-keys', { key_id: id });
    expect(outcomeOf(answer)).toBe('409 conflict');
    expect((await app.call(listIntegrations, {})).data).toBeDefined();
});

test('another environment’s keys are neither listed nor revoked, nor made', async () => {
    const prod = app.callAs(app.keys.prod);
    const { data } = await prod(createSecretKey, { body: { display_name: 'Prod' } });
    expect(data.secret).toMatch(/^pb_sk_prod_/);
    expect((await app.call(listSecretKeys, {})).data.map(({ id }) => id)).not.toContain(data.id);
    expect(outcomeOf(await sendJson(app, 'DELETE', '/environment/api-keys', { key_id: data.id }))).toBe('404 not_found');
    expect(await app.callAs(data.secret)(listConnections, {})).toEqual({ connections: [] });
});

test('T-86: the database holds no key, in no spelling', async () => {
    const { data } = await app.call(createSecretKey, { body: { display_name: 'Stored' } });
    const stored = await storedText(app.db);
    expect(stored).toContain(data.id);
    for (const key of [data.secret, app.keys.dev, app.keys.prod]) {
        const secret = key.split('_')[4] ?? '';
        expect(secret).toHaveLength(43);
        for (const spelling of spellingsOf(secret)) expect(stored).not.toContain(spelling);
    }
});

test('when a key was last used is written down, at most once a minute', async () => {
    const { data } = await app.call(createSecretKey, { body: { display_name: 'Used' } });
    const lastUse = async () => (await app.call(listSecretKeys, {})).data.find(({ id }) => id === data.id)?.last_used_at;
    await app.raw('/connections', { token: data.secret });
    const first = await lastUse();
    app.clock.advance(30_000);
    await app.raw('/connections', { token: data.secret });
    expect(await lastUse()).toBe(first);
    app.clock.advance(31_000);
    await app.raw('/connections', { token: data.secret });
    expect(Date.parse((await lastUse()) ?? '') - Date.parse(first ?? '')).toBeGreaterThanOrEqual(60_000);
});
