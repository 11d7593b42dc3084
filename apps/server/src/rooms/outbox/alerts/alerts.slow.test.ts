import { createAlertChannel, createIntegration, importConnection, listAlertChannels } from '@patchbay/contracts';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { hourMs, minuteMs, startAlertApp } from './alerts.fixtures.ts';

// The rounds of the worker are 10 s apart, and a channel has 15 s to respond.
const patience = { timeout: 60_000 };

test('a worker tells each channel by itself, and one that hangs holds up no other and is tried again after an hour', async () => {
    await using app = await startAlertApp({ runsJobs: true });
    const hanging = await app.channel('/hangs');
    await app.channel('/works');
    app.receiver.respond((response, { path }) => void (path === '/works' && response.end('ok')));
    app.clock.advance(minuteMs);
    await app.breakConnections(['c1']);
    await vi.waitFor(() => expect(app.texts('/works')).toHaveLength(1), patience);
    const failed = await vi.waitFor(async () => {
        const { data } = await app.call(listAlertChannels, {});
        const channel = data.find(({ id }) => id === hanging.id);
        expect(channel?.failing_since).not.toBeNull();
        return channel;
    }, patience);
    expect(failed?.failure).toBe('No response within 15 seconds.');
    await app.integrate('unauthenticated', { unique_key: 'other' });
    await app.breakConnections(['c2'], 'other');
    await vi.waitFor(() => expect(app.texts('/works')).toHaveLength(2), patience);
    expect(app.texts('/hangs').filter((text) => text.includes('`unauthenticated`'))).toHaveLength(1);
    app.receiver.respond((response) => response.end('ok'));
    app.clock.advance(hourMs);
    await vi.waitFor(() => expect(app.texts('/hangs').filter((text) => text.includes('`unauthenticated`'))).toHaveLength(2), patience);
    expect(app.texts('/works')).toHaveLength(2);
}, 120_000);

test('channels of a tenant that all hang take its share of a worker, and those of another tenant are told meanwhile', async () => {
    await using app = await startAlertApp({ runsJobs: true });
    const ofProd = app.callAs(app.keys.prod);
    await ofProd(createIntegration, { body: { provider: 'unauthenticated', unique_key: 'theirs' } });
    await ofProd(importConnection, {
        body: { provider_config_key: 'theirs', connection_id: 'theirs', credentials: { type: 'NONE' } }
    });
    for (let count = 0; count < 50; count += 1) await app.channel(`/hangs-${count}`);
    await ofProd(createAlertChannel, { body: { kind: 'slack', name: 'prod', url: app.receiver.url('/prod') } });
    app.receiver.respond((response, { path }) => void (path === '/prod' && response.end('ok')));
    app.clock.advance(minuteMs);
    await app.breakConnections(['mine']);
    const failure = JSON.stringify({ kind: 'revoked', since: app.clock.now().toISOString() });
    await sql`update connections set auth_state = 'broken', auth_failure = ${failure}::jsonb where connection_id = 'theirs'`.execute(
        app.db
    );
    await vi.waitFor(() => expect(app.texts('/prod')).toHaveLength(1), patience);
    expect(app.receiver.received.filter(({ path }) => path !== '/prod').length).toBeLessThanOrEqual(10);
}, 120_000);
