import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { books } from './fake-patchbay.fixtures.ts';
import { startWithFake } from './playground.fixtures.ts';

const changed = {
    from: 'patchbay',
    type: 'record.changed',
    connectionId: 'c1',
    providerConfigKey: 'tallystone',
    model: 'Invoice',
    variant: 'base',
    recordId: '130',
    action: 'updated',
    origin: 'vendor'
};
const forwarded = {
    from: 'sandbox-quickbooks',
    type: 'forward',
    connectionId: 'c1',
    providerConfigKey: 'tallystone',
    payload: [{ type: 'qbo.invoice.updated.v1' }, { type: 'qbo.payment.created.v1' }]
};

async function setUp() {
    const app = await startWithFake([books]);
    return {
        ...app,
        /** As Patchbay sends an event. */
        async deliver(event: object, { id = 'evt_1', key = app.world.endpoints[0]?.signing_key ?? '' } = {}) {
            const [body, timestamp] = [JSON.stringify(event), String(Math.floor(Date.now() / 1000))];
            const secret = Buffer.from(key.slice('whsec_'.length), 'base64');
            const signature = createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64');
            const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
            return (await fetch(`${app.url}/webhooks/patchbay`, { method: 'POST', body, headers })).status;
        },
        /** A page that listens. @returns reads the next event that it is told */
        async listen() {
            const response = await fetch(`${app.url}/api/events`);
            const lines = response.body?.pipeThrough(new TextDecoderStream())[Symbol.asyncIterator]();
            let text = '';
            return async (): Promise<unknown> => {
                for (;;) {
                    const found = /data: (.*)\n\n/.exec(text);
                    if (found?.[1] !== undefined) {
                        text = text.slice(found.index + found[0].length);
                        return JSON.parse(found[1]);
                    }
                    text += (await lines?.next())?.value ?? '';
                }
            };
        }
    };
}

test('the pages hear which record has changed, once however often Patchbay sends it', async () => {
    await using app = await setUp();
    await app.inbox.subscribe(app.url);
    const next = await app.listen();
    expect(await app.deliver(changed)).toBe(204);
    expect(await app.deliver(changed)).toBe(204);
    expect(await app.deliver({ ...changed, recordId: '131' }, { id: 'evt_2' })).toBe(204);
    const told = { type: 'record.changed', integration: 'tallystone', model: 'Invoice', action: 'updated' };
    expect([await next(), await next()]).toEqual([
        { ...told, id: '130' },
        { ...told, id: '131' }
    ]);
});

test('what is not signed with the key of its endpoint is refused, and no page hears of it', async () => {
    await using app = await setUp();
    const foreign = { key: `whsec_${Buffer.alloc(32, 7).toString('base64')}` };
    expect(await app.deliver(changed, foreign)).toBe(400);
    await app.inbox.subscribe(app.url);
    const next = await app.listen();
    expect(await app.deliver(changed, foreign)).toBe(400);
    expect((await fetch(`${app.url}/webhooks/patchbay`, { method: 'POST', body: JSON.stringify(changed) })).status).toBe(400);
    await app.deliver({ ...changed, recordId: 'the first that is real' });
    expect(await next()).toMatchObject({ id: 'the first that is real' });
});

test('another start uses the endpoint that there is, with a key of its own, and enables it', async () => {
    await using app = await setUp();
    await app.inbox.subscribe(app.url);
    const [endpoint] = app.world.endpoints;
    const before = endpoint?.signing_key ?? '';
    Object.assign(endpoint ?? {}, { disabled_at: '2026-11-20T10:00:00.000Z' });
    await app.inbox.subscribe(app.url);
    expect(app.world.endpoints).toMatchObject([{ url: `${app.url.replace('localhost', '127.0.0.1')}/webhooks/patchbay`, disabled: false }]);
    expect(await app.deliver(changed, { key: before })).toBe(400);
    expect(await app.deliver(changed)).toBe(204);
});

test('records are asked for when the books were read, since a first reading may be thousands', async () => {
    await using app = await setUp();
    await app.inbox.subscribe(app.url);
    const read = { from: 'patchbay', type: 'sync', connectionId: 'c1', syncName: 'invoices', success: true };
    await app.deliver({ ...read, providerConfigKey: 'gatherwell' }, { id: 'evt_1' });
    expect(app.world.endpoints[0]?.event_types).not.toContain('record.changed');
    await app.deliver({ ...read, providerConfigKey: 'tallystone' }, { id: 'evt_2' });
    expect(app.world.endpoints[0]?.event_types).toContain('record.changed');
});

test('a webhook of the accounting system has read what it is about', async () => {
    await using app = await setUp();
    await app.inbox.subscribe(app.url);
    const next = await app.listen();
    await app.deliver(forwarded);
    expect(app.world.triggered).toMatchObject([{ connection_id: 'c1', provider_config_key: 'tallystone', syncs: ['invoices'] }]);
    expect([await next(), await next()]).toMatchObject([{ what: 'invoice' }, { what: 'payment' }]);
});
