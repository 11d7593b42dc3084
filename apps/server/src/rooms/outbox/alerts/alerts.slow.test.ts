import { listAlertChannels } from '@patchbay/contracts';
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
