import {
    createSecretKey,
    extendSecretKey,
    type listAuditEntries,
    listSecretKeys,
    rotateSecretKey,
    type SuccessOut
} from '@patchbay/contracts';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorOf, keyWith, outcomeOf, sendJson } from '../../../api.fixtures.ts';
import { join, outcome, setUp } from '../members/members.fixtures.ts';

let app: TestApp;
beforeAll(async () => {
    app = await startTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const use = async (key: string) => outcomeOf(await app.raw('/connections', { token: key }));
const after = (ms: number) => new Date(app.clock.now().getTime() + ms).toISOString();
const extend = (id: string, expires_at: string, token?: string) =>
    sendJson(app, 'POST', `/environment/api-keys/${id}/extend`, { expires_at }, ...(token === undefined ? [] : [token]));
const listed = async (id: string) => (await app.call(listSecretKeys, {})).data.find((key) => key.id === id);

async function rotated(old_key_valid_for: number | 'until_used' = 24 * 3600, scopes?: 'environment:*'[]) {
    const { data: old } = await app.call(createSecretKey, { body: { display_name: 'Backend', ...(scopes && { scopes }) } });
    const { data: made } = await app.call(rotateSecretKey, { params: { key_id: old.id }, body: { old_key_valid_for } });
    return { old, made };
}

test('a rotated key is given more time before its end, up to 30 days after its rotation', async () => {
    const { old } = await rotated();
    const latest = (await listed(old.id))?.extendable_until ?? '';
    app.clock.advance(dayMs - hourMs);
    const end = after(2 * dayMs);
    const { data } = await app.call(extendSecretKey, { params: { key_id: old.id }, body: { expires_at: end } });
    expect(data).toMatchObject({ id: old.id, expires_at: end, extendable_until: latest });
    app.clock.advance(2 * dayMs - 60_000);
    expect(await use(old.secret)).toBe('200');

    const tooLate = await extend(old.id, new Date(Date.parse(latest) + 1).toISOString());
    expect([outcomeOf(tooLate), errorOf(tooLate).errors?.[0]?.path]).toEqual(['400 invalid_body', ['expires_at']]);
    expect(outcomeOf(await extend(old.id, latest))).toBe('200');
    app.clock.advance(28 * dayMs);
    expect(await use(old.secret)).toBe('401 unknown_account');
});

test('a key that has ended, was revoked or is of another environment is not found', async () => {
    const { old } = await rotated(60);
    expect(outcomeOf(await extend(old.id, after(dayMs), app.keys.prod))).toBe('404 not_found');
    app.clock.advance(60_000);
    expect(outcomeOf(await extend(old.id, after(dayMs)))).toBe('404 not_found');
    const { old: leaked } = await rotated(0);
    expect(outcomeOf(await extend(leaked.id, after(dayMs)))).toBe('404 not_found');
});

test('a key that was not rotated, or whose successor was not used yet, has no end that could be later', async () => {
    const { old, made } = await rotated('until_used');
    expect(outcomeOf(await extend(made.id, after(dayMs)))).toBe('409 conflict');
    expect(errorOf(await extend(old.id, after(dayMs))).message).toContain(`first use of the key ${made.id}`);
    expect(await use(made.secret)).toBe('200');
    expect(outcomeOf(await extend(old.id, after(dayMs)))).toBe('200');
    const end = (await listed(old.id))?.expires_at;
    app.clock.advance(2 * 60_000);
    expect(await use(made.secret)).toBe('200');
    expect((await listed(old.id))?.expires_at).toBe(end);
});

test('of two who extend a key alike at the same moment the second is told its end, and none makes it end sooner', async () => {
    const { old } = await rotated();
    const end = after(3 * dayMs);
    const responses = await Promise.all([extend(old.id, end), extend(old.id, end)]);
    expect(responses.map(outcomeOf).toSorted()).toEqual(['200', '409 conflict']);
    const sooner = await extend(old.id, after(2 * dayMs));
    expect([outcomeOf(sooner), errorOf(sooner).message]).toEqual(['409 conflict', expect.stringContaining(end)]);
    expect((await listed(old.id))?.expires_at).toBe(end);
});

test('a key extends neither itself, nor one that can do more than itself', async () => {
    const { old } = await rotated(3600, ['environment:*']);
    expect(outcomeOf(await extend(old.id, after(dayMs), old.secret))).toBe('409 conflict');
    const manager = await keyWith(app, ['environment:api_keys:write', 'environment:proxy']);
    const refused = await extend(old.id, after(dayMs), manager);
    expect([outcomeOf(refused), errorOf(refused).message]).toEqual(['403 forbidden', expect.stringContaining('can only extend keys')]);
});

test('an admin extends keys that can do no more than an admin, and the audit log has both', async () => {
    const [owner, mighty, usual] = [await setUp(app), (await rotated(3600, ['environment:*'])).old, (await rotated()).old];
    const admin = await join(app, owner, 'admin');
    const send = (id: string) =>
        admin.send('POST', `/environments/dev/environment/api-keys/${id}/extend`, { expires_at: after(2 * dayMs) });
    expect([outcome(await send(mighty.id)), outcome(await send(usual.id))]).toEqual(['403 forbidden', '200']);
    const newest = async () => {
        const { json } = await owner.send('GET', '/audit?action=extendSecretKey');
        return (json as SuccessOut<typeof listAuditEntries>).data.slice(0, 2);
    };
    // How a change ended is added when its response is on its way.
    await expect
        .poll(newest)
        .toEqual([
            expect.objectContaining({ target: `key_id=${usual.id}`, status: 200, environment: 'dev' }),
            expect.objectContaining({ target: `key_id=${mighty.id}`, status: 403, error_code: 'forbidden' })
        ]);
});
