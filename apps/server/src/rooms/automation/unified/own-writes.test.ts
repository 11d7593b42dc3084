import { createWebhookEndpoint } from '@patchbay/contracts';
import { expect, test } from 'vitest';
import { startWebhookApp, type WebhookApp } from '../../outbox/webhook-deliveries/receiver.fixtures.ts';
import { connectGem, control, eventsOf, headers, runAgain, send, untilSynced } from '../syncs/syncs.fixtures.ts';
import { startBooks, syncAgain, untilSyncedOnce } from './unified.fixtures.ts';

const idOf = (text: string) => Buffer.from(text).toString('base64');

test('what we write is told by no event of a record; what the vendor changes is told without what is in it', async () => {
    await using app: WebhookApp = await startWebhookApp();
    await app.integrate('sandbox-gem', { unique_key: 'gem' });
    await control(app, 'switches', { requests_per_second: 10_000, burst: 10_000 });
    await control(app, 'size', { candidates: 20 });
    await connectGem(app);
    await untilSynced(app);
    await app.endpoint('/records', { event_types: ['record.changed'] });
    const call = (method: string, path: string, body: object) => send(app, method, path, body, { headers });
    const written = [
        await call('POST', '/candidates', {
            created_by: idOf('User:1'),
            job_id: idOf('Job:1'),
            first_name: 'Ada',
            last_name: 'Lovelace',
            emails: [{ email_address: 'ada@example.com', is_primary: true }]
        }),
        await call('PATCH', `/applications/${idOf('Application:3')}`, { source_id: idOf('Source:2') })
    ];
    expect(written.map(({ status }) => status)).toEqual([200, 200]);
    for (const name of ['candidates', 'applications']) await runAgain(app, name);
    expect(await eventsOf(app, 'record.changed')).toEqual([]);

    const recordId = idOf('Person:8');
    await control(app, 'mutate', { op: 'update', collection: 'candidates', id: recordId, fields: { first_name: 'Ottoline' } });
    await runAgain(app, 'candidates');
    await expect.poll(() => app.receiver.at('/records')).toHaveLength(1);
    const [delivered] = app.receiver.at('/records');
    expect(delivered?.json).toEqual({
        from: 'patchbay',
        type: 'record.changed',
        connectionId: 'c1',
        providerConfigKey: 'gem',
        model: 'Candidate',
        variant: 'base',
        recordId,
        action: 'updated',
        origin: 'vendor'
    });
    expect(await eventsOf(app, 'record.changed')).toHaveLength(1);
});

test('an invoice that we create, change, void or delete is told by no event, not by the next sync either', async () => {
    const books = await startBooks();
    await using app = books.app;
    await untilSyncedOnce(books, 'invoices');
    const url = `${app.sandbox.url}/webhook-receiver`;
    await app.call(createWebhookEndpoint, { body: { url, event_types: ['record.changed'] } });
    const connection = books.headers['connection-id'];
    const line = [{ amount_cents: 1999, detail_type: 'SalesItemLineDetail', sales_item_line_detail: { item_ref: { value: '1' } } }];
    const write = async (method: string, path: string, body: object): Promise<{ id: string }> => {
        const response = await books.send(method, path, body);
        expect([response.status, response.body]).toMatchObject([200, { id: expect.any(String) }]);
        return Object(response.body);
    };
    const [changed, voided, deleted] = [
        await write('POST', '/invoices', { customer_ref: { value: '1' }, line }),
        await write('POST', '/invoices', { customer_ref: { value: '1' }, line }),
        await write('POST', '/invoices', { customer_ref: { value: '1' }, line })
    ];
    await write('PUT', '/invoices', { id: changed.id, customer_memo: 'Thanks' });
    await write('POST', '/invoices/void', { id: voided.id });
    await write('DELETE', '/invoices', { id: deleted.id });
    await syncAgain(books, 'invoices');
    expect(await eventsOf(app, 'record.changed', connection)).toEqual([]);

    // A change of the vendor is told, also of a record that is ours.
    await books.mutate({ entity: 'Invoice', operation: 'update', id: changed.id, body: { PrivateNote: 'Of a user' } });
    await syncAgain(books, 'invoices');
    expect(await eventsOf(app, 'record.changed', connection)).toMatchObject([
        { model: 'Invoice', recordId: changed.id, action: 'updated', origin: 'vendor' }
    ]);
});
