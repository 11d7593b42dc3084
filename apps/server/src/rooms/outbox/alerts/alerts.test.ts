import {
    deleteConnection,
    getIssue,
    listEvents,
    listIssues,
    muteIssue,
    patchbayEvent,
    resolveIssue,
    unmuteIssue,
    updateAlertChannel,
    updateIntegration
} from '@patchbay/contracts';
import { startTestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { outcomeOf } from '../../../api.fixtures.ts';
import { createEgress } from '../../../kernel/egress/egress.ts';
import { breakProvider, connectBySignIn, restoreProvider } from '../../connect/attempts/attempts.fixtures.ts';
import { type AlertApp, hourMs, minuteMs, sendDue, startAlertApp } from './alerts.fixtures.ts';
import { watchRules } from './watch-rules.ts';

let app: AlertApp;
beforeAll(async () => {
    app = await startAlertApp();
    await app.integrate('sandbox-oauth2');
});
beforeEach(async () => {
    await app.db.deleteFrom('connections').execute();
    await app.db.deleteFrom('alert_channels').execute();
    await app.db.deleteFrom('issues').execute();
    app.receiver.received.length = 0;
    app.receiver.respond((response) => response.end('ok'));
    // So that nothing is as old as a channel.
    app.clock.advance(minuteMs);
});
afterAll(() => app[Symbol.asyncDispose]());

const newestEvent = async (cursor = '0'): Promise<string> => {
    const { data, next_cursor } = await app.call(listEvents, { query: { cursor, limit: 1000 } });
    return data.length === 0 ? next_cursor : newestEvent(next_cursor);
};
const alertsSince = async (cursor: string) => {
    const { data } = await app.call(listEvents, { query: { cursor, limit: 1000 } });
    return data.map(({ payload }) => payload).filter((payload) => payload['type'] === 'alert');
};

test('an admin is told in chat what happened, who is affected, since when and where to repair, and once it works again', async () => {
    await app.channel('/slack');
    const id = await connectBySignIn(app, 'sandbox-oauth2');
    await app.sandbox.control('revoke', { account: 'ada' });
    app.clock.advance(2 * hourMs);
    await app.raw(`/connections/${id}?provider_config_key=sandbox-oauth2`);
    await app.round();
    const [issue] = await app.issues();
    expect(issue).toMatchObject({ rule: 'connection_broken', status: 'open', count: 1, connection_ids: [id] });
    const [text] = app.texts('/slack');
    expect(text).toContain('*Broken connections of `sandbox-oauth2`: 1*');
    expect(text).toContain(`Affected connections: \`${id}\`.`);
    expect(text).toContain('Environment `dev`, since ');
    expect(text).toContain('POST /connect/links/reconnect {"integration_id": "sandbox-oauth2"}');
    expect(text).toContain(`Issue \`${issue?.id}\`: ${app.url}/docs/alerts#connection_broken`);
    expect(app.receiver.at('/slack')[0]?.json['blocks']).toEqual([{ type: 'section', text: { type: 'mrkdwn', text, verbatim: true } }]);
    const page = await app.raw('/docs/alerts', { token: null });
    expect(page.text).toContain('<section id="connection_broken">');

    await app.call(deleteConnection, { params: { connection_id: id }, query: { provider_config_key: 'sandbox-oauth2' } });
    app.clock.advance(hourMs);
    await app.round();
    expect(await app.issues()).toMatchObject([{ id: issue?.id, status: 'resolved', resolved_by: 'patchbay', connection_ids: [] }]);
    expect(app.texts('/slack')).toHaveLength(2);
    expect(app.texts('/slack')[1]).toContain('Resolved: *Broken connections of `sandbox-oauth2`: 1*');
});

test('500 connections that one outage breaks are one issue, one message and one event', async () => {
    app.clock.advance(hourMs);
    await app.channel('/many');
    const before = await newestEvent();
    await app.breakConnections(Array.from({ length: 500 }, (_, index) => `many-${index}`));
    await app.round();
    await app.round();
    expect(await app.issues()).toMatchObject([{ count: 500, connection_ids: expect.any(Array) }]);
    expect(app.texts('/many')).toHaveLength(1);
    expect(app.texts('/many')[0]).toContain('and 495 more.');
    const alerts = await alertsSince(before);
    expect(alerts).toEqual([
        expect.objectContaining({ code: 'connection_broken', subject: { type: 'integration', id: 'unauthenticated' }, environment: 'dev' })
    ]);
    expect(patchbayEvent.parse(alerts[0])).toEqual(alerts[0]);
});

test('within an hour of a message no other one is sent about the same problem, whatever becomes of it', async () => {
    // No other event has said the same lately.
    app.clock.advance(hourMs);
    await app.channel('/hour');
    const before = await newestEvent();
    await app.breakConnections(['first']);
    await app.round();
    for (let minutes = 10; minutes < 60; minutes += 10) {
        app.clock.advance(10 * minuteMs - 1000);
        await app.healConnections();
        await app.round();
        await app.breakConnections([`after-${minutes}`]);
        await app.round();
    }
    expect(app.texts('/hour')).toHaveLength(1);
    expect(await alertsSince(before)).toHaveLength(1);
    app.clock.advance(11 * minuteMs);
    await app.round();
    await app.round();
    expect(app.texts('/hour')).toHaveLength(2);
    expect(app.texts('/hour')[1]).not.toContain('Still, and more of it');
});

test('more of a problem that was told is told as such', async () => {
    await app.channel('/more');
    await app.breakConnections(['first']);
    // As an issue opens a little after what it is about.
    app.clock.advance(5000);
    await app.round();
    app.clock.advance(hourMs);
    await app.breakConnections(['second']);
    await app.round();
    expect(app.texts('/more')[1]).toContain('Still, and more of it');
});

test('a problem that stays as it is, is told once', async () => {
    await app.channel('/once');
    await app.breakConnections(['stays']);
    for (let hour = 0; hour < 5; hour += 1) {
        await app.round();
        app.clock.advance(hourMs);
    }
    expect(app.texts('/once')).toHaveLength(1);
    expect(await app.issues({ status: 'open' })).toHaveLength(1);
});

test('a problem that ends while its message is under way is told as resolved an hour later', async () => {
    const held = Promise.withResolvers<() => void>();
    app.receiver.respond((response) => held.resolve(() => response.end('ok')));
    await app.channel('/under-way');
    await app.breakConnections(['brief']);
    await watchRules(app.server.deps);
    const sending = sendDue(app.server.deps);
    const respond = await held.promise;
    await app.healConnections();
    await watchRules(app.server.deps);
    respond();
    await sending;
    app.receiver.respond((response) => response.end('ok'));
    app.clock.advance(59 * minuteMs);
    await app.round();
    expect(app.texts('/under-way')).toHaveLength(1);
    app.clock.advance(minuteMs);
    await app.round();
    await app.round();
    expect(app.texts('/under-way')).toHaveLength(2);
    expect(app.texts('/under-way')[1]).toContain('Resolved: ');
});

test('two servers that work at once send each message once', async () => {
    await using other = await startTestApp({
        replicaOf: app,
        createEgress: (hosts) => createEgress({ allowPrivateHosts: [...hosts, app.receiver.host] })
    });
    const paths = Array.from({ length: 20 }, (_, index) => `/both-${index}`);
    for (const path of paths) await app.channel(path);
    await app.breakConnections(['both']);
    await Promise.all([watchRules(app.server.deps), watchRules(other.server.deps)]);
    const servers = Array.from({ length: 10 }, () => [app, other]).flat();
    await Promise.all(servers.map(({ server }) => sendDue(server.deps)));
    expect(app.receiver.received.map(({ path }) => path).toSorted()).toEqual(paths.toSorted());
});

test('a channel is not told of a muted issue; when the mute ends it is told if it is still there', async () => {
    await app.channel('/muted');
    await app.breakConnections(['loud']);
    await app.round();
    const [issue] = await app.issues();
    const params = { issue_id: issue?.id ?? '' };
    const { data } = await app.call(muteIssue, { params, body: { for: 4 * 3600 } });
    expect(data).toMatchObject({ status: 'muted', muted_until: expect.any(String) });
    app.clock.advance(hourMs);
    await app.breakConnections(['muted']);
    await app.round();
    await app.healConnections();
    await app.round();
    app.clock.advance(2 * hourMs);
    await app.breakConnections(['again']);
    await app.round();
    expect(await app.issues({ status: 'muted' })).toHaveLength(1);
    expect(await app.issues({ status: 'open' })).toEqual([]);
    expect(app.texts('/muted')).toHaveLength(1);
    app.clock.advance(2 * hourMs);
    await app.round();
    expect(app.texts('/muted')).toHaveLength(2);
    expect(app.texts('/muted')[1]).not.toContain('Still, and more of it');
    expect(await app.issues({ status: 'open' })).toHaveLength(1);
});

test('what an admin resolves stays so until something new happens', async () => {
    await app.channel('/resolved');
    await app.breakConnections(['known']);
    await app.round();
    const [issue] = await app.issues();
    await app.call(resolveIssue, { params: { issue_id: issue?.id ?? '' } });
    app.clock.advance(2 * hourMs);
    await app.round();
    expect(await app.issues()).toMatchObject([{ status: 'resolved', resolved_by: 'request' }]);
    expect(app.texts('/resolved')).toHaveLength(1);
    await app.breakConnections(['new']);
    await app.round();
    expect(await app.issues()).toMatchObject([{ id: issue?.id, status: 'open', count: 2, resolved_by: null }]);
    expect(app.texts('/resolved')).toHaveLength(2);
    expect(app.texts('/resolved')[1]).not.toContain('Still, and more of it');
});

test('a channel is told of the rules that it asks for, from its threshold on, and of nothing from before', async () => {
    await app.breakConnections(['before']);
    await app.round();
    app.clock.advance(minuteMs);
    await app.channel('/later');
    await app.channel('/others', { rules: ['delivery_exhausted'] });
    await app.channel('/large', { thresholds: { connection_broken: 3 } });
    const off = await app.channel('/off');
    await app.call(updateAlertChannel, { params: { channel_id: off.id }, body: { enabled: false } });
    await app.round();
    expect(app.receiver.received).toEqual([]);
    app.clock.advance(minuteMs);
    await app.breakConnections(['second']);
    await app.round();
    expect(app.receiver.received.map(({ path }) => path)).toEqual(['/later']);
    await app.breakConnections(['third']);
    await app.round();
    expect(app.receiver.received.map(({ path }) => path)).toEqual(['/later', '/large']);
});

test('a connection that was failing before a channel was made is told to it when it breaks', async () => {
    const id = await connectBySignIn(app, 'sandbox-oauth2');
    const use = () => app.raw(`/connections/${id}?provider_config_key=sandbox-oauth2`);
    await breakProvider(app, '/oauth/token', { type: 'status', code: 503 });
    app.clock.advance(2 * hourMs);
    expect((await use()).status).toBe(424);
    await app.round();
    expect(await app.issues()).toEqual([]);
    app.clock.advance(minuteMs);
    await app.channel('/failing-before');
    await restoreProvider(app);
    await app.sandbox.control('revoke', { account: 'ada' });
    app.clock.advance(2 * hourMs);
    expect((await use()).status).toBe(400);
    await app.round();
    expect(await app.issues()).toMatchObject([{ rule: 'connection_broken', status: 'open', connection_ids: [id] }]);
    expect(app.texts('/failing-before')).toHaveLength(1);
});

test('connections of an integration that is switched off are no issue until it is on again', async () => {
    await app.channel('/paused');
    await app.breakConnections(['paused']);
    await app.call(updateIntegration, { params: { id: 'unauthenticated' }, body: { enabled: false } });
    await app.round();
    expect(await app.issues()).toEqual([]);
    await app.call(updateIntegration, { params: { id: 'unauthenticated' }, body: { enabled: true } });
    await app.round();
    expect(app.texts('/paused')).toHaveLength(1);
});

test('issues are listed page by page, the newest first, and one that is unmuted is told at once', async () => {
    await app.channel('/list');
    for (const key of ['page-1', 'page-2', 'page-3']) {
        await app.integrate('unauthenticated', { unique_key: key });
        app.clock.advance(1000);
        await app.breakConnections([key], key);
        await watchRules(app.server.deps);
    }
    const first = await app.call(listIssues, { query: { limit: 2 } });
    const cursor = first.next_cursor ?? '';
    const second = await app.call(listIssues, { query: { limit: 2, cursor, rule: 'connection_broken', status: 'open' } });
    const ids = [...first.data, ...second.data].map(({ subject }) => subject.id);
    expect(ids).toEqual(['page-3', 'page-2', 'page-1']);
    expect(second.next_cursor).toBeNull();
    const [{ id: issueId } = { id: '' }] = second.data;
    const params = { issue_id: issueId };
    expect((await app.call(getIssue, { params })).data).toEqual(second.data[0]);
    await app.call(muteIssue, { params, body: { until: new Date(app.clock.now().getTime() + hourMs).toISOString() } });
    await app.round();
    expect(app.texts('/list')).toHaveLength(2);
    expect((await app.call(unmuteIssue, { params })).data).toMatchObject({ status: 'open', muted_until: null });
    await app.round();
    expect(app.texts('/list')[2]).toContain('`page-1`');
    expect(outcomeOf(await app.raw('/issues?cursor=none'))).toBe('400 invalid_cursor');
    expect(outcomeOf(await app.raw(`/issues/${crypto.randomUUID()}`))).toBe('404 not_found');
});
