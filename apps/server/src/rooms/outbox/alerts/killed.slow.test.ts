import { freePorts } from '@patchbay/test-kit/free-ports';
import { spawnServer, type ServerProcess } from '@patchbay/test-kit/server-process';
import { expect, test } from 'vitest';
import { minuteMs, startAlertApp } from './alerts.fixtures.ts';

const channels = 20;
const integrations = ['unauthenticated', 'second', 'third'];
/** A server looks every 10 s, and the lease of a killed one is 30 s. */
const patience = { timeout: 90_000 };

test('of two servers that work one is killed while it sends: nothing is sent twice, and all but what was on its way is sent', async () => {
    await using app = await startAlertApp({ runsJobs: false });
    for (const key of integrations.slice(1)) await app.integrate('unauthenticated', { unique_key: key });
    for (let count = 0; count < channels; count += 1) await app.channel(`/channel-${count}`);
    // Each message is on its way for a moment, so that the kill hits some.
    app.receiver.respond((response) => void setTimeout(() => response.end('ok'), 300));
    const start = async (): Promise<ServerProcess> => {
        const [port = 0, connectPort = 0] = await freePorts(2);
        const server = spawnServer({
            DATABASE_URL: app.databaseUrl,
            PATCHBAY_ENCRYPTION_KEYS: app.encryptionKeys,
            PATCHBAY_PORT: String(port),
            PATCHBAY_CONNECT_PORT: String(connectPort),
            PATCHBAY_ALLOW_PRIVATE_HOSTS: app.receiver.host,
            PATCHBAY_LOG_LEVEL: 'error'
        });
        await server.ready();
        return server;
    };
    const first = await start();
    for (const key of integrations) await app.breakConnections([`of-${key}`], key);
    await expect.poll(() => app.receiver.received.length, patience).toBeGreaterThan(5);
    await first.kill();
    const second = await start();
    const now = Date.now();
    const messages = () => app.db.selectFrom('alert_messages').selectAll().execute();
    const isHeld = ({ due_at: at }: { due_at: Date | null }) => at !== null && at.getTime() > now + 30 * minuteMs;
    await expect
        .poll(async () => (await messages()).filter((one) => one.due_at === null || isHeld(one)).length, patience)
        .toBe(channels * integrations.length);
    await second.stop();
    const arrived = app.receiver.received.map(({ path, json }) => `${path} ${/`(\w+)`/.exec(String(json['text']))?.[1]}`);
    expect(new Set(arrived).size).toBe(arrived.length);
    const held = (await messages()).filter(isHeld).length;
    // One of each channel that the killed server had in work.
    expect(held).toBeGreaterThan(0);
    expect(held).toBeLessThanOrEqual(10);
    expect(arrived.length).toBeGreaterThanOrEqual(channels * integrations.length - held);
}, 180_000);
