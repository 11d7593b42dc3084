import type { TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { start as attempt } from '../../connect/attempts/attempts.fixtures.ts';
import { connectByLink, makeLink, openLink } from '../../connect/connect-links/connect-links.fixtures.ts';
import { startSyncsOf } from './start-syncs-of.ts';
import {
    connectGem,
    control,
    eventsOf,
    gemKey,
    journal,
    outcome,
    runAgain,
    send,
    startGemApp,
    statuses,
    statusOf,
    target,
    trigger,
    untilEnded,
    untilStruck,
    untilSynced
} from './syncs.fixtures.ts';

let app: TestApp;
beforeAll(async () => {
    app = await startGemApp();
    await control(app, 'size', { candidates: 20 });
    await connectGem(app);
    await untilSynced(app);
});
beforeEach(async () => {
    await control(app, 'faults', []);
    await control(app, 'keys', { key: gemKey, enabled: true });
    await control(app, 'journal', undefined, 'DELETE');
});
afterAll(() => app[Symbol.asyncDispose]());

const typed = { credentials: { apiKey: gemKey } };

test('an end user who connects has syncs, and one who connects again has them go on at once, but not paused ones', async () => {
    const made = await attempt(await app.session(), 'gem', typed);
    const id = made.connection_id ?? '';
    await untilSynced(app, id);
    const before = await statuses(app, '*', id);
    expect(outcome(await send(app, 'POST', '/sync/pause', { ...target, connection_id: id, syncs: ['users'] }))).toBe('200');

    const again = await attempt(await app.reconnectSession(id, 'gem'), 'gem', typed);
    expect([again.status, again.connection_id]).toEqual(['succeeded', id]);
    for (const { name, finishedAt, checkpoint } of before.filter((sync) => sync.name !== 'users')) {
        await expect.poll(async () => (await statusOf(app, name, id)).finishedAt).not.toBe(finishedAt);
        expect((await statusOf(app, name, id)).checkpoint?.['scope']).toBe(checkpoint?.['scope']);
    }
    expect(await statusOf(app, 'users', id)).toMatchObject({
        status: 'PAUSED',
        finishedAt: before.find(({ name }) => name === 'users')?.finishedAt
    });
});

const settings = { sync: { models: ['Job' as const] }, plan: 'pro' };
const defaults = { integrations_config_defaults: { gem: { metadata: settings } } };
const metadataOf = async (id: string) => (await app.connection(id, 'gem')).metadata;

test('the first syncs of a connection run with the settings that its session has for the integration', async () => {
    const { connection_id: id } = await attempt(await app.session({ end_user: { id: 'bea' }, ...defaults }), 'gem', typed);
    await untilSynced(app, id ?? '');
    expect(await metadataOf(id ?? '')).toEqual(settings);
    expect(await journal(app, '/candidates')).toEqual([]);
    expect(await journal(app, '/jobs/')).not.toEqual([]);
});

test('a connection that is connected again keeps its settings, and gets of a session what it lacks', async () => {
    const { connection_id: id } = await attempt(await app.session({ end_user: { id: 'cleo' } }), 'gem', typed);
    const own = { sync: { models: ['User'] } };
    const change = { provider_config_key: 'gem', connection_id: id, metadata: own };
    expect(outcome(await send(app, 'PATCH', '/connections/metadata', change))).toBe('200');
    const { body } = await send(app, 'POST', '/connect/sessions/reconnect', { connection_id: id, integration_id: 'gem', ...defaults });
    const { token } = (body as { data: { token: string } }).data;
    const again = await attempt({ token, connectLink: '', call: app.callAs(token) }, 'gem', typed);
    expect([again.status, again.connection_id]).toEqual(['succeeded', id]);
    expect(await metadataOf(id ?? '')).toEqual({ ...own, plan: 'pro' });
});

test('a connection whose metadata has grown since its session was made is connected again, and keeps only its own', async () => {
    const { connection_id: id } = await attempt(await app.session({ end_user: { id: 'emma' } }), 'gem', typed);
    const more = { integrations_config_defaults: { gem: { metadata: { plan: 'y'.repeat(10_000) } } } };
    const { body } = await send(app, 'POST', '/connect/sessions/reconnect', { connection_id: id, integration_id: 'gem', ...more });
    const { token } = (body as { data: { token: string } }).data;
    const own = { notes: 'x'.repeat(10_000) };
    const change = { provider_config_key: 'gem', connection_id: id, metadata: own };
    expect(outcome(await send(app, 'PATCH', '/connections/metadata', change))).toBe('200');
    const again = await attempt({ token, connectLink: '', call: app.callAs(token) }, 'gem', typed);
    expect([again.status, again.connection_id]).toEqual(['succeeded', id]);
    expect(await metadataOf(id ?? '')).toEqual(own);
});

test('what a share link connects has the settings that the link has for the integration', async () => {
    const { url } = await makeLink(app, { end_user: { id: 'dora' }, ...defaults });
    const { connection_id: id } = await attempt(await openLink(app, url), 'gem', typed);
    await send(app, 'POST', `/connections/${id}/confirm`, { provider_config_key: 'gem', end_user_id: 'dora' });
    expect(await metadataOf(id ?? '')).toEqual(settings);
});

test('what a share link connects has no syncs until it is confirmed', async () => {
    const { url } = await makeLink(app);
    const { connection_id: id } = await attempt(await openLink(app, url), 'gem', typed);
    const command = { ...target, connection_id: id, syncs: [] };
    expect(outcome(await send(app, 'POST', '/sync/trigger', command))).toBe('409 not_confirmed');
    expect(outcome(await send(app, 'POST', '/sync/pause', command))).toBe('409 not_confirmed');
    const body = { provider_config_key: 'gem', end_user_id: 'ada' };
    expect(outcome(await send(app, 'POST', `/connections/${id}/confirm`, body))).toBe('200');
    await untilSynced(app, id ?? '');
});

test('a connection of a provider without functions has no syncs', async () => {
    await app.integrate('unauthenticated');
    const { connection_id: id } = await connectByLink(app, (await makeLink(app)).url);
    const body = { provider_config_key: 'unauthenticated', end_user_id: 'ada' };
    expect(outcome(await send(app, 'POST', `/connections/${id}/confirm`, body))).toBe('200');
    const command = { provider_config_key: 'unauthenticated', connection_id: id, syncs: [] };
    expect(outcome(await send(app, 'POST', '/sync/trigger', command))).toBe('400 no_syncs_found');
});

test('the syncs of a deleted connection are gone with it, a run under way too', async () => {
    await connectGem(app, 'c3');
    await untilSynced(app, 'c3');
    await control(app, 'faults', [{ match: { path_regex: '/jobs/$' }, action: 'hold' }]);
    await trigger(app, { syncs: ['jobs'], connection_id: 'c3' });
    await expect.poll(async () => (await statusOf(app, 'jobs', 'c3')).status).toBe('RUNNING');
    expect(outcome(await send(app, 'DELETE', '/connections/c3?provider_config_key=gem'))).toBe('200');
    await control(app, 'faults', []);
    expect(outcome(await trigger(app, { syncs: [], connection_id: 'c3' }))).toBe('404 unknown_connection');
    const all = await send(app, 'GET', '/sync/status?syncs=jobs&provider_config_key=gem');
    expect((all.body as { syncs: { connection_id: string }[] }).syncs.map((sync) => sync.connection_id)).not.toContain('c3');
});

test('a disabled integration is not asked, which its syncs say, and no event does', async () => {
    const events = (await eventsOf(app, 'sync')).length;
    expect(outcome(await send(app, 'PATCH', '/integrations/gem', { enabled: false }))).toBe('200');
    expect(await runAgain(app, 'jobs')).toMatchObject({ status: 'ERROR', error: { code: 'integration_disabled' } });
    expect(await journal(app, '/jobs/')).toEqual([]);
    expect(await eventsOf(app, 'sync')).toHaveLength(events);
    expect(outcome(await send(app, 'PATCH', '/integrations/gem', { enabled: true }))).toBe('200');
    const { finishedAt } = await statusOf(app, 'jobs');
    await trigger(app, { syncs: ['jobs'] });
    expect(await untilEnded(app, 'jobs', finishedAt)).toMatchObject({ status: 'SUCCESS', failures: 0, error: null });
});

test('other settings of a connection are read by the next run', async () => {
    const metadata = { sync: { models: ['Job'] } };
    expect(outcome(await send(app, 'POST', '/connections/metadata', { ...target, metadata }))).toBe('201');
    await control(app, 'journal', undefined, 'DELETE');
    await runAgain(app, 'users');
    expect(await journal(app, '/users')).toEqual([]);
    expect(outcome(await send(app, 'POST', '/connections/metadata', { ...target, metadata: {} }))).toBe('201');
});

test('a run that began after its connection was saved is not repeated by the job of that, neither while it runs nor afterwards', async () => {
    await connectGem(app, 'c4');
    await untilSynced(app, 'c4');
    const { environment_id: environmentId, id } = await app.db
        .selectFrom('connections')
        .select(['environment_id', 'id'])
        .where('connection_id', '=', 'c4')
        .executeTakeFirstOrThrow();
    const handleJob = () => startSyncsOf(app.server.deps, environmentId, [id]);
    const before = await statuses(app, '*', 'c4');
    await handleJob();
    expect(await statuses(app, '*', 'c4')).toEqual(before);

    const runHeld = async (during: () => Promise<unknown>) => {
        await control(app, 'journal', undefined, 'DELETE');
        await control(app, 'faults', [{ match: { path_regex: '/jobs/$' }, action: 'hold', times: 1 }]);
        const { finishedAt } = await statusOf(app, 'jobs', 'c4');
        await trigger(app, { syncs: ['jobs'], connection_id: 'c4' });
        await untilStruck(app);
        await during();
        await control(app, 'faults', []);
        await untilEnded(app, 'jobs', finishedAt, 'c4');
        return statusOf(app, 'jobs', 'c4');
    };
    const after = await runHeld(handleJob);
    expect(new Date(after.nextScheduledSyncAt ?? 0) > app.clock.now()).toBe(true);
    expect(await journal(app, '/ats/v0/jobs/$')).toHaveLength(1);

    // What it began with is not what was saved.
    await runHeld(() => send(app, 'POST', '/connections/metadata', { ...target, connection_id: 'c4', metadata: { sync: {} } }));
    await expect.poll(async () => (await journal(app, '/ats/v0/jobs/$')).length).toBe(2);
});
