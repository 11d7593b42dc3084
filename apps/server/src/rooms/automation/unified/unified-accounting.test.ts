import { integrationOf } from '@patchbay/integrations';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { eventsOf, outcome, requestsToVendors } from '../syncs/syncs.fixtures.ts';
import { type Books, errorOf, realm, startBooks, syncAgain, syncOf, untilSyncedOnce } from './unified.fixtures.ts';

const none = { added: 0, updated: 0, deleted: 0 };

let books: Books;
beforeAll(async () => {
    books = await startBooks();
    for (const name of ['invoices', 'bills', 'purchase-orders']) await untilSyncedOnce(books, name);
});
beforeEach(() => books.control('faults', []));
afterAll(() => books.app[Symbol.asyncDispose]());

const line = { amount_cents: 1999, detail_type: 'SalesItemLineDetail', sales_item_line_detail: { item_ref: { value: '1' } } };
const invoice = { customer_ref: { value: '1' }, line: [line] };

async function create(more: object = {}): Promise<{ id: string; sync_token: string }> {
    const { status, body } = await books.send('POST', '/invoices', { ...invoice, ...more });
    expect([status, body]).toMatchObject([200, { total_amt_cents: 1999 }]);
    return Object(body);
}

const read = async (id: string, query = '') => books.send('GET', `/invoices/${id}${query}`);
const update = (body: object, query = '') => books.send('PUT', `/invoices${query}`, body);

/** What a request wrote at the vendor. */
async function writesOf<T>(run: () => Promise<T>): Promise<[T, string[]]> {
    const before = (await books.writes()).length;
    const result = await run();
    return [result, (await books.writes()).slice(before)];
}

test('an invoice that was written is in the list at once, as ours, and is no change of the next sync', async () => {
    const { id } = await create();
    const listed = await books.send('GET', `/v1/invoices?ids=${id}`);
    expect(listed.body).toMatchObject({
        records: [{ id, total_amt_cents: 1999, _nango_metadata: { last_action: 'ADDED' }, _patchbay_metadata: { origin: 'us' } }]
    });
    expect(await syncAgain(books, 'invoices')).toEqual({ Invoice: none });
    expect(await read(id)).toMatchObject({ status: 200, body: { _patchbay_metadata: { origin: 'us', vendor_version: '0' } } });
});

test('a purchase order gets the company’s account of payables', async () => {
    const account = { amount_cents: 1250, detail_type: 'AccountBasedExpenseLineDetail' };
    const made = await books.send('POST', '/purchase-orders', {
        vendor_ref: { value: '1' },
        line: [{ ...account, account_based_expense_line_detail: { account_ref: { value: '8' } } }]
    });
    expect(made).toMatchObject({ status: 200, body: { total_amt_cents: 1250, ap_account_ref: { value: expect.any(String) } } });
    expect(await syncAgain(books, 'purchase-orders')).toEqual({ PurchaseOrder: none });
});

test('an update changes what it names, and counts the version up', async () => {
    const { id } = await create({ private_note: 'Keep me' });
    const updated = await update({ id, sync_token: '0', customer_memo: 'Thanks' });
    expect(updated).toMatchObject({ status: 200, body: { id, sync_token: '1', customer_memo: 'Thanks', private_note: 'Keep me' } });
    expect((await read(id)).body).toMatchObject({ sync_token: '1', _patchbay_metadata: { origin: 'us' } });
    expect(await update({ id, customer_memo: 'Again' })).toMatchObject({ status: 200, body: { sync_token: '2' } });
});

test('an update of an older version is a conflict with the current one', async () => {
    const { id } = await create();
    expect(outcome(await update({ id, sync_token: '0', private_note: 'First' }))).toBe('200');
    expect(errorOf(await update({ id, sync_token: '0', private_note: 'Second' }))).toMatchObject({
        status: 409,
        code: 'newer_at_vendor',
        payload: { type: 'conflict', current: { sync_token: '1', record: { id, private_note: 'First' } } }
    });
});

test('an update without a version is a conflict where the vendor has a newer one than was read, unless it overwrites', async () => {
    const { id } = await create();
    await books.mutate({ entity: 'Invoice', operation: 'update', id, body: { PrivateNote: 'Of a user' } });
    const conflict = await update({ id, customer_memo: 'Ours' });
    expect(errorOf(conflict)).toMatchObject({
        status: 409,
        code: 'newer_at_vendor',
        payload: { current: { sync_token: '1', record: { private_note: 'Of a user' } } }
    });
    // The conflict has changed neither side.
    expect((await read(id, '?live=true')).body).toMatchObject({ sync_token: '1', customer_memo: null });
    const forced = await update({ id, customer_memo: 'Ours' }, '?overwrite=true');
    expect(forced).toMatchObject({ status: 200, body: { customer_memo: 'Ours', private_note: 'Of a user', sync_token: '2' } });
    expect(await update({ id, sync_token: '0', customer_memo: 'Stale, and forced' }, '?overwrite=true')).toMatchObject({ status: 200 });
});

test('an update without a version is done once the change has been read', async () => {
    const { id } = await create();
    await books.mutate({ entity: 'Invoice', operation: 'update', id, body: { PrivateNote: 'Of a user' } });
    expect(await syncAgain(books, 'invoices')).toEqual({ Invoice: { ...none, updated: 1 } });
    expect((await read(id)).body).toMatchObject({ _patchbay_metadata: { origin: 'vendor' } });
    expect(await update({ id, customer_memo: 'Ours' })).toMatchObject({ status: 200, body: { sync_token: '2' } });
});

test('of two updates whose responses overtake each other the later one is stored', async () => {
    const { id } = await create();
    const held = { match: { method: 'POST', path_regex: '/invoice$' }, action: { type: 'hold', after: true }, times: 1 };
    await books.control('faults', [held]);
    const first = update({ id, private_note: 'First' });
    await expect.poll(async () => Object((await read(id, '?live=true')).body).sync_token).toBe('1');
    const second = await update({ id, private_note: 'Second' }, '?overwrite=true');
    await books.control('faults', []);
    expect([outcome(await first), outcome(second)]).toEqual(['200', '200']);
    expect((await read(id)).body).toMatchObject({ sync_token: '2', private_note: 'Second' });
});

test('a void and a deletion of an older version are conflicts too', async () => {
    const { id } = await create();
    await books.mutate({ entity: 'Invoice', operation: 'update', id, body: { PrivateNote: 'Of a user' } });
    expect(outcome(await books.send('POST', '/invoices/void', { id }))).toBe('409 newer_at_vendor');
    expect(outcome(await books.send('DELETE', '/invoices', { id }))).toBe('409 newer_at_vendor');
    expect(outcome(await books.send('DELETE', '/invoices?overwrite=true', { id }))).toBe('200');
});

test('a voided invoice has no amount, leaves the list at once, as ours, and is no change of the next sync', async () => {
    const { id } = await create();
    const voided = await books.send('POST', '/invoices/void', { id });
    expect(voided).toMatchObject({ status: 200, body: { id, voided: true, total_amt_cents: 0 } });
    expect((await books.send('GET', `/invoices?ids=${id}`)).body).toMatchObject({
        records: [{ id, _nango_metadata: { last_action: 'DELETED' }, _patchbay_metadata: { origin: 'us' } }]
    });
    expect(await syncAgain(books, 'invoices')).toEqual({ Invoice: none });
});

const choose = (sync: object) =>
    books.send('PATCH', '/connections/metadata', {
        provider_config_key: 'books',
        connection_id: books.headers['connection-id'],
        metadata: { sync }
    });

test('a voided invoice stays in the list of a connection that keeps those', async () => {
    expect((await choose({ delete_voided: false })).status).toBe(200);
    const { id } = await create();
    await books.send('POST', '/invoices/void', { id });
    expect((await books.send('GET', `/invoices?ids=${id}`)).body).toMatchObject({
        records: [{ id, voided: true, _nango_metadata: { last_action: 'UPDATED' } }]
    });
    await choose({});
});

test('a deleted bill is deleted in the records at once, and once', async () => {
    const { body } = await books.send('GET', '/bills?limit=1');
    const { id } = Object(body).records[0];
    expect(await books.send('DELETE', '/bills', { id })).toMatchObject({ status: 200, body: { id, success: true } });
    expect((await books.send('GET', `/bills?ids=${id}`)).body).toMatchObject({
        records: [{ id, _nango_metadata: { last_action: 'DELETED', deleted_at: expect.any(String) }, _patchbay_metadata: { origin: 'us' } }]
    });
    expect(await syncAgain(books, 'bills')).toEqual({ Bill: none });
    expect(errorOf(await books.send('GET', `/bills/${id}`))).toMatchObject({ status: 404 });
});

test.each([
    ['POST', '/invoices', invoice, '/v3/company/'],
    ['PUT', '/invoices', { id: '1', private_note: 'x' }, '/v3/company/'],
    ['DELETE', '/bills', { id: '1' }, '/v3/company/']
])('a dry run of %s %s shows the request, and writes nothing', async (method, path, input, endpoint) => {
    const { body } = await books.send('GET', `${path}?limit=1`);
    const { id } = Object(body).records[0];
    const given = 'id' in input ? { ...input, id } : input;
    const [{ status, body: shown }, sent] = await writesOf(() => books.send(method, `${path}?dry_run=true`, given));
    expect([status, sent]).toEqual([200, []]);
    expect(shown).toMatchObject({ dry_run: true, requests: [{ method: 'POST', endpoint: expect.stringContaining(endpoint) }] });
    expect(JSON.stringify(shown)).not.toMatch(/authorization|bearer/i);
});

test('a write with an Idempotency-Key is done once', async () => {
    const key = { 'idempotency-key': 'invoice-1' };
    const [[first, second], sent] = await writesOf(async () => [
        await books.send('POST', '/invoices', invoice, key),
        await books.send('POST', '/invoices', invoice, key)
    ]);
    expect(sent).toHaveLength(1);
    expect([second?.status, second?.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
    expect(second?.body).toEqual(first?.body);
});

test('a write that is done, and whose response is lost, is sent again with its request id, and is there once', async () => {
    const countOf = async (docNumber: string) => {
        const query = new URLSearchParams({ query: `select * from Invoice where DocNumber = '${docNumber}'` });
        const { body } = await books.send('GET', `/proxy/v3/company/${realm}/query?${query}`);
        return Object(body).QueryResponse?.Invoice?.length;
    };
    const lost = { match: { method: 'POST', path_regex: '/invoice$' }, action: { type: 'reset', after: true } };
    await books.control('faults', [{ ...lost, times: 1 }]);
    const [{ status, body }, sent] = await writesOf(() => books.send('POST', '/invoices', { ...invoice, doc_number: 'LOST-1' }));
    expect([status, sent]).toEqual([200, ['/invoice', '/invoice']]);
    expect(await countOf('LOST-1')).toBe(1);
    expect(await read(Object(body).id)).toMatchObject({ status: 200, body: { doc_number: 'LOST-1' } });

    // And where each response is lost, until the caller tries again.
    await books.control('faults', [lost]);
    const key = { 'idempotency-key': 'lost-2' };
    const write = () => books.send('POST', '/invoices', { ...invoice, doc_number: 'LOST-2' }, key);
    expect(outcome(await write())).toBe('502 outcome_unknown');
    await books.control('faults', []);
    expect((await write()).status).toBe(200);
    expect(await countOf('LOST-2')).toBe(1);
});

test('of writes with one Idempotency-Key at once, one is done', async () => {
    const key = { 'idempotency-key': 'at-once' };
    const [replies, sent] = await writesOf(() => Promise.all([1, 2, 3, 4].map(() => books.send('POST', '/invoices', invoice, key))));
    expect(sent).toHaveLength(1);
    for (const reply of replies) expect(['200', '409 idempotency_conflict']).toContain(outcome(reply));
    const again = await books.send('POST', '/invoices', invoice, key);
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
});

test('a dry run does not use an Idempotency-Key up', async () => {
    const key = { 'idempotency-key': 'tried-first' };
    expect((await books.send('POST', '/invoices?dry_run=true', invoice, key)).body).toMatchObject({ dry_run: true });
    const [{ status, headers }, sent] = await writesOf(() => books.send('POST', '/invoices', invoice, key));
    expect([status, headers.get('idempotent-replayed'), sent.length]).toEqual([200, null, 1]);
    expect(outcome(await books.send('PUT', '/invoices', { id: '1' }, key))).toBe('422 idempotency_key_reused');
});

test('a key of an update repeats its result, also after the record has changed', async () => {
    const { id } = await create();
    const key = { 'idempotency-key': 'update-1' };
    const body = { id, customer_memo: 'Once' };
    const first = await books.send('PUT', '/invoices', body, key);
    await update({ id, customer_memo: 'Meanwhile' });
    const second = await books.send('PUT', '/invoices', body, key);
    expect([first.status, second.body, second.headers.get('idempotent-replayed')]).toEqual([200, first.body, 'true']);
});

test('an asynchronous write is in the records when its result is there', async () => {
    const accepted = await books.send('POST', '/invoices', invoice, { 'x-async': 'true' });
    const { statusUrl } = Object(accepted.body);
    expect(accepted.status).toBe(202);
    await expect.poll(async () => (await books.send('GET', statusUrl)).status, { timeout: 20_000 }).toBe(200);
    const { id } = Object((await books.send('GET', statusUrl)).body);
    expect((await read(id)).body).toMatchObject({ id, _patchbay_metadata: { origin: 'us' } });
});

/** An error without what is of one response alone. */
function told({ status, code, message, errors, payload }: Record<string, unknown>) {
    const { vendor, ...rest } = Object(payload);
    return { status, code, message, errors, payload: { ...rest, ...(vendor && { vendor: { status: vendor.status } }) } };
}

test('the result of an asynchronous write that was refused is the same error as without X-Async', async () => {
    const { id } = await create();
    await books.mutate({ entity: 'Invoice', operation: 'update', id, body: { PrivateNote: 'Of a user' } });
    const refused = async (method: string, body: object) => {
        const direct = told(errorOf(await books.send(method, '/invoices', body)));
        const { statusUrl } = Object((await books.send(method, '/invoices', body, { 'x-async': 'true' })).body);
        const later = async () => told(errorOf(await books.send('GET', statusUrl)));
        await expect.poll(async () => (await later()).code, { timeout: 20_000 }).not.toBe('not_found');
        expect(await later()).toEqual(direct);
        return direct;
    };
    const unknown = { ...invoice, customer_ref: { value: '99999' } };
    const invalid = { type: 'invalid', errors: [{ code: '2500' }], vendor: { status: 400 } };
    expect(await refused('POST', unknown)).toMatchObject({ status: 400, code: 'vendor_fault', payload: invalid });
    const stale = { id, sync_token: '0', private_note: 'Ours' };
    const conflict = { type: 'conflict', current: { sync_token: '1', record: { private_note: 'Of a user' } } };
    expect(await refused('PUT', stale)).toMatchObject({ status: 409, code: 'newer_at_vendor', payload: conflict });
    const malformed = { ...invoice, line: [{ amount_cents: 1.55 }] };
    expect(await refused('POST', malformed)).toMatchObject({ status: 400, code: 'invalid_action_input' });
});

test('a refusal of QuickBooks has the status that it means, with what it sent', async () => {
    const unknown = await books.send('POST', '/invoices', { ...invoice, customer_ref: { value: '99999' } });
    expect(errorOf(unknown)).toMatchObject({
        status: 400,
        code: 'vendor_fault',
        payload: {
            type: 'invalid',
            errors: [{ code: '2500', field: 'CustomerRef', message: expect.any(String) }],
            vendor: { status: 400, body: { Fault: expect.any(Object) } }
        }
    });
    const gone = await update({ id: '1', private_note: 'x' });
    expect(errorOf(gone)).toMatchObject({ status: 404, code: 'vendor_fault', payload: { type: 'not_found' } });
    expect(errorOf(await read('1'))).toMatchObject({ status: 404 });
});

test('of a long refusal the beginning is told, as text', async () => {
    const most = 64 * 1024;
    const refuse = (body: unknown) =>
        books.control('faults', [{ match: { path_regex: '/v3/company/' }, action: { type: 'status', code: 400, body }, times: 1 }]);
    const write = () => books.send('POST', '/invoices', invoice);
    const readLive = () => books.send('GET', '/invoices?live=true');
    const long = 'x'.repeat(most + 1);
    for (const [body, beginning] of [
        [long, long.slice(0, most)],
        [{ long }, `{"long":"${long}`.slice(0, most)]
    ] as const)
        for (const send of [write, readLive]) {
            await refuse(body);
            expect(errorOf(await send())).toMatchObject({
                code: 'vendor_fault',
                payload: { vendor: { status: 400, body: beginning, truncated: true } }
            });
        }
    const whole = long.slice(1);
    for (const send of [write, readLive]) {
        await refuse(whole);
        const { vendor } = Object(errorOf(await send())['payload']);
        expect(vendor).toMatchObject({ status: 400, body: whole });
        expect(vendor).not.toHaveProperty('truncated');
    }
});

test('of what QuickBooks says at great length a sync tells the beginning, in its state and in its event', async () => {
    await untilSyncedOnce(books, 'transfers');
    const Detail = 'In great detail. '.repeat(60_000);
    const body = { Fault: { Error: [{ Message: 'Long', Detail, code: '9999' }], type: 'ValidationFault' } };
    await books.control('faults', [{ match: { path_regex: '/(?:query|cdc)$' }, action: { type: 'status', code: 400, body } }]);
    const connection_id = books.headers['connection-id'] ?? '';
    await books.send('POST', '/sync/trigger', { provider_config_key: 'books', connection_id, syncs: ['transfers'] });
    await expect.poll(async () => (await syncOf(books, 'transfers')).error?.message).toMatch(/^In great detail\./);
    const events = (await eventsOf(books.app, 'sync', connection_id)).filter(({ success }) => success === false);
    expect(events).toMatchObject([{ syncName: 'transfers', error: { description: expect.stringMatching(/^In great detail\./) } }]);
    for (const kept of [await syncOf(books, 'transfers'), ...events]) expect(JSON.stringify(kept).length).toBeLessThan(5000);
    await books.control('faults', []);
    await syncAgain(books, 'transfers');
});

test('a body that is not of the form is refused with the paths, and nothing is sent', async () => {
    const [refused, sent] = await writesOf(() => books.send('POST', '/invoices', { customer_ref: {}, line: [{ amount_cents: 1.55 }] }));
    const { errors, ...error } = errorOf(refused);
    expect([error, sent]).toMatchObject([{ status: 400, code: 'invalid_action_input' }, []]);
    expect(Object(errors).map(({ path }: { path: string[] }) => path.join('.'))).toEqual(
        expect.arrayContaining(['customer_ref.value', 'line.0.amount_cents', 'line.0.detail_type'])
    );
    for (const body of [undefined, [], 'text', {}])
        expect(outcome(await books.send('POST', '/invoices', body))).toBe('400 invalid_action_input');
    expect(outcome(await books.send('PUT', '/invoices', { private_note: 'x' }))).toBe('400 invalid_action_input');
});

test('a live list to its end has exactly the rows of the vendor', async () => {
    const ids: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
        const { body } = await books.send('GET', `/invoices?live=true${cursor && `&cursor=${encodeURIComponent(cursor)}`}`);
        const page = Object(body) as { records: { id: string }[]; next_cursor: string | null };
        ids.push(...page.records.map(({ id }) => id));
        cursor = page.next_cursor;
    }
    await syncAgain(books, 'invoices');
    const { body } = await books.send('GET', '/invoices?limit=10000&filter=added,updated');
    expect(ids.toSorted()).toEqual(
        Object(body)
            .records.map(({ id }: { id: string }) => id)
            .toSorted()
    );
});

test.each([
    ['GET', '/candidates', undefined],
    ['GET', '/candidates?live=true', undefined],
    ['GET', '/candidate-notes?candidate_id=1', undefined],
    ['POST', '/candidates', { created_by: '1', first_name: 'Ada' }],
    ['PATCH', '/applications/1', { source_id: '1' }],
    ['POST', '/candidate-upload-resume', { candidate_id: '1' }]
])('%s %s is not for a connection of accounting, and nothing is sent to any vendor', async (method, path, body) => {
    // None of the syncs is under way.
    for (const name of Object.keys(integrationOf('quickbooks')?.syncs ?? {})) await untilSyncedOnce(books, name);
    const before = await requestsToVendors(books.app);
    expect(errorOf(await books.send(method, path, body))).toMatchObject({
        status: 400,
        code: 'wrong_provider',
        payload: { provider: 'sandbox-quickbooks', endpoints: expect.arrayContaining(['GET /invoices']) }
    });
    expect(await requestsToVendors(books.app)).toEqual(before);
});

/** A run that was under way has the settings of before: another one follows. */
const patience = { timeout: 20_000 };
async function afterRun<T>(name: string, look: () => Promise<T>): Promise<T> {
    await syncAgain(books, name);
    return look();
}

test('a connection lists transactions since the day that it chooses', async () => {
    const listed = async (): Promise<string[]> => {
        const { body } = await books.send('GET', '/bills?limit=10000&filter=added,updated');
        return Object(body)
            .records.map(({ txn_date }: { txn_date: string }) => txn_date)
            .toSorted();
    };
    const days = await listed();
    const since = days[10] ?? '';
    const later = days.filter((day) => day >= since);
    expect((await choose({ filters: { transactions_since: since } })).status).toBe(200);
    await expect.poll(() => afterRun('bills', listed), patience).toEqual(later);
    const billed = { amount: 12.5, detail_type: 'AccountBasedExpenseLineDetail', account_id: '8' };
    const early = await books.send('POST', '/bills', { vendor_id: '1', line: [billed], txn_date: '2001-01-01' });
    expect(early).toMatchObject({ status: 200, body: { txn_date: '2001-01-01' } });
    expect(await listed()).toEqual(later);
    await syncAgain(books, 'bills');
    expect(await listed()).toEqual(later);
    await choose({});
    await expect.poll(() => afterRun('bills', listed), patience).toEqual(['2001-01-01', ...days]);
});

test('a custom field is in the records under the name that a connection gives it, and in what is written', async () => {
    const { body } = await books.send('GET', '/invoices?limit=10000&filter=added,updated');
    const listed = Object(body).records as { id: string; custom_field: { string_value: string }[] }[];
    const { id, custom_field } = listed.find((one) => one.custom_field.length > 0) ?? expect.fail('No invoice has a field.');
    const named = async () => Object((await read(id)).body).custom_fields;
    const fields = { crew: custom_field[0]?.string_value };
    expect((await choose({ custom_fields: { Invoice: { crew: 'Crew #' } } })).status).toBe(200);
    await expect.poll(() => afterRun('invoices', named), patience).toEqual(fields);
    const updated = await update({ id, private_note: 'Ours' });
    expect(updated).toMatchObject({ status: 200, body: { custom_fields: fields } });
    await syncAgain(books, 'invoices');
    expect((await read(id)).body).toMatchObject({ custom_fields: fields, _patchbay_metadata: { origin: 'us' } });
    await choose({});
    await expect.poll(() => afterRun('invoices', named), patience).toEqual({});
});

test.each([
    [{ filters: { transactions_since: '2026-02-30' } }, 'filters.transactions_since'],
    [{ filters: { Invoice: {} } }, 'filters'],
    [{ custom_fields: { Bill: { crew: 'Crew #' } } }, 'custom_fields']
])('the settings %j are refused with their path', async (sync, path) => {
    const { errors, ...error } = errorOf(await choose(sync));
    expect(error).toMatchObject({ status: 400 });
    expect(Object(errors).map((one: { path: string[] }) => one.path.join('.'))).toEqual([`metadata.sync.${path}`]);
});

test('of a connection that was revoked nothing is written', async () => {
    await books.control('disconnect', {});
    books.app.clock.advance(2 * 60 * 60_000);
    const [refused, sent] = await writesOf(() => books.send('POST', '/invoices', invoice));
    expect(refused.status).toBe(424);
    expect(sent).toEqual([]);
});
