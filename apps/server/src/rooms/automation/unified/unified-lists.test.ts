import type { TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { list, type ListedRecord } from '../records/records.fixtures.ts';
import { connectGem, control, gemKey, headers, outcome, send, sizes, startGemApp, untilSynced } from '../syncs/syncs.fixtures.ts';
import { type Books, connectAshby, connectXero, errorOf, startBooks, untilSyncedOnce, type Xero } from './unified.fixtures.ts';

let app: TestApp;
let books: Books;
let xero: Xero;
let ashby: Record<string, string>;
beforeAll(async () => {
    app = await startGemApp();
    await connectGem(app);
    await untilSynced(app);
    books = await startBooks();
    xero = await connectXero(books.app);
    ashby = await connectAshby(app);
    for (const [path] of accountingLists) await untilSyncedOnce(books, path.slice(1));
});
afterAll(async () => {
    await app[Symbol.asyncDispose]();
    await books.app[Symbol.asyncDispose]();
});

const get = (path: string, more: Record<string, string> = {}) => send(app, 'GET', path, undefined, { headers: { ...headers, ...more } });

/** All rows of a list, page after page. */
async function walk(path: string, query: string): Promise<ListedRecord[]> {
    const found: ListedRecord[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
        const page = await list(app, `${query}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`, { integration: 'gem', path });
        found.push(...page.records);
        cursor = page.next_cursor;
    }
    return found;
}

const change = (index: number, fields: object) => ({ op: 'update', collection: 'candidates', index, fields });
const idsOf = (records: readonly { id: string }[]) => records.map(({ id }) => id).toSorted();

/** Of its model. Addresses of files are signed anew each time. */
function fieldsOf(record: object | undefined): unknown {
    const { _nango_metadata: _history, _patchbay_metadata: _origin, ...fields } = Object(record);
    return JSON.parse(JSON.stringify(fields).replaceAll(/signature=[\w-]+/g, 'signature='));
}

const lists = [
    ['/candidates', 'Candidate', sizes.candidates],
    ['/applications', 'Application', sizes.applications],
    ['/jobs', 'Job', sizes.jobs],
    ['/job-posts', 'JobPost', sizes['job-posts']],
    ['/job-stages', 'JobStage', sizes['job-stages']],
    ['/locations', 'Location', sizes.locations],
    ['/users', 'User', sizes.users]
] as const;

const accountingLists = [
    ['/accounts', 'Account'],
    ['/bills', 'Bill'],
    ['/bill-payments', 'BillPayment'],
    ['/credit-memos', 'CreditMemo'],
    ['/customers', 'Customer'],
    ['/deposits', 'Deposit'],
    ['/invoices', 'Invoice'],
    ['/items', 'Item'],
    ['/journal-entries', 'JournalEntry'],
    ['/payments', 'Payment'],
    ['/purchase-orders', 'PurchaseOrder'],
    ['/purchases', 'Purchase'],
    ['/transfers', 'Transfer']
] as const;
const ofGem = lists.map(([path, model]) => [path, model, get] as const);
const ofBooks = accountingLists.map(([path, model]) => [path, model, (address: string) => books.send('GET', address)] as const);

test.each([...ofGem, ...ofBooks])('GET %s, bare and under /v1, has the same page as the records of %s', async (path, model, ask) => {
    const query = 'limit=10&filter=added';
    const stored = await ask(`/records?model=${model}&${query}`);
    const [bare, versioned] = await Promise.all([ask(`${path}?${query}`), ask(`/v1${path}?${query}`)]);
    expect(stored.status).toBe(200);
    expect(Object(stored.body).records).not.toEqual([]);
    expect(bare.body).toEqual(stored.body);
    expect(versioned.body).toEqual(stored.body);
    expect(bare.headers.get('patchbay-sync-status')).toBe(stored.headers.get('patchbay-sync-status'));
    expect(bare.headers.get('patchbay-synced-at')).toMatch(/^\d{4}-\d\d-\d\dT.+Z$/);
});

test.each(lists)('GET %s?live=true, to its last page, has exactly the rows of the vendor and those of %s', async (path, _model, size) => {
    const live = await walk(path, 'live=true');
    expect(live).toHaveLength(size);
    const stored = await walk(path, 'limit=1000');
    expect(idsOf(live)).toEqual(idsOf(stored));
    const byId = new Map(stored.map((record) => [record.id, record]));
    for (const record of live) expect(fieldsOf(record)).toEqual(fieldsOf(byId.get(record.id)));
});

test('a record is read as it is stored, also after it has changed at the vendor', async () => {
    const { rows } = Object(await control(app, 'mutate', change(3, { first_name: 'Ottoline' })));
    const { id } = rows[0];
    const stored = await get(`/candidates/${id}`);
    expect(stored).toMatchObject({ status: 200, body: { id, _nango_metadata: { last_action: 'ADDED' } } });
    expect(stored.body).not.toMatchObject({ first_name: 'Ottoline' });
    expect(stored.headers.get('patchbay-sync-status')).toBe('current');
    expect((await get(`/v1/candidates/${id}`)).body).toEqual(stored.body);
    const live = await walk('/candidates', 'live=true');
    expect(live.find((candidate) => candidate.id === id)).toMatchObject({ first_name: 'Ottoline' });
});

test('a live list has what the vendor sent where that is asked for', async () => {
    const [plain, raw] = await Promise.all(['', '&raw=true'].map((more) => get(`/users?live=true${more}`)));
    expect(Object(plain?.body).records[0]._patchbay_metadata).not.toHaveProperty('raw');
    const [user] = Object(raw?.body).records;
    expect(user._patchbay_metadata.raw).toMatchObject({ id: user.id, primary_email_address: user.email });
});

test('a record that is not there is not_found', async () => {
    // Gem itself is asked for a candidate.
    expect(outcome(await get('/candidates/none'))).toBe('404 vendor_fault');
    expect(outcome(await get('/jobs/none'))).toBe('404 not_found');
});

test('one record is not read live from a provider that has no request for it, which says what it has', async () => {
    const { body } = await get('/jobs/none?live=true');
    expect(body).toMatchObject({
        error: {
            code: 'unsupported_by_provider',
            message: 'The provider has no request for one record: it is only read as it is stored, without live=true.',
            payload: { provider: 'sandbox-gem', supported: ['GET /jobs', 'GET /jobs/{id}'] }
        }
    });
});

test.each([
    ['/candidates?live=true&ids=1', '400 invalid_query_params'],
    ['/candidates?live=true&filter=deleted', '400 invalid_query_params'],
    ['/candidates?live=true&modified_after=2026-01-01T00:00:00Z', '400 invalid_query_params'],
    ['/candidates?live=true&variant=other', '400 invalid_query_params'],
    ['/candidates?filter=changed', '400 invalid_query_params'],
    ['/candidates?limit=0', '400 invalid_query_params'],
    ['/candidates?limit=10001', '400 invalid_query_params'],
    ['/candidates?live=perhaps', '400 invalid_query_params'],
    ['/candidates?model=Job', '400 invalid_query_params'],
    ['/invoices', '400 wrong_provider']
])('GET %s ends in %s', async (path, expected) => {
    expect(outcome(await get(path))).toBe(expected);
});

test.each([
    'cursor=nonsense',
    'cursor=live.eyJhIjpbXX0',
    'live=true&cursor=nonsense',
    'live=true&cursor=live.nonsense',
    'live=true&cursor=live.eyJhIjpbXX0'
])('GET /candidates?%s is refused as an invalid cursor', async (query) => {
    const { status, body } = await get(`/candidates?${query}`);
    expect([status, body]).toMatchObject([400, { error: { code: 'invalid_cursor', errors: [{ path: ['cursor'] }] } }]);
});

test('a connection that is not there is unknown, and one without headers is refused', async () => {
    expect(outcome(await get('/candidates', { 'connection-id': 'none' }))).toBe('400 unknown_connection');
    expect(outcome(await get('/candidates/none', { 'connection-id': 'none' }))).toBe('400 unknown_connection');
    expect(outcome(await send(app, 'GET', '/candidates'))).toBe('400 invalid_headers');
});

/** A list of each, and the requests behind it. */
const vendors = [
    ['/jobs', '/jobs/$', (verb: string, body: unknown) => control(app, verb, body), (path: string) => get(path)],
    [
        '/jobs',
        'job.list',
        (verb: string, body: unknown) => app.sandbox.control(`ashby/${verb}`, body),
        (path: string) => send(app, 'GET', path, undefined, { headers: ashby })
    ],
    ['/invoices', '/query$', (verb: string, body: unknown) => books.control(verb, body), (path: string) => books.send('GET', path)],
    ['/invoices', '/Invoices', (verb: string, body: unknown) => xero.control(verb, body), (path: string) => xero.send('GET', path)]
] as const;

test.each([
    ['status 404', { type: 'status', code: 404 }, 404, 'not_found', 404],
    ['status 500', { type: 'status', code: 500 }, 502, 'unavailable', 500],
    ['a page of HTML', { type: 'garbage' }, 424, 'unknown', 200]
])('a live list of each vendor that responds with %s ends in the one shape of their faults', async (_what, action, status, type, sent) => {
    const replies = vendors.map(async ([path, page, atVendor, ask]) => {
        await atVendor('faults', [{ match: { path_regex: page }, action }]);
        const reply = await ask(`${path}?live=true`);
        await atVendor('faults', []);
        return errorOf(reply);
    });
    const error = expect.objectContaining({
        status,
        code: 'vendor_fault',
        message: expect.any(String),
        payload: expect.objectContaining({ type, errors: expect.any(Array), vendor: { status: sent, body: expect.anything() } })
    });
    expect(await Promise.all(replies)).toEqual(vendors.map(() => error));
});

test('a live list does not wait for the rate limit of the vendor, and says when to come again', async () => {
    const tooMany = { type: 'status', code: 429, headers: { 'retry-after': '7' } };
    await control(app, 'faults', [{ match: { path_regex: '/candidates/$' }, action: tooMany, times: 1 }]);
    const limited = await get('/candidates?live=true');
    expect([outcome(limited), limited.headers.get('retry-after')]).toEqual(['429 vendor_fault', '7']);
});

test('beyond eight live lists at once of an integration the next one is told to come again, and stored lists are read', async () => {
    // Waits until the rate limit that the test before has met is over.
    expect(outcome(await get('/jobs?live=true'))).toBe('200');
    await control(app, 'faults', [{ match: { path_regex: '/ats/v0/jobs/$' }, action: 'hold' }]);
    const held = Array.from({ length: 8 }, () => get('/jobs?live=true'));
    await expect.poll(async () => Object(await control(app, 'faults')).faults[0].applied).toBe(8);
    const next = await get('/jobs?live=true');
    expect([outcome(next), next.headers.get('retry-after')]).toEqual(['503 overloaded', '1']);
    expect((await get('/jobs?limit=1')).status).toBe(200);
    await control(app, 'faults', []);
    expect((await Promise.all(held)).map(outcome)).toEqual(held.map(() => '200'));
    expect(outcome(await get('/jobs?live=true'))).toBe('200');
});

test('a live list does not end with a page whose rows are all deleted, and has smaller pages where they are too large for the vendor', async () => {
    await control(app, 'size', { candidates: 150 });
    await control(
        app,
        'mutate',
        Array.from({ length: 100 }, (_, index) => ({ op: 'delete', collection: 'candidates', index }))
    );
    await control(app, 'faults', [{ match: { query: 'per_page=500' }, action: { type: 'status', code: 413 } }]);
    expect(await walk('/candidates', 'live=true')).toHaveLength(50);
    await control(app, 'faults', []);
});

test('filters are those of the records: by last action, by time and by id', async () => {
    const first = (await walk('/jobs', 'limit=3'))[0];
    expect(await list(app, `ids=${first?.id}&ids=none`, { integration: 'gem', path: '/jobs' })).toMatchObject({
        records: [{ id: first?.id }]
    });
    expect(await walk('/jobs', 'filter=deleted')).toEqual([]);
    const future = new Date(app.clock.now().getTime() + 60_000).toISOString();
    expect(await walk('/jobs', `modified_after=${future}`)).toEqual([]);
    const { records } = await list(app, 'limit=1&raw=true', { integration: 'gem', path: '/jobs' });
    expect(records[0]?._patchbay_metadata.raw).toMatchObject({ id: records[0]?.id });
});

test('a live list comes once that its sync reads twice, also where the last page is empty or the customer has no applicant tracking', async () => {
    for (const users of [1000, 1001]) {
        await control(app, 'size', { users });
        for (const ats of [true, false]) {
            await control(app, 'keys', { key: gemKey, ats });
            expect(new Set(idsOf(await walk('/users', 'live=true'))).size).toBe(users);
            expect(await walk('/users', 'live=true')).toHaveLength(users);
        }
    }
});
