import { listAttempts } from '@patchbay/contracts';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cleanUp } from '../../../../clean-up.ts';
import { signIn, startSignIn, storedAttempt } from '../attempts.fixtures.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
let app: TestApp;
beforeAll(async () => {
    app = await startTestApp();
    await app.integrate('sandbox-oauth2');
});
afterAll(() => app[Symbol.asyncDispose]());

test('the server keeps an attempt for 30 days, long after its session, and what it knew about the end user for one', async () => {
    const endUser = await app.session({ end_user: { id: 'kept' } });
    const listed = async () => (await app.call(listAttempts, { query: { end_user_id: 'kept' } })).data;
    const { attempt } = await signIn(app, endUser, 'sandbox-oauth2', { account: 'ada' });
    expect((await storedAttempt(app, attempt.attempt_id)).now_label).not.toBeNull();
    app.clock.advance(2 * dayMs);
    await cleanUp(app.server.deps);
    const row = await storedAttempt(app, attempt.attempt_id);
    expect(row).toMatchObject({ was_label: null, now_label: null, provider_text: null, return_to: null, parked: null });
    expect(row.secrets).toHaveLength(0);
    expect(await app.db.selectFrom('connect_sessions').select('id').where('id', '=', row.session_id).execute()).toEqual([]);
    app.clock.advance(28 * dayMs - minuteMs);
    await cleanUp(app.server.deps);
    expect((await listed()).map(({ ref }) => ref)).toEqual([attempt.ref]);
    app.clock.advance(minuteMs + 15 * minuteMs);
    await cleanUp(app.server.deps);
    expect(await listed()).toEqual([]);
});

test('the clean-up deletes old attempts in batches, however many they are', async () => {
    await startSignIn(await app.session(), 'sandbox-oauth2');
    await sql`insert into attempts (environment_id, id, session_id, integration_id, connection_id, is_reconnect, status, ref, secrets, expires_at)
        select environment_id, gen_random_uuid(), session_id, integration_id, '', false, 'expired', 'C-OLD', '', expires_at - interval '31 days'
        from generate_series(1, 2500), (select * from attempts order by created_at desc limit 1) template`.execute(app.db);
    await cleanUp(app.server.deps);
    expect(await app.db.selectFrom('attempts').select('id').where('ref', '=', 'C-OLD').execute()).toEqual([]);
});
