import { expect, test } from 'vitest';
import { send } from '../syncs/syncs.fixtures.ts';
import { startBooks, syncOf } from '../unified/unified.fixtures.ts';
import { mostBytes, residentBytes, startWorker } from './worker-process.fixtures.ts';

const invoices = 3000;
const lines = 40;
/** The other lists are read at the same time. */
const few = Object.fromEntries(
    ['Bill', 'BillPayment', 'CreditMemo', 'Deposit', 'JournalEntry', 'Payment', 'PurchaseOrder', 'Purchase'].map((kind) => [kind, 5])
);
/** As many as QuickBooks tells of in one response, less one. */
const changes = 999;
/** They have no pages: all of their text is in memory. 278 to 292 MB were seen, 388 before. */
const mostWithChanges = 330 * 1024 * 1024;
const patience = { timeout: 120_000, interval: 250 };

test('thousands of invoices with forty lines each, and a thousand changes at once, are read in bounded memory', async () => {
    const books = await startBooks(
        async (control) => {
            await control('settings', { throttle: false });
            await control('seed', { counts: { ...few, Invoice: invoices }, lines });
        },
        { config: { roles: ['web'] } }
    );
    await using app = books.app;
    const worker = await startWorker(app);
    let most = 0;
    const ended = async (before: string | undefined) => {
        await expect
            .poll(async () => {
                most = Math.max(most, residentBytes(worker.pid));
                const { finishedAt, latestExecutionStatus } = await syncOf(books, 'invoices');
                return [finishedAt !== before, latestExecutionStatus];
            }, patience)
            .toEqual([true, 'SUCCESS']);
        return syncOf(books, 'invoices');
    };
    const first = await ended(undefined);
    expect(first).toMatchObject({ recordCount: { Invoice: invoices } });
    expect(most).toBeLessThan(mostBytes);

    const { body } = await books.send('GET', `/invoices?limit=${changes}`);
    for (const { id } of Object(body).records as { id: string }[])
        await books.mutate({ entity: 'Invoice', operation: 'update', id, body: { PrivateNote: 'Paid by cheque' } });
    const target = { provider_config_key: 'books', connection_id: books.headers['connection-id'] };
    expect((await send(app, 'POST', '/sync/trigger', { ...target, syncs: ['invoices'] })).status).toBe(200);
    const second = await ended(first.finishedAt);
    expect(second.latestResult).toEqual({ Invoice: { added: 0, updated: changes, deleted: 0 } });
    expect(most).toBeLessThan(mostWithChanges);
}, 300_000);
