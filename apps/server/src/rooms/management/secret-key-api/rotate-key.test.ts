import {
    createConnectLink,
    createSecretKey,
    exchangeConnectLink,
    listSecretKeys,
    revokeSecretKeyById,
    rotateSecretKey
} from '@patchbay/contracts';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorOf, keyWith, outcomeOf, sendJson } from '../../../api.fixtures.ts';

let app: TestApp;
beforeAll(async () => {
    app = await startTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const dayMs = 24 * 3_600_000;
const use = async (key: string) => outcomeOf(await app.raw('/connections', { token: key }));
const make = async (body: { display_name: string; scopes?: 'environment:*'[] } = { display_name: 'Backend' }) =>
    (await app.call(createSecretKey, { body })).data;
const rotate = (id: string, seconds?: number | 'until_used', token?: string) =>
    sendJson(
        app,
        'POST',
        `/environment/api-keys/${id}/rotate`,
        seconds === undefined ? {} : { old_key_valid_for: seconds },
        ...(token === undefined ? [] : [token])
    );
const linkBy = async (key: string) =>
    new URL((await app.callAs(key)(createConnectLink, { body: { end_user: { id: 'ada' } } })).data.url).pathname.split('/').at(-1) ?? '';

test('a rotated key works beside its successor for a day, and then no more; links that it made stay', async () => {
    const old = await make();
    const code = await linkBy(old.secret);
    const { data } = await app.call(rotateSecretKey, { params: { key_id: old.id }, body: {} });
    expect(data).toMatchObject({ display_name: 'Backend', scopes: old.scopes, expires_at: null, replaced_by: null });
    const { data: listed } = await app.call(listSecretKeys, {});
    expect(listed.find(({ id }) => id === old.id)).toMatchObject({ replaced_by: data.id, expires_at: data.old_key_valid_until });

    app.clock.advance(dayMs - 60_000);
    expect([await use(old.secret), await use(data.secret)]).toEqual(['200', '200']);
    app.clock.advance(60_000);
    expect([await use(old.secret), await use(data.secret)]).toEqual(['401 unknown_account', '200']);
    expect((await app.call(listSecretKeys, {})).data.map(({ id }) => id)).not.toContain(old.id);
    expect(outcomeOf(await rotate(old.id))).toBe('404 not_found');
    expect((await app.callAs('')(exchangeConnectLink, { body: { code } })).data.token).toMatch(/^pb_cs_/);
});

test('a leaked key is revoked as it is rotated, with the links that it made', async () => {
    const old = await make();
    const code = await linkBy(old.secret);
    const { data } = await app.call(rotateSecretKey, { params: { key_id: old.id }, body: { old_key_valid_for: 0 } });
    expect([await use(old.secret), await use(data.secret)]).toEqual(['401 unknown_account', '200']);
    expect((await sendJson(app, 'POST', '/connect/links/exchange', { code })).status).not.toBe(200);
});

test('a key rotates itself, but does not revoke itself', async () => {
    const old = await make({ display_name: 'Own', scopes: ['environment:*'] });
    expect(outcomeOf(await rotate(old.id, 0, old.secret))).toBe('409 conflict');
    expect((await rotate(old.id, 60, old.secret)).status).toBe(200);
    expect(await use(old.secret)).toBe('200');
});

test('a key is rotated once: of two at the same moment, and later, the others are told which key takes its place', async () => {
    const old = await make();
    const responses = await Promise.all([rotate(old.id), rotate(old.id)]);
    expect(responses.map(outcomeOf).toSorted()).toEqual(['200', '409 conflict']);
    const { data } = await app.call(listSecretKeys, {});
    const successor = data.find(({ id }) => id === old.id)?.replaced_by ?? '';
    expect(errorOf(await rotate(old.id)).message).toContain(successor);
    expect(data.map(({ id }) => id)).toContain(successor);
    expect((await app.call(revokeSecretKeyById, { params: { key_id: old.id } })).success).toBe(true);
});

test('a key rotates neither one that can do more than itself, nor one of another environment', async () => {
    const manager = await keyWith(app, ['environment:api_keys:write', 'environment:proxy']);
    const old = await make();
    expect(outcomeOf(await rotate(old.id, 60, manager))).toBe('403 forbidden');
    expect(outcomeOf(await rotate(old.id, 60, app.keys.prod))).toBe('404 not_found');
    expect(outcomeOf(await rotate(old.id, 8 * 24 * 3600))).toBe('400 invalid_body');
    expect(await use(old.secret)).toBe('200');
});
