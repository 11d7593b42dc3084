import { expect, test } from 'vitest';
import { connectGem, control, runAgain, startGemApp, untilSynced } from '../syncs/syncs.fixtures.ts';
import { realm, startBooks, syncAgain, untilSyncedOnce } from '../unified/unified.fixtures.ts';

const none = { added: 0, updated: 0, deleted: 0 };
const minutesMs = 60_000;
/** What the vendor's clock shows. */
const vendorTime = (skewMs: number) => new Date(Date.now() + skewMs).toISOString();

test.each([-5, 5])('what changes at Gem is read once, although its clock differs by %i minutes', async (minutes) => {
    const skewMs = minutes * minutesMs;
    await using app = await startGemApp();
    await control(app, 'clock', { now: vendorTime(skewMs) });
    await control(app, 'size', { candidates: 120 });
    await connectGem(app);
    await untilSynced(app);
    for (const index of [3, 117]) {
        await control(app, 'mutate', { op: 'update', collection: 'candidates', index, fields: { first_name: `Ottoline ${index}` } });
        expect((await runAgain(app, 'candidates')).latestResult).toEqual({ Candidate: { ...none, updated: 1 } });
    }
    await control(app, 'mutate', { op: 'delete', collection: 'candidates', index: 5 });
    expect((await runAgain(app, 'candidates')).latestResult).toEqual({ Candidate: { ...none, deleted: 1 } });
    await control(app, 'mutate', { op: 'restore', collection: 'candidates', index: 5 });
    expect((await runAgain(app, 'candidates')).latestResult).toEqual({ Candidate: { ...none, updated: 1 } });
    expect((await runAgain(app, 'candidates')).latestResult).toEqual({ Candidate: none });
});

test.each([-5, 5])('what changes at QuickBooks is read once, although its clock differs by %i minutes', async (minutes) => {
    const books = await startBooks(async (toBooks) => {
        await toBooks('clock', { now: vendorTime(minutes * minutesMs) });
        await toBooks('settings', { throttle: false });
    });
    await using app = books.app;
    await untilSyncedOnce(books, 'customers');
    await books.mutate({ entity: 'Customer', operation: 'update', id: '1', body: { GivenName: 'Ottoline' } });
    expect(await syncAgain(books, 'customers')).toEqual({ Customer: { ...none, updated: 1 } });
    expect(await syncAgain(books, 'customers')).toEqual({ Customer: none });
    // Tokens of an hour by its clock, of which the server counts by its own.
    app.clock.advance(54 * minutesMs);
    await books.control('clock', { advance_ms: 54 * minutesMs });
    expect((await books.send('GET', `/proxy/v3/company/${realm}/companyinfo/${realm}`)).status).toBe(200);
});
