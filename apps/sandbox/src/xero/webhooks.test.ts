import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startSandbox } from '../sandbox.ts';
import type { Sandbox } from '../sandbox.ts';
import { TENANT, xeroClient } from './xero.fixtures.ts';

const key = 'webhooks-key';
let sandbox: Sandbox;
let xero: ReturnType<typeof xeroClient>;
let receiver: Server;
let url: string;
let received: ReturnType<typeof JSON.parse>[] = [];
let statuses: number[] = [];
let isChecking = true;

beforeAll(async () => {
    sandbox = await startSandbox();
    xero = xeroClient(sandbox);
    receiver = createServer((request, response) => {
        const chunks: Buffer[] = [];
        request
            .on('data', (chunk: Buffer) => chunks.push(chunk))
            .on('end', () => {
                const body = Buffer.concat(chunks);
                const isRight = request.headers['x-xero-signature'] === createHmac('sha256', key).update(body).digest('base64');
                if (isRight) received.push(JSON.parse(body.toString()));
                response.writeHead(isRight || !isChecking ? (statuses.shift() ?? 200) : 401).end();
            });
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    const address = receiver.address();
    url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/hook`;
});
beforeEach(async () => {
    await xero.control('reset', {});
    received = [];
    statuses = [];
    isChecking = true;
});
afterAll(async () => {
    await sandbox.stop();
    receiver.closeAllConnections();
    receiver.close();
});

const save = (Name: string) => xero.control('mutate', { entity: 'Contacts', operation: 'save', body: { Name } });
const attempts = async () => (await xero.control('webhooks')).attempts.map(({ status }: { status: number | null }) => status);

test('an address has to accept what is signed, and refuse what is signed with another key', async () => {
    expect(await xero.control('webhooks', { url, key })).toMatchObject({ status: 'ok', attempts: [{ status: 200 }, { status: 401 }] });
    expect(received).toMatchObject([{ events: [], firstEventSequence: 0, lastEventSequence: 0 }]);
    isChecking = false;
    expect(await xero.control('webhooks', { url, key })).toMatchObject({ status: 'failed' });
    await save('Not told');
    expect(await xero.control('webhooks')).toMatchObject({ waiting: 0 });
});

test('a contact and an invoice that change are told of, other things not', async () => {
    await xero.control('webhooks', { url, key });
    const { ContactID } = await save('Told');
    await expect.poll(() => received.length).toBe(2);
    expect(received[1]).toMatchObject({
        events: [{ resourceId: ContactID, eventType: 'CREATE', eventCategory: 'CONTACT', tenantId: TENANT, tenantType: 'ORGANISATION' }],
        firstEventSequence: 1,
        lastEventSequence: 1
    });
    await xero.control('mutate', { entity: 'Items', operation: 'save', body: { Code: 'new' } });
    const body = { Type: 'ACCREC', Contact: { ContactID } };
    await xero.control('mutate', { entity: 'Invoices', operation: 'save', body });
    await expect.poll(() => received.length).toBe(3);
    expect(received[2]).toMatchObject({ events: [{ eventCategory: 'INVOICE' }], firstEventSequence: 2 });
});

test('what was not accepted is repeated at once and then every 15 minutes, for a day', async () => {
    await xero.control('webhooks', { url, key });
    statuses = [500, 500, 500];
    await save('Late');
    await expect.poll(attempts).toEqual([200, 401, 500, 500]);
    await xero.control('clock', { advance_ms: 15 * 60_000 });
    await expect.poll(attempts).toEqual([200, 401, 500, 500, 500]);
    await xero.control('clock', { advance_ms: 15 * 60_000 });
    await expect.poll(attempts).toEqual([200, 401, 500, 500, 500, 200]);
    expect(await xero.control('webhooks')).toMatchObject({ status: 'ok', waiting: 0 });
    statuses = [500, 500, 500];
    await save('Never');
    await expect.poll(async () => (await attempts()).length).toBe(8);
    await xero.control('clock', { advance_ms: 24 * 3_600_000 });
    await expect.poll(async () => (await xero.control('webhooks')).status).toBe('disabled');
});
