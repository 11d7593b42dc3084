import { expect, test } from 'vitest';
import { startWebhookApp } from './receiver.fixtures.ts';

test('an operator sees how many deliveries wait for what, and how many were given up', async () => {
    const metrics = { port: 0, host: '127.0.0.1' };
    await using app = await startWebhookApp({
        config: {
            telemetry: {
                metrics,
                otlp: undefined,
                serviceName: 'patchbay',
                resourceAttributes: {},
                sampler: { name: 'always_on', ratio: 1 },
                trustsTraceContext: false,
                isDisabled: false
            }
        }
    });
    const page = `http://127.0.0.1:${app.server.config.telemetry.metrics?.port}/metrics`;
    const backlog = async () => {
        const found = (await (await fetch(page)).text()).matchAll(/backlog\{patchbay_delivery_state="(\w+)"\} (\d+)/g);
        return Object.fromEntries(Array.from(found, ([, state, count]) => [state, Number(count)]));
    };
    expect(await backlog()).toEqual({ due: 0, retrying: 0, held: 0, exhausted: 0 });
    const hanging: (() => void)[] = [];
    app.receiver.respond((response, { path }) => {
        if (path === '/hangs') hanging.push(() => void response.end());
        else response.writeHead(path === '/gone' ? 410 : path === '/down' ? 500 : 200).end();
    });
    for (const path of ['/works', '/hangs', '/gone', '/down']) await app.endpoint(path);
    await app.connect('c1');
    // Besides, two of them get the alert that the third one is disabled.
    await expect.poll(backlog, { timeout: 10_000 }).toEqual({ due: 2, retrying: 2, held: 1, exhausted: 0 });
    await app.connect('c2', { webhook_url_override: app.receiver.url('/down') });
    await expect.poll(backlog, { timeout: 10_000 }).toEqual({ due: 2, retrying: 3, held: 1, exhausted: 0 });
    await app.db.updateTable('webhook_deliveries').set({ status: 'exhausted', due_at: null }).where('response_status', '=', 500).execute();
    expect(await backlog()).toEqual({ due: 2, retrying: 0, held: 1, exhausted: 3 });
    for (const respond of hanging) respond();
});
