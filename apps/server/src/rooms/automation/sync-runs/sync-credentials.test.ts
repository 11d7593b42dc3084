import { importConnection } from '@patchbay/contracts';
import { expect, test } from 'vitest';
import { headersOf } from '../records/records.fixtures.ts';
import { eventsOf, type JournalEntry, outcome, pass, send } from '../syncs/syncs.fixtures.ts';
import { type Books, errorOf, realm, startBooks, syncOf, untilSyncedOnce } from '../unified/unified.fixtures.ts';

interface Asked extends JournalEntry {
    form: Record<string, string[]>;
}

const asked = async ({ control }: Books) => ((await control('journal')) as { requests: Asked[] }).requests;
const forget = ({ app }: Books) => app.sandbox.control('quickbooks/journal', undefined, 'DELETE');
const refreshes = async (books: Books) => (await asked(books)).filter(({ form }) => form['grant_type']?.[0] === 'refresh_token').length;
const isPage = ({ path, query }: JournalEntry) => path.endsWith('/query') && / from transfer /i.test(query['query']?.[0] ?? '');
/** Statuses of the pages that were asked for. */
const pages = async (books: Books) => (await asked(books)).filter(isPage).map(({ status }) => status);
const company = (path: string) => `/proxy/v3/company/${realm}/${path}`;

/** The syncs that have not succeeded yet. */
async function running({ app, headers }: Books): Promise<string[]> {
    const query = new URLSearchParams({ syncs: '*', provider_config_key: 'books', connection_id: headers['connection-id'] ?? '' });
    const { body } = await send(app, 'GET', `/sync/status?${query}`);
    const { syncs } = body as { syncs: { name: string; latestExecutionStatus?: string }[] };
    return syncs.filter(({ latestExecutionStatus: status }) => status !== 'SUCCESS').map(({ name }) => name);
}

/** More pages than one, of which the first is held when it has been read. */
async function startAtFirstPage(): Promise<Books> {
    const books = await startBooks(async (control) => {
        await control('settings', { throttle: false, rotate_every_time: true });
        await control('seed', { counts: { Transfer: 2500, Invoice: 20, Bill: 20, Purchase: 5, JournalEntry: 5 } });
        await control('faults', [{ match: { path_regex: '/query$', query: 'Transfer' }, action: { type: 'hold', after: true }, times: 1 }]);
    });
    const isHeld = async () => ((await books.control('faults')) as { faults: { applied: number }[] }).faults[0]?.applied;
    await expect.poll(isHeld, { timeout: 20_000 }).toBe(1);
    // What still asks would find the end of the token first.
    await expect.poll(() => running(books), { timeout: 20_000 }).toEqual(['transfers']);
    // Credentials of a moment ago are not refreshed again. Where the clock goes on, the run's lease
    // ends, and another run reads the page anew.
    const at = new Date(books.app.clock.now().getTime() - 60_000);
    await books.app.db.updateTable('connections').set({ refreshed_at: at, token_issued_at: at }).execute();
    return books;
}

const release = ({ control }: Books) => control('faults', []);
const transfers = (books: Books) => syncOf(books, 'transfers');

test('a token that ends between two pages is refreshed once, and no page is lost or read twice', async () => {
    const books = await startAtFirstPage();
    await using _app = books.app;
    await books.control('expire', {});
    await release(books);
    await untilSyncedOnce(books, 'transfers');
    expect(await refreshes(books)).toBe(1);
    expect(await pages(books)).toEqual([200, 401, 200, 200]);
    expect(await transfers(books)).toMatchObject({
        recordCount: { Transfer: 2500 },
        latestResult: { Transfer: { added: 2500, updated: 0, deleted: 0 } }
    });

    books.app.clock.advance(60_000);
    await books.control('expire', {});
    await forget(books);
    const calls = await Promise.all(Array.from({ length: 10 }, () => books.send('GET', company(`companyinfo/${realm}`))));
    expect(calls.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(await refreshes(books)).toBe(1);
});

const line = { amount_cents: 1999, detail_type: 'SalesItemLineDetail', sales_item_line_detail: { item_ref: { value: '1' } } };
const writes = [
    ['POST', '/invoices', { customer_ref: { value: '1' }, line: [line] }],
    ['PUT', '/invoices', { id: '1', private_note: 'x' }],
    ['DELETE', '/bills', { id: '1' }]
] as const;

test('a grant that is revoked between two pages ends the run with the reason, is told once, and is asked for no more', async () => {
    const books = await startAtFirstPage();
    await using app = books.app;
    const connection = books.headers['connection-id'] ?? '';
    await books.control('disconnect', {});
    await forget(books);
    await release(books);
    await expect.poll(async () => (await transfers(books)).error?.code).toBe('connection_refresh_exhausted');
    expect((await asked(books)).length).toBeLessThanOrEqual(2);
    expect(await transfers(books)).toMatchObject({ status: 'ERROR', recordCount: { Transfer: 1000 } });
    const flagged = await books.send('GET', `/connections/${connection}?provider_config_key=books`);
    expect(JSON.stringify(flagged.body)).toContain('"state":"broken"');
    const told = () => eventsOf(app, 'auth', connection);
    expect((await told()).filter(({ operation }) => operation === 'refresh')).toMatchObject([{ success: false }]);

    await forget(books);
    for (const [method, path, body] of writes)
        expect(outcome(await books.send(method, path, body))).toBe('424 connection_refresh_exhausted');
    expect(await asked(books)).toEqual([]);
    pass(app, 2 * 60 * 60_000);
    const before = await asked(books);
    expect(before.filter(({ path }) => path.includes('/v3/company/'))).toEqual([]);
    expect((await told()).filter(({ operation }) => operation === 'refresh')).toHaveLength(1);
    expect((await eventsOf(app, 'sync', connection)).filter(({ success }) => success === false)).toEqual([]);
});

test('a token of another company is told as such, by a sync too, and is not refreshed for it', async () => {
    const books = await startBooks();
    await using app = books.app;
    const { realms } = (await books.control('realms')) as { realms: { realm: string }[] };
    const grant = Object(await books.control('grants', { realm: realms[1]?.realm }));
    await app.call(importConnection, {
        body: {
            provider_config_key: 'books',
            connection_id: 'other',
            credentials: {
                type: 'OAUTH2',
                access_token: String(grant.access_token),
                refresh_token: String(grant.refresh_token),
                expires_at: new Date(app.clock.now().getTime() + 3_600_000).toISOString()
            },
            connection_config: { realmId: realm }
        }
    });
    app.clock.advance(60_000);
    await forget(books);
    const other = { ...books, headers: headersOf('other', 'books') };
    const bill = await books.send('GET', '/invoices?live=true', undefined, other.headers);
    expect(errorOf(bill)).toMatchObject({ status: 424, code: 'vendor_fault', payload: { type: 'wrong_account' } });
    const isTold = async () => (await syncOf(other, 'customers')).error;
    await expect.poll(isTold).toMatchObject({ code: 'vendor_fault', message: expect.stringMatching(/company|realm|auth/i) });
    expect(await refreshes(books)).toBe(0);
});
