import { importConnection, updateIntegration } from '@patchbay/contracts';
import { type OAuth2Provider, providers } from '@patchbay/providers';
import { BEARER_API_KEYS, startTestApp, type TestApp } from '@patchbay/test-kit';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { breakProvider, connectBySignIn, restoreProvider } from '../../connect/attempts/attempts.fixtures.ts';
import { refreshDue } from './refresh-due.ts';
import { dayMs, eventsOfRefresh, hourMs, insertRows, minuteMs, refreshCalls, stored } from './refresh.fixtures.ts';
import { claimDue } from './refresh.sql.ts';

let app: TestApp;
beforeAll(async () => {
    const sandbox = providers.get('sandbox-oauth2') as OAuth2Provider;
    const brief: OAuth2Provider = { ...sandbox, id: 'brief', refresh: { idle_hours: 4 } };
    app = await startTestApp({ providers: new Map([...providers, ['brief', brief]]) });
    for (const provider of ['brief', 'sandbox-oauth2', 'sandbox-oauth2-cc', 'sandbox-api-key', 'private-api-bearer'])
        await app.integrate(provider);
});
beforeEach(async () => {
    await app.sandbox.control('reset', {});
    await app.db.deleteFrom('connections').execute();
});
afterAll(() => app[Symbol.asyncDispose]());

/** Works off what is due now. @returns how many that was */
async function refreshAllDue(limit = 10): Promise<number> {
    return (await Promise.all(await refreshDue(app.server.deps, limit))).length;
}

test('an idle connection is refreshed every day', async () => {
    const id = await connectBySignIn(app, 'sandbox-oauth2');
    let refreshedAt = (await stored(app, id)).refreshed_at?.getTime() ?? 0;
    for (let day = 0; day < 3; day += 1) {
        app.clock.advance(11 * hourMs);
        expect(await refreshAllDue()).toBe(0);
        app.clock.advance(6 * hourMs);
        expect(await refreshAllDue()).toBe(1);
        const row = await stored(app, id);
        expect(row.refreshed_at?.getTime()).toBeGreaterThan(refreshedAt);
        refreshedAt = row.refreshed_at?.getTime() ?? 0;
    }
    expect(await refreshCalls(app)).toEqual({ granted: 3, refused: 0, lost: 0 });
});

test('one whose grant ends after four hours without use is renewed every two or three', async () => {
    await connectBySignIn(app, 'brief');
    for (let round = 0; round < 3; round += 1) {
        app.clock.advance(2 * hourMs - minuteMs);
        expect(await refreshAllDue()).toBe(0);
        app.clock.advance(hourMs);
        expect(await refreshAllDue()).toBe(1);
    }
    expect(await refreshCalls(app)).toEqual({ granted: 3, refused: 0, lost: 0 });
});

test('an imported token that has ended is renewed at once, or shown as broken where nothing can renew it', async () => {
    const importEnded = (connection_id: string, more: object, endsInMs: number) => {
        const expires_at = new Date(app.clock.now().getTime() + endsInMs).toISOString();
        const credentials = { type: 'OAUTH2', access_token: 'ended', expires_at, ...more } as const;
        return app.call(importConnection, { body: { provider_config_key: 'sandbox-oauth2', connection_id, credentials } });
    };
    const stateOf = async (id: string) => (await stored(app, id)).auth_state;
    await importEnded('renewable', { refresh_token: 'unknown to the provider' }, -dayMs);
    await importEnded('dead', {}, -dayMs);
    await importEnded('alive', {}, hourMs);
    expect(await refreshAllDue()).toBe(2);
    expect(await refreshCalls(app)).toMatchObject({ granted: 0 });
    expect([await stateOf('renewable'), await stateOf('dead'), await stateOf('alive')]).toEqual(['broken', 'broken', 'ok']);
    expect((await stored(app, 'dead')).auth_failure?.message).toContain('has ended, and there is no refresh token');
    expect(await refreshAllDue()).toBe(0);
    app.clock.advance(hourMs);
    expect(await refreshAllDue()).toBe(1);
    expect(await stateOf('alive')).toBe('broken');
    expect((await eventsOfRefresh(app, 'alive')).map(({ success }) => success)).toEqual([false]);
});

test('one that was revoked meanwhile is found out, told, and asked for no more', async () => {
    const id = await connectBySignIn(app, 'sandbox-oauth2');
    await app.sandbox.control('revoke', { account: 'ada' });
    app.clock.advance(dayMs);
    expect(await refreshAllDue()).toBe(1);
    expect(await stored(app, id)).toMatchObject({ auth_state: 'broken', refresh_due_at: null });
    expect(await eventsOfRefresh(app, id)).toHaveLength(1);
    app.clock.advance(30 * dayMs);
    expect(await refreshAllDue()).toBe(0);
});

test('what failed is tried again when its time has come', async () => {
    const id = await connectBySignIn(app, 'sandbox-oauth2');
    await breakProvider(app, '/oauth/token', { type: 'status', code: 503 });
    app.clock.advance(dayMs);
    expect([await refreshAllDue(), await refreshAllDue()]).toEqual([1, 0]);
    await restoreProvider(app);
    app.clock.advance(minuteMs);
    expect([await refreshAllDue(), await refreshAllDue()]).toEqual([1, 0]);
    expect((await stored(app, id)).auth_state).toBe('ok');
});

test('nothing goes out for an integration that is switched off, and all is caught up when it is on again', async () => {
    await connectBySignIn(app, 'sandbox-oauth2');
    const setEnabled = (enabled: boolean) => app.call(updateIntegration, { params: { id: 'sandbox-oauth2' }, body: { enabled } });
    await setEnabled(false);
    app.clock.advance(dayMs);
    expect(await refreshAllDue()).toBe(0);
    await setEnabled(true);
    expect(await refreshAllDue()).toBe(1);
});

test('what cannot be renewed, or need not, is left alone', async () => {
    const oauth = (connection_id: string, credentials: object) => ({ provider_config_key: 'sandbox-oauth2', connection_id, credentials });
    for (const body of [
        oauth('without a refresh token', { type: 'OAUTH2', access_token: 'a' }),
        { provider_config_key: 'sandbox-oauth2-cc', credentials: { type: 'OAUTH2_CC', token: 't', client_id: 'c', client_secret: 's' } },
        { provider_config_key: 'sandbox-api-key', credentials: { type: 'API_KEY', apiKey: BEARER_API_KEYS.acme } }
    ])
        expect(
            await app.raw('/connections', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
        ).toMatchObject({ status: 201 });
    app.clock.advance(7 * dayMs);
    expect(await refreshAllDue()).toBe(0);
});

test('what cannot be opened is looked at again in an hour, not all the time', async () => {
    const id = await connectBySignIn(app, 'sandbox-oauth2');
    await app.db
        .updateTable('connections')
        .set({ credentials: Buffer.alloc(100) })
        .execute();
    app.clock.advance(dayMs);
    expect([await refreshAllDue(), await refreshAllDue()]).toEqual([1, 0]);
    app.clock.advance(31_000);
    expect(await refreshAllDue()).toBe(0);
    app.clock.advance(hourMs);
    expect(await refreshAllDue()).toBe(1);
    expect(await stored(app, id)).toMatchObject({ auth_state: 'ok', generation: 1 });
});

describe('an integration with many that are due does not hold up another with two', () => {
    test.each([10, 2])('when %d may be taken', async (limit) => {
        const now = app.clock.now();
        await insertRows(app, 'sandbox-oauth2', 150, (index) => new Date(now.getTime() - hourMs + index));
        await insertRows(app, 'private-api-bearer', 2, () => new Date(now.getTime() - 1000));
        const claimed = await claimDue(app.db, { now, until: new Date(now.getTime() + 30_000), limit });
        const few = await app.db
            .selectFrom('connections')
            .innerJoin('integrations', 'integrations.id', 'connections.integration_id')
            .select('connections.id')
            .where('integrations.unique_key', '=', 'private-api-bearer')
            .execute();
        expect(claimed).toHaveLength(limit);
        expect(claimed.filter(({ key }) => few.some(({ id }) => id === key.id))).toHaveLength(Math.min(2, limit / 2));
    });

    test('two servers that take some at once take different ones', async () => {
        const now = app.clock.now();
        await insertRows(app, 'sandbox-oauth2', 40, (index) => new Date(now.getTime() - hourMs + index));
        const take = () => claimDue(app.db, { now, until: new Date(now.getTime() + 30_000), limit: 10 });
        const claimed = (await Promise.all([take(), take()])).flat();
        expect(new Set(claimed.map(({ key }) => key.id)).size).toBe(20);
    });
});

describe('while servers of the version before, which know nothing of renewing, are still at work', () => {
    test('what they insert is looked at', async () => {
        const id = await connectBySignIn(app, 'sandbox-oauth2');
        await sql`insert into connections (environment_id, integration_id, connection_id, credentials_type, credentials, secret_config)
            select environment_id, integration_id, 'older', credentials_type, credentials, secret_config
            from connections where connection_id = ${id}`.execute(app.db);
        app.clock.advance(2 * hourMs);
        expect(await refreshAllDue()).toBe(1);
    });

    test('what they connect again is well again', async () => {
        const id = await connectBySignIn(app, 'sandbox-oauth2');
        await breakProvider(app, '/oauth/token', { type: 'status', code: 400, body: { error: 'invalid_grant' } });
        app.clock.advance(dayMs);
        await refreshAllDue();
        expect(await stored(app, id)).toMatchObject({ auth_state: 'broken', refresh_due_at: null });
        await restoreProvider(app);
        await sql`update connections set credentials = credentials, generation = generation + 1 where connection_id = ${id}`.execute(
            app.db
        );
        expect(await stored(app, id)).toMatchObject({ auth_state: 'ok', auth_failure: null });
        expect(await refreshAllDue()).toBe(1);
        expect(await refreshCalls(app)).toMatchObject({ granted: 1 });
    });
});
