import { getConnection } from '@patchbay/contracts';
import type { TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { start as attempt } from '../../connect/attempts/attempts.fixtures.ts';
import { control, gemKey, outcome, send, startGemApp, statuses, target, untilSynced } from './syncs.fixtures.ts';

let app: TestApp;
beforeAll(async () => {
    app = await startGemApp();
    await control(app, 'size', { candidates: 20 });
});
afterAll(() => app[Symbol.asyncDispose]());

const typed = { credentials: { apiKey: gemKey } };

/** What an admin or a backend has set, and what has been read. */
async function readAll(id: string) {
    const query = { provider_config_key: 'gem' };
    const view = await app.call(getConnection, { params: { connection_id: id }, query });
    const row = await app.db.selectFrom('connections').selectAll().where('connection_id', '=', id).executeTakeFirstOrThrow();
    const syncs = await statuses(app, '*', id);
    return {
        numbers: [view.id, view.connection_id, view.created_at],
        endUser: view.end_user,
        tags: view.tags,
        metadata: view.metadata,
        config: view.connection_config,
        webhookUrl: view.webhook_url_override,
        pausedFunctions: row.paused_functions,
        syncs: syncs.map(({ id: sync, name, frequency, recordCount, status }) => ({
            sync,
            name,
            frequency,
            recordCount,
            isPaused: status === 'PAUSED'
        }))
    };
}

test('a broken connection that is connected again keeps its ids, metadata, tags, syncs with their frequencies and pauses, and records', async () => {
    const made = await attempt(await app.session({ end_user: { id: 'noor', email: 'noor@example.com' } }), 'gem', typed);
    const id = made.connection_id ?? '';
    await untilSynced(app, id);
    const own = { ...target, connection_id: id };
    const changes = [
        await send(app, 'POST', '/connections/metadata', { ...own, metadata: { plan: 'pro', limits: { seats: 3 } } }),
        await send(app, 'PATCH', `/connections/${id}?provider_config_key=gem`, {
            tags: { region: 'eu' },
            webhook_url_override: 'https://hooks.example.com/noor'
        }),
        await send(app, 'PUT', '/sync/update-connection-frequency', { ...own, sync_name: 'jobs', frequency: 'every 6 hours' }),
        await send(app, 'POST', '/sync/pause', { ...own, syncs: ['users'] }),
        await send(app, 'POST', '/functions/pause', { ...own, functions: [{ type: 'action', name: 'create-candidate' }] })
    ];
    expect(changes.map(outcome)).toEqual(['201', '200', '200', '200', '200']);
    const before = await readAll(id);
    expect(before).toMatchObject({ metadata: { plan: 'pro' }, tags: { region: 'eu' } });
    expect(before.pausedFunctions).toHaveLength(1);
    expect(before.syncs.find(({ name }) => name === 'jobs')).toMatchObject({ frequency: 'every 6 hours' });

    const now = app.clock.now().toISOString();
    const failure = { kind: 'revoked', message: 'Refused.', since: now, at: now, tries: 1, odd_days: [], retry_at: null, event_id: null };
    await app.db
        .updateTable('connections')
        .set({ auth_state: 'broken', auth_failure: JSON.stringify(failure) })
        .where('connection_id', '=', id)
        .execute();
    const again = await attempt(await app.reconnectSession(id, 'gem'), 'gem', typed);
    expect([again.status, again.connection_id, again.is_new]).toEqual(['succeeded', id, false]);
    await expect.poll(() => readAll(id), { timeout: 10_000 }).toEqual(before);
    expect((await app.connection(id, 'gem')).health.status).toBe('healthy');
});
