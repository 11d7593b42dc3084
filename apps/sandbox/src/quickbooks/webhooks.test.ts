import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { CloudEvent, HTTP } from 'cloudevents';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startSandbox } from '../sandbox.ts';
import type { Sandbox } from '../sandbox.ts';
import { APPS } from './oauth-clients.ts';
import { quickBooksClient, REALM } from './quickbooks.fixtures.ts';

const secret = APPS[0]?.verifierToken ?? '';
interface Received {
    signature: string | undefined;
    body: string;
    json: ReturnType<typeof JSON.parse>;
}

let sandbox: Sandbox;
let books: ReturnType<typeof quickBooksClient>;
let receiver: Server;
let url: string;
let received: Received[] = [];
let statuses: number[] = [];

beforeAll(async () => {
    sandbox = await startSandbox();
    books = quickBooksClient(sandbox);
    receiver = createServer((request, response) => {
        const chunks: Buffer[] = [];
        request
            .on('data', (chunk: Buffer) => chunks.push(chunk))
            .on('end', () => {
                const body = Buffer.concat(chunks).toString();
                const { 'intuit-signature': signature } = request.headers;
                received.push({ signature: typeof signature === 'string' ? signature : undefined, body, json: JSON.parse(body) });
                response.writeHead(statuses.shift() ?? 200).end();
            });
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    const address = receiver.address();
    url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/hook`;
});
beforeEach(async () => {
    await books.control('reset', {});
    received = [];
    statuses = [];
});
afterAll(async () => {
    await books.control('reset', {});
    await sandbox.stop();
    receiver.closeAllConnections();
    receiver.close();
});

const listen = (options: object = {}) => books.control('webhooks', { url, verifier_token: secret, ...options });
const change = (name: string) => books.control('mutate', { entity: 'Customer', operation: 'create', body: { DisplayName: name } });
const signed = (body: string) => createHmac('sha256', secret).update(body).digest('base64');
const count = async (expected: number) => {
    await expect.poll(() => received.length).toBe(expected);
};

test('a change is sent as signed CloudEvents, a list for one company', async () => {
    await listen();
    const { Id } = await change('Ada');
    await count(1);
    const [message] = received;
    expect(message?.signature).toBe(signed(message?.body ?? ''));
    expect(message?.json).toEqual([
        {
            specversion: '1.0',
            id: expect.any(String),
            source: expect.stringMatching(/^intuit\./),
            type: 'qbo.customer.created.v1',
            datacontenttype: 'application/json',
            time: expect.stringMatching(/Z$/),
            intuitentityid: Id,
            intuitaccountid: REALM,
            data: {}
        }
    ]);
});

test('the SDK of the CloudEvents project reads every kind of event, and finds it valid', async () => {
    const [winner, loser] = [await change('Ada'), await change('Grace')];
    await books.control('clock', { speed: 0 });
    await listen({ aggregation_s: 60 });
    await books.control('mutate', { entity: 'Customer', operation: 'update', id: winner.Id, body: { GivenName: 'Ada' } });
    await books.control('mutate', { entity: 'Customer', operation: 'merge', id: loser.Id, into: winner.Id });
    await change('Edsger');
    for (const operation of ['voided', 'emailed', 'deleted']) await books.control('events', { entity: 'Invoice', id: '7', operation });
    await books.control('clock', { advance_ms: 60_000 });
    await count(1);
    const [message] = received;
    const read = HTTP.toEvent({ headers: { 'content-type': 'application/cloudevents-batch+json' }, body: message?.body });
    const events = Array.isArray(read) ? read : [read];
    expect(events.map(({ type }) => type)).toEqual(
        expect.arrayContaining(
            ['customer.created', 'customer.updated', 'customer.merged', 'invoice.voided', 'invoice.emailed', 'invoice.deleted'].map(
                (what) => `qbo.${what}.v1`
            )
        )
    );
    for (const event of events) expect(event instanceof CloudEvent && event.validate()).toBe(true);
    // Nothing of what was sent is lost in its form.
    expect(JSON.parse(JSON.stringify(events))).toEqual(message?.json);
});

test('changes within the window come together, in the older form, one message for each company', async () => {
    await books.control('clock', { speed: 0 });
    await listen({ format: 'legacy', aggregation_s: 60 });
    const first = await change('Ada');
    await change('Grace');
    await books.control('mutate', { realm: '9341453474484466', entity: 'Customer', operation: 'create', body: { DisplayName: 'Ada' } });
    await books.control('clock', { advance_ms: 59_000 });
    expect(received).toHaveLength(0);
    await books.control('clock', { advance_ms: 1000 });
    await count(2);
    const [acme, globex] = received.map(({ json }) => json.eventNotifications[0]);
    expect(acme).toEqual({
        realmId: REALM,
        dataChangeEvent: {
            entities: [
                { name: 'Customer', id: first.Id, operation: 'Create', lastUpdated: expect.stringMatching(/Z$/) },
                expect.objectContaining({ operation: 'Create' })
            ]
        }
    });
    expect(globex.realmId).toBe('9341453474484466');
});

test('a refused message is sent again after 10, 20 and 30 s, 5 and 20 min, 2, 4 and 6 h, and later ones wait for it', async () => {
    await books.control('clock', { speed: 0 });
    await listen();
    statuses = Array.from({ length: 8 }, () => 500);
    await change('Ada');
    await count(1);
    await change('Grace');
    for (const [index, seconds] of [10, 20, 30, 300, 1200, 7200, 14_400, 21_600].entries()) {
        await expect.poll(async () => (await books.control('webhooks')).webhooks[0].attempts.length).toBe(index + 1);
        await books.control('clock', { advance_ms: seconds * 1000 - 1 });
        expect(received).toHaveLength(index + 1);
        await books.control('clock', { advance_ms: 1 });
        await expect.poll(() => received.length).toBeGreaterThan(index + 1);
    }
    await count(10);
    expect(new Set(received.slice(0, 9).map(({ body }) => body)).size).toBe(1);
    expect((await books.control('webhooks')).webhooks).toMatchObject([
        { attempts: [500, 500, 500, 500, 500, 500, 500, 500, 200], done: true },
        { attempts: [200] }
    ]);
});

test.each([
    ['tampered_body', (message: Received) => message.signature !== undefined && message.signature !== signed(message.body)],
    ['wrong_secret', (message: Received) => message.signature !== undefined && message.signature !== signed(message.body)],
    ['missing_header', (message: Received) => message.signature === undefined],
    ['large', (message: Received) => message.body.length > 2_000_000 && message.signature === signed(message.body)]
])('a message can be wrong: %s', async (fault, isSo) => {
    await listen({ fault });
    await change('Ada');
    await count(1);
    expect(received.every(isSo)).toBe(true);
});

test('messages can be repeated, and their events in another order', async () => {
    await listen({ fault: 'duplicate' });
    await change('Ada');
    await count(2);
    expect(received[0]?.body).toBeDefined();
    await books.control('clock', { speed: 0 });
    await listen({ fault: 'reordered', aggregation_s: 60 });
    const first = await change('Grace');
    await change('Edsger');
    await books.control('clock', { advance_ms: 60_000 });
    await count(3);
    expect(received[2]?.json[1].intuitentityid).toBe(first.Id);
});

test('a merge names the id that is gone, and an event may be of an unknown company', async () => {
    const [winner, loser] = [await change('Ada'), await change('Grace')];
    await listen();
    await books.control('mutate', { entity: 'Customer', operation: 'merge', id: loser.Id, into: winner.Id });
    await count(1);
    expect(received[0]?.json).toMatchObject([{ type: 'qbo.customer.merged.v1', intuitentityid: winner.Id, data: { deletedid: loser.Id } }]);
    await books.control('events', { realm: '12345', entity: 'Invoice', id: '7', operation: 'voided' });
    await count(2);
    expect(received[1]?.json).toMatchObject([{ type: 'qbo.invoice.voided.v1', intuitaccountid: '12345' }]);
});
