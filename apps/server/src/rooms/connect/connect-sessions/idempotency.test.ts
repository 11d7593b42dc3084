import { createSecretKey, deleteConnectSession } from '@patchbay/contracts';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type ApiResponse, outcomeOf, spellingsOf, storedText } from '../../../api.fixtures.ts';

let app: TestApp;
beforeAll(async () => {
    app = await startTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

function mint(
    key: string,
    body: unknown = { end_user: { id: 'u' } },
    options: { token?: string; path?: string } = {}
): Promise<ApiResponse> {
    const headers = { 'content-type': 'application/json', 'idempotency-key': key };
    return app.raw(options.path ?? '/connect/sessions', {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
        token: options.token ?? app.keys.dev
    });
}

const sessions = async () => (await app.db.selectFrom('connect_sessions').select('id').execute()).length;
// Callers assert on it.
const tokenOf = (answer: ApiResponse) => (answer.json as { data: { token: string } }).data.token;

test('T-49: the same key and body get the same response, and one session', async () => {
    const before = await sessions();
    const first = await mint('same');
    const again = await mint('same');
    expect([again.status, again.text]).toEqual([201, first.text]);
    // The same body in another order is the same body.
    expect((await mint('same', JSON.parse('{"tags":{},"end_user":{"id":"u"}}'))).status).toBe(422);
    expect(await sessions()).toBe(before + 1);
});

test('the order of keys makes no other body', async () => {
    const tags = { a: '1', b: '2' };
    const first = await mint('order', { end_user: { id: 'u', display_name: 'U' }, organization: { id: 'o' }, tags });
    const again = await mint('order', { organization: { id: 'o' }, tags: { b: '2', a: '1' }, end_user: { display_name: 'U', id: 'u' } });
    expect(again.text).toBe(first.text);
});

test('T-49: the same key with another body, or at another endpoint, is refused', async () => {
    await mint('reused');
    expect(outcomeOf(await mint('reused', { end_user: { id: 'other' } }))).toBe('422 idempotency_key_reused');
    await app.integrate('unauthenticated');
    const reconnect = await mint(
        'reused',
        { connection_id: 'c', integration_id: 'unauthenticated' },
        { path: '/connect/sessions/reconnect' }
    );
    expect(outcomeOf(reconnect)).toBe('422 idempotency_key_reused');
});

test('T-49: ten at once make one session, whether on one replica or on two', async () => {
    await using replica = await startTestApp({ replicaOf: app });
    const before = await sessions();
    const headers = { 'content-type': 'application/json', 'idempotency-key': 'at-once' };
    const answers = await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
            (index % 2 === 0 ? app : replica).raw('/connect/sessions', { method: 'POST', headers, body: '{"end_user":{"id":"u"}}' })
        )
    );
    const outcomes = answers.map(outcomeOf);
    expect(outcomes).toContain('201');
    for (const outcome of outcomes) expect(['201', '409 idempotency_conflict']).toContain(outcome);
    expect(new Set(answers.filter(({ status }) => status === 201).map(tokenOf)).size).toBe(1);
    expect(await sessions()).toBe(before + 1);
    expect((await mint('at-once')).status).toBe(201);
});

test('T-49: a key belongs to its environment', async () => {
    const dev = await mint('shared');
    const prod = await mint('shared', undefined, { token: app.keys.prod });
    expect(prod.status).toBe(201);
    expect(tokenOf(prod)).not.toBe(tokenOf(dev));
});

test('a request that failed does not use up its key', async () => {
    expect(outcomeOf(await mint('retry', { end_user: { id: 'u' }, allowed_integrations: ['later'] }))).toBe('400 invalid_body');
    await app.integrate('unauthenticated', { unique_key: 'later' });
    expect((await mint('retry', { end_user: { id: 'u' }, allowed_integrations: ['later'] })).status).toBe(201);
});

test('a server that was killed before it could answer holds the key for a minute, not longer', async () => {
    const keyHash = app.server.deps.keyedHash.hash(`idempotency\0${app.keys.dev.split('_')[3]}\0orphan`);
    const released = Promise.withResolvers<void>();
    const isLocked = Promise.withResolvers<void>();
    const lock = app.db.transaction().execute(async (trx) => {
        await sql`lock table connect_sessions in access exclusive mode`.execute(trx);
        isLocked.resolve();
        await released.promise;
    });
    await isLocked.promise;
    // Claimed, and in the middle of the work.
    const working = mint('orphan');
    const claim = await vi.waitUntil(() =>
        app.db.selectFrom('idempotent_answers').selectAll().where('key_hash', '=', keyHash).executeTakeFirst()
    );
    released.resolve();
    await Promise.all([lock, working]);
    // As it would stand there if the server had been killed then.
    const { answer, expires_at } = claim;
    await app.db.updateTable('idempotent_answers').set({ answer, expires_at }).where('key_hash', '=', keyHash).execute();
    expect(outcomeOf(await mint('orphan'))).toBe('409 idempotency_conflict');
    app.clock.advance(61_000);
    expect((await mint('orphan')).status).toBe(201);
});

test('the response dies with its session: a deleted or expired one is not handed out again', async () => {
    const first = await mint('mortal');
    await app.callAs(tokenOf(first))(deleteConnectSession, {});
    const second = await mint('mortal');
    expect(second.status).toBe(201);
    expect(tokenOf(second)).not.toBe(tokenOf(first));
    expect((await app.raw('/connect/session', { token: tokenOf(second) })).status).toBe(200);
    app.clock.advance(31 * 60_000);
    const third = await mint('mortal');
    expect(tokenOf(third)).not.toBe(tokenOf(second));
    expect((await app.raw('/connect/session', { token: tokenOf(third) })).status).toBe(200);
});

test('T-86: the stored response and the key are not readable in the database', async () => {
    const token = tokenOf(await mint('canary-idempotency-key'));
    const stored = await storedText(app.db);
    for (const secret of [token.split('_')[2] ?? '', 'canary-idempotency-key'])
        for (const spelling of spellingsOf(secret)) expect(stored).not.toContain(spelling);
});

test('an empty key is refused', async () => {
    expect(outcomeOf(await mint(''))).toBe('400 invalid_headers');
});

test('T-49: a key belongs to one secret key: another one gets neither its response nor a word about it', async () => {
    const { data } = await app.call(createSecretKey, { body: { display_name: 'Other backend' } });
    const first = await mint('of-one-key');
    const other = await mint('of-one-key', { end_user: { id: 'somebody_else' } }, { token: data.secret });
    expect([first.status, other.status]).toEqual([201, 201]);
    expect(tokenOf(other)).not.toBe(tokenOf(first));
    expect(tokenOf(await mint('of-one-key'))).toBe(tokenOf(first));
});

test('a request that took longer than its claim leaves the response of the one that came after it', async () => {
    const released = Promise.withResolvers<void>();
    const isLocked = Promise.withResolvers<void>();
    const lock = app.db.transaction().execute(async (trx) => {
        await sql`lock table connect_sessions in access exclusive mode`.execute(trx);
        isLocked.resolve();
        await released.promise;
    });
    await isLocked.promise;
    const claims = () => app.db.selectFrom('idempotent_answers').selectAll().where('answer', 'is', null).execute();
    const before = (await claims()).length;
    const slow = mint('slow');
    await vi.waitUntil(async () => (await claims()).length > before);
    app.clock.advance(61_000);
    const later = mint('slow');
    const now = app.clock.now().getTime();
    await vi.waitUntil(async () => (await claims()).some(({ expires_at }) => expires_at.getTime() > now));
    released.resolve();
    const [, , { text }] = await Promise.all([lock, slow, later]);
    expect((await mint('slow')).text).toBe(text);
});
