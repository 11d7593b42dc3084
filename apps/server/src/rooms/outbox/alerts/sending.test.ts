import type { ServerResponse } from 'node:http';
import { listAlertChannels, testAlertChannel, updateAlertChannel } from '@patchbay/contracts';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createEgress } from '../../../kernel/egress/egress.ts';
import { type AlertApp, hourMs, minuteMs, sendDue, startAlertApp } from './alerts.fixtures.ts';
import { takeMessage } from './messages.sql.ts';
import { claimForNow } from './sender.ts';
import { watchRules } from './watch-rules.ts';

const integrations = ['unauthenticated', 'second', 'third'];
let app: AlertApp;
beforeAll(async () => {
    app = await startAlertApp();
    for (const key of integrations.slice(1)) await app.integrate('unauthenticated', { unique_key: key });
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

const startOther = (): Promise<TestApp> =>
    startTestApp({ replicaOf: app, createEgress: (hosts) => createEgress({ allowPrivateHosts: [...hosts, app.receiver.host] }) });

/** One issue of each integration, and so three messages for a channel. */
async function breakAll(): Promise<void> {
    for (const key of integrations) await app.breakConnections([key], key);
    await watchRules(app.server.deps);
}

/** What was sent about which integration, in no order. */
const told = (path: string) => app.texts(path).map((text) => integrations.find((key) => text.includes(`\`${key}\``)) ?? '');

test('a server that stops sends the message that it is at, and leaves the others to the next server, at once', async () => {
    await using other = await startOther();
    await app.channel('/stops');
    await breakAll();
    const held = Promise.withResolvers<ServerResponse>();
    app.receiver.respond((response) => held.resolve(response));
    const sending = sendDue(other.server.deps);
    const response = await held.promise;
    await other.server.drain();
    await sendDue(app.server.deps);
    expect(told('/stops')).toHaveLength(1);
    response.end('ok');
    await sending;
    expect(told('/stops')).toHaveLength(1);
    app.receiver.respond((one) => one.end('ok'));
    await sendDue(app.server.deps);
    expect(told('/stops').toSorted()).toEqual(integrations.toSorted());
});

test('of a server that is killed, the message that may have arrived is held back for an hour, the others for its lease alone', async () => {
    await app.channel('/killed');
    await breakAll();
    const [leased] = await claimForNow(app.server.deps, { isFailing: false, limit: 10, fullEnvironments: [] });
    const taken = leased && (await takeMessage(app.db, leased, app.clock.now()));
    expect(taken?.is_news).toBe(true);
    // It ends here, with its message on the way.
    app.clock.advance(20_000);
    await sendDue(app.server.deps);
    expect(told('/killed')).toEqual([]);
    app.clock.advance(10_000);
    await sendDue(app.server.deps);
    expect(told('/killed').toSorted()).toEqual(integrations.filter((key) => key !== taken?.issue.subject_id).toSorted());
    app.clock.advance(55 * minuteMs);
    await app.round();
    expect(told('/killed')).toHaveLength(2);
    app.clock.advance(5 * minuteMs);
    await app.round();
    expect(told('/killed').toSorted()).toEqual(integrations.toSorted());
});

test('a lease from before the clock was set back holds nothing up', async () => {
    await app.channel('/set-back');
    await breakAll();
    await app.db
        .updateTable('alert_channels')
        .set({ lease_until: new Date(app.clock.now().getTime() + 2 * hourMs) })
        .execute();
    await sendDue(app.server.deps);
    expect(told('/set-back')).toHaveLength(3);
});

test('a channel is in work once at a time, and none of an environment that has its share in work', async () => {
    for (let count = 0; count < 3; count += 1) await app.channel(`/mine-${count}`);
    await breakAll();
    const all = await claimForNow(app.server.deps, { isFailing: false, limit: 2, fullEnvironments: [] });
    expect(all).toHaveLength(2);
    const { environment_id: environmentId = '' } = all[0] ?? {};
    expect(await claimForNow(app.server.deps, { isFailing: false, limit: 2, fullEnvironments: [environmentId] })).toEqual([]);
    expect(await claimForNow(app.server.deps, { isFailing: true, limit: 2, fullEnvironments: [] })).toEqual([]);
    expect(await claimForNow(app.server.deps, { isFailing: false, limit: 2, fullEnvironments: [] })).toHaveLength(1);
});

test('a channel that fails is tried less and less often, whichever of its messages is next', async () => {
    app.receiver.respond((response) => response.writeHead(500).end());
    await app.channel('/less');
    await breakAll();
    await sendDue(app.server.deps);
    const waitsMs = [5000, 30_000];
    for (const [index, waitMs] of waitsMs.entries()) {
        app.clock.advance(waitMs / 2);
        await sendDue(app.server.deps);
        expect(told('/less')).toHaveLength(index + 1);
        app.clock.advance(waitMs / 2);
        await sendDue(app.server.deps);
        expect(told('/less')).toHaveLength(index + 2);
    }
    expect(told('/less').toSorted()).toEqual(integrations.toSorted());
});

test.each(['a new address', 'a test that arrives'])('a channel that failed for long is sent what waits at once after %s', async (how) => {
    app.receiver.respond((response) => response.writeHead(503).end());
    const { id } = await app.channel('/repaired');
    await breakAll();
    for (const waitMs of [0, 5000, 30_000, 2 * minuteMs, 10 * minuteMs]) {
        app.clock.advance(waitMs);
        await sendDue(app.server.deps);
    }
    expect(told('/repaired')).toHaveLength(5);
    app.receiver.respond((response) => response.end('ok'));
    const params = { channel_id: id };
    if (how === 'a new address') await app.call(updateAlertChannel, { params, body: { url: app.receiver.url('/new') } });
    else await app.call(testAlertChannel, { params });
    app.receiver.received.length = 0;
    await sendDue(app.server.deps);
    expect([...told('/new'), ...told('/repaired')].toSorted()).toEqual(integrations.toSorted());
    expect((await app.call(listAlertChannels, {})).data).toMatchObject([{ failing_since: null, failure: null }]);
});
