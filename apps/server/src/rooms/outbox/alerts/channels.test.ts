import type { ServerResponse } from 'node:http';
import {
    alertMessage,
    createAlertChannel,
    createFreeze,
    deleteAlertChannel,
    listAlertChannels,
    listLogs,
    mostChannels,
    testAlertChannel,
    updateAlertChannel
} from '@patchbay/contracts';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { outcomeOf, sendJson } from '../../../api.fixtures.ts';
import { type AlertApp, hourMs, minuteMs, startAlertApp } from './alerts.fixtures.ts';

let app: AlertApp;
beforeAll(async () => {
    app = await startAlertApp();
});
beforeEach(async () => {
    await app.db.deleteFrom('connections').execute();
    await app.db.deleteFrom('alert_channels').execute();
    await app.db.deleteFrom('issues').execute();
    app.receiver.received.length = 0;
    app.receiver.respond((response) => response.end('ok'));
    app.clock.advance(minuteMs);
});
afterAll(() => app[Symbol.asyncDispose]());

const channels = async () => (await app.call(listAlertChannels, {})).data;

test('an address of the customer gets JSON that the library of Standard Webhooks verifies', async () => {
    const { signing_key: key } = await app.channel('/generic', { kind: 'generic' });
    await app.breakConnections(['c1']);
    await app.round();
    await app.healConnections();
    app.clock.advance(hourMs);
    await app.round();
    const received = app.receiver.at('/generic');
    const [opened, resolved] = received.map(({ json }) => alertMessage.parse(json));
    expect(received.map(({ json }) => json)).toEqual([opened, resolved]);
    expect(opened).toMatchObject({
        type: 'issue.opened',
        data: { rule: 'connection_broken', status: 'open', environment: 'dev', connection_ids: ['c1'] }
    });
    expect(resolved).toMatchObject({ type: 'issue.resolved', data: { id: opened?.data.id, status: 'resolved' } });
    for (const { headers, body } of received) {
        const id = String(headers['webhook-id']);
        const sentAt = new Date(Number(headers['webhook-timestamp']) * 1000);
        expect(headers['webhook-signature']).toBe(new Webhook(key ?? '').sign(id, sentAt, body));
    }
    expect(received[0]?.headers['webhook-id']).not.toBe(received[1]?.headers['webhook-id']);
});

test.each([
    ['is overloaded', 503, {}, 5000],
    ['takes too many requests, and says for how long', 429, { 'retry-after': '120' }, 120_000],
    ['redirects', 302, { location: 'https://example.com/' }, 5000],
    ['is gone', 410, {}, 5000]
])('a channel that %s (%i) is tried again, and told once', async (_, status, headers, waitMs) => {
    app.receiver.respond((response) => response.writeHead(status, headers as Record<string, string>).end());
    await app.channel('/fails', { kind: 'generic' });
    await app.breakConnections(['c1']);
    await app.round();
    expect(await channels()).toMatchObject([{ failing_since: expect.any(String), failure: expect.stringContaining(String(status)) }]);
    app.receiver.respond((response) => response.end('ok'));
    app.clock.advance(waitMs - 4000);
    await app.round();
    expect(app.receiver.at('/fails')).toHaveLength(1);
    app.clock.advance(4000);
    await app.round();
    const ids = app.receiver.at('/fails').map((received) => received.headers['webhook-id']);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
    expect(await channels()).toMatchObject([{ failing_since: null, failure: null }]);
    app.clock.advance(2 * hourMs);
    await app.round();
    expect(app.receiver.at('/fails')).toHaveLength(2);
});

test.each([
    ['breaks off', (response: ServerResponse) => response.destroy()],
    ['has an error (500)', (response: ServerResponse) => response.writeHead(500).end()],
    ['has a gateway that lost its response (502)', (response: ServerResponse) => response.writeHead(502).end()],
    ['has a gateway that did not wait for it (504)', (response: ServerResponse) => response.writeHead(504).end()]
])('a channel that takes a message and then %s may have shown it, so it is tried again an hour later', async (_, fail) => {
    app.receiver.respond((response) => fail(response));
    await app.channel('/breaks');
    await app.breakConnections(['c1']);
    await app.round();
    expect(await channels()).toMatchObject([{ failing_since: expect.any(String) }]);
    app.receiver.respond((response) => response.end('ok'));
    app.clock.advance(59 * minuteMs);
    await app.round();
    expect(app.receiver.at('/breaks')).toHaveLength(1);
    app.clock.advance(minuteMs);
    await app.round();
    expect(app.receiver.at('/breaks')).toHaveLength(2);
});

test('a channel that fails is tried with one message, and the others wait for it', async () => {
    await app.integrate('unauthenticated', { unique_key: 'second' });
    app.receiver.respond((response) => response.writeHead(429, { 'retry-after': '60' }).end());
    await app.channel('/busy');
    await app.breakConnections(['c1']);
    await app.call(createFreeze, { body: { integration_id: 'second', reason: 'r' } });
    await app.round();
    expect(app.receiver.at('/busy')).toHaveLength(1);
    app.receiver.respond((response) => response.end('ok'));
    app.clock.advance(minuteMs);
    await app.round();
    expect(app.texts('/busy').slice(1)).toHaveLength(2);
});

test('a message that could not be sent is not sent once its problem is gone', async () => {
    app.receiver.respond((response) => response.writeHead(503).end());
    await app.channel('/late');
    await app.breakConnections(['c1']);
    await app.round();
    await app.healConnections();
    app.clock.advance(hourMs);
    await app.round();
    await app.round();
    expect(app.receiver.at('/late')).toHaveLength(1);
});

test('T-53: an address inside the network is refused, and the test says so', async () => {
    const { data } = await app.call(createAlertChannel, { body: { kind: 'slack', name: 'inside', url: 'http://127.0.0.1:1/hook' } });
    const { data: tested } = await app.call(testAlertChannel, { params: { channel_id: data.id } });
    expect(tested).toEqual({ delivered: false, response_status: null, failure: expect.stringContaining('127.0.0.1') });
});

test('a test message says that nothing has happened', async () => {
    const { id } = await app.channel('/test');
    const { data } = await app.call(testAlertChannel, { params: { channel_id: id } });
    expect(data).toEqual({ delivered: true, response_status: 200, failure: null });
    expect(app.texts('/test')[0]).toContain('A test, nothing has happened');
});

test('T-89: the address of a channel is in no response, log line or entry of the request log', async () => {
    const { id } = await app.channel('/services/T000/B000/the-secret-of-the-hook');
    app.receiver.respond((response) => response.writeHead(500).end());
    await app.breakConnections(['c1']);
    await app.round();
    const changed = await app.call(updateAlertChannel, { params: { channel_id: id }, body: { name: 'renamed' } });
    expect(changed.data).toMatchObject({ name: 'renamed', host: app.receiver.host });
    expect(app.receiver.received).toHaveLength(1);
    const logged = await vi.waitFor(async () => {
        const { data } = await app.call(listLogs, { query: { kind: 'alert' } });
        expect(data[0]?.url).toBe(`http://${app.receiver.host}/[secret]`);
        return data;
    });
    const seen = JSON.stringify([await channels(), changed, logged, app.logLines]);
    expect(seen).not.toContain('the-secret-of-the-hook');
    const { rows } = await app.db
        .selectFrom('alert_channels')
        .select('secrets')
        .execute()
        .then((found) => ({ rows: found }));
    expect(rows[0]?.secrets.toString('latin1')).not.toContain('the-secret-of-the-hook');
});

test('a new address is used from then on, and a deleted channel gets nothing', async () => {
    const { id } = await app.channel('/old');
    await app.call(updateAlertChannel, { params: { channel_id: id }, body: { url: app.receiver.url('/new') } });
    await app.breakConnections(['c1']);
    await app.round();
    expect(app.receiver.received.map(({ path }) => path)).toEqual(['/new']);
    await app.call(deleteAlertChannel, { params: { channel_id: id } });
    app.clock.advance(2 * hourMs);
    await app.breakConnections(['c2']);
    await app.round();
    expect(app.receiver.received).toHaveLength(1);
    expect(await channels()).toEqual([]);
});

test('what makes no channel is refused', async () => {
    const whole = { kind: 'slack', name: 'n', url: 'https://hooks.slack.com/services/T/B/X' };
    for (const wrong of [
        { ...whole, kind: 'email' },
        { ...whole, url: 'hooks.slack.com' },
        { ...whole, url: 'ftp://hooks.slack.com/' },
        { ...whole, rules: ['unknown'] },
        { ...whole, thresholds: { connection_broken: 0 } },
        { ...whole, thresholds: { unknown: 1 } },
        { ...whole, more: 1 }
    ])
        expect([wrong, outcomeOf(await sendJson(app, 'POST', '/alert-channels', wrong))]).toEqual([wrong, '400 invalid_body']);
    for (let count = 0; count < mostChannels; count += 1) await app.call(createAlertChannel, { body: { ...whole, kind: 'slack' } });
    expect(outcomeOf(await sendJson(app, 'POST', '/alert-channels', whole))).toBe('409 conflict');
    for (const wrong of [{}, { for: 60, until: '2030-01-01T00:00:00Z' }, { for: 1 }])
        expect(outcomeOf(await sendJson(app, 'POST', `/issues/${crypto.randomUUID()}/mute`, wrong))).toBe('400 invalid_body');
});

test.each([
    ['has passed', -1],
    ['is now', 0],
    ['is more than 90 days from now', 90 * 24 * hourMs + minuteMs]
])('a mute until a time that %s is refused, with what to do', async (_, ms) => {
    await app.channel('/muted-wrongly');
    await app.breakConnections(['c1']);
    await app.round();
    const [issue] = await app.issues({ rule: 'connection_broken' });
    const until = new Date(app.clock.now().getTime() + ms).toISOString();
    const response = await sendJson(app, 'POST', `/issues/${issue?.id}/mute`, { until });
    expect(outcomeOf(response)).toBe('400 invalid_body');
    expect(response.text).toContain('Give a time from now');
    expect(await app.issues({ rule: 'connection_broken' })).toMatchObject([{ status: 'open', muted_until: null }]);
});

test('of two changes of a channel that were begun with the same state, the later one is refused', async () => {
    const { id, updated_at: seen } = await app.channel('/shared', { kind: 'generic' });
    app.clock.advance(1000);
    const change = (name: string) => sendJson(app, 'PATCH', `/alert-channels/${id}`, { name, expected_updated_at: seen });
    expect(outcomeOf(await change('first'))).toBe('200');
    expect(outcomeOf(await change('second'))).toBe('409 conflict');
    expect(await channels()).toMatchObject([{ name: 'first' }]);
});
