import { createSecretKey, listSecretKeys, revokeSecretKeyById, rotateSecretKey } from '@patchbay/contracts';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { outcomeOf, sendJson } from '../../../api.fixtures.ts';

let app: TestApp;
let replica: TestApp;
beforeAll(async () => {
    app = await startTestApp();
    replica = await startTestApp({ replicaOf: app });
});
afterAll(async () => {
    await replica[Symbol.asyncDispose]();
    await app[Symbol.asyncDispose]();
});

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const advance = (ms: number) => app.clock.advance(ms);
const use = async (key: string, at = app, path = '/connections') => outcomeOf(await at.raw(path, { token: key }));
const make = async () => (await app.call(createSecretKey, { body: { display_name: 'Backend' } })).data;
const rotate = async (id: string, old_key_valid_for: number | 'until_used' = 'until_used') =>
    (await app.call(rotateSecretKey, { params: { key_id: id }, body: { old_key_valid_for } })).data;
const listed = async (id: string) => (await app.call(listSecretKeys, {})).data.find((key) => key.id === id);
const after = (ms: number) => new Date(app.clock.now().getTime() + ms).toISOString();
/** What is left of it; the clock runs on. */
const minutesUntil = (time: string | null | undefined) => Math.round((Date.parse(time ?? '') - app.clock.now().getTime()) / 60_000);
const stateOf = async (id: string) => {
    const key = await listed(id);
    return { awaits: key?.ends_on_use_of ?? null, endsIn: minutesUntil(key?.expires_at) };
};

test('a key that waits for the use of its successor works for an hour after that, on every server', async () => {
    const old = await make();
    const made = await rotate(old.id);
    expect(made).toMatchObject({ ends_on_use_of: null, extendable_until: null });
    const latest = made.old_key_valid_until;
    expect(minutesUntil(latest)).toBe(30 * 24 * 60);
    expect(await listed(old.id)).toMatchObject({ expires_at: latest, ends_on_use_of: made.id, extendable_until: latest });
    advance(8 * dayMs);
    expect([await use(old.secret), await use(old.secret, replica)]).toEqual(['200', '200']);

    expect(await use(made.secret, replica)).toBe('200');
    expect(await stateOf(old.id)).toEqual({ awaits: null, endsIn: 60 });
    advance(hourMs - 60_000);
    expect([await use(old.secret), await use(old.secret, replica), await use(made.secret)]).toEqual(['200', '200', '200']);
    advance(60_000);
    const refused = '401 unknown_account';
    expect([await use(old.secret), await use(old.secret, replica), await use(made.secret)]).toEqual([refused, refused, '200']);
});

test('a request that the new key may not make is a use of it, a wrong secret is not, and later uses move no end', async () => {
    const old = await make();
    const made = await rotate(old.id);
    const wrong = made.secret.replace(/_[0-9A-Za-z]{43}_/, `_${'x'.repeat(43)}_`);
    expect(await use(wrong)).toMatch(/^401/);
    expect((await listed(old.id))?.ends_on_use_of).toBe(made.id);
    expect(await use(made.secret, app, '/environment/api-keys')).toBe('403 forbidden');
    expect(await stateOf(old.id)).toEqual({ awaits: null, endsIn: 60 });
    advance(10 * 60_000);
    expect(await use(made.secret)).toBe('200');
    expect(await stateOf(old.id)).toEqual({ awaits: null, endsIn: 50 });
});

test('a key whose successor is never used ends after 30 days; one that is used shortly before moves no end', async () => {
    const [unused, late] = [await make(), await make()];
    await rotate(unused.id);
    const successor = await rotate(late.id);
    advance(30 * dayMs - 60_000);
    expect(await use(successor.secret)).toBe('200');
    expect((await listed(late.id))?.expires_at).toBe(successor.old_key_valid_until);
    expect([await use(unused.secret), await use(late.secret)]).toEqual(['200', '200']);
    advance(60_000);
    expect([await use(unused.secret), await use(late.secret)]).toEqual(['401 unknown_account', '401 unknown_account']);
});

test('where the successor is rotated before it was used, the old key waits for the newest one', async () => {
    const first = await make();
    const second = await rotate(first.id);
    const third = await rotate(second.id);
    expect(await listed(first.id)).toMatchObject({ replaced_by: second.id, ends_on_use_of: third.id });
    expect(await use(third.secret)).toBe('200');
    const ending = { awaits: null, endsIn: 60 };
    expect([await stateOf(first.id), await stateOf(second.id)]).toEqual([ending, ending]);
});

test('a key whose successor is revoked before it was used waits for nothing, and ends as late as before', async () => {
    const old = await make();
    const made = await rotate(old.id);
    await app.call(revokeSecretKeyById, { params: { key_id: made.id } });
    expect(await listed(old.id)).toMatchObject({ ends_on_use_of: null, expires_at: made.old_key_valid_until });
    expect(await use(old.secret)).toBe('200');
});

test('a key that waits is stopped at once', async () => {
    const old = await make();
    const made = await rotate(old.id);
    await app.call(revokeSecretKeyById, { params: { key_id: old.id } });
    expect([await use(old.secret), await use(made.secret)]).toEqual(['401 unknown_account', '200']);
});

test('both keys are used at once by two servers while the old one is extended and stopped, and each request is answered', async () => {
    const manage = (path: string, method: string, body: Record<string, unknown>) =>
        sendJson(replica, method, `/environment/api-keys/${path}`, body);
    for (let round = 0; round < 10; round++) {
        const old = await make();
        const made = await rotate(old.id);
        const outcomes = await Promise.all([
            use(made.secret),
            use(made.secret, replica),
            use(old.secret, replica),
            manage(`${old.id}/extend`, 'POST', { expires_at: after(2 * hourMs) }).then(outcomeOf),
            manage(made.id, 'DELETE', {}).then(outcomeOf),
            manage(old.id, 'DELETE', {}).then(outcomeOf)
        ]);
        for (const outcome of outcomes) expect(outcome).toMatch(/^(200|401 unknown_account|409 conflict|404 not_found)$/);
    }
});
