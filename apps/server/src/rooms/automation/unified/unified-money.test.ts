import { rawNumber } from '@patchbay/functions';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { actionFlow, deployAll } from '../deployments/deployments.fixtures.ts';
import { type Books, errorOf, startBooks } from './unified.fixtures.ts';

let books: Books;
beforeAll(async () => {
    books = await startBooks();
});
beforeEach(() => deployAll(books.app, []));
afterAll(() => books.app[Symbol.asyncDispose]());

const invoice = (cents: unknown, more: object = {}) => ({
    customer_ref: { value: '1' },
    line: [{ amount_cents: 1, detail_type: 'SalesItemLineDetail', unit_price_cents: cents }],
    ...more
});
const place = ['line', '0', 'unit_price_cents'];
const trigger = (name: string, input: unknown) => books.send('POST', '/action/trigger', { action_name: name, input });
const refusal = (path: string[]) => ({
    status: 400,
    code: 'invalid_body',
    errors: [{ code: 'custom', path, message: expect.any(String) }]
});

const rounded = [
    '90071992547409.93',
    '0.1000000000000000055',
    '12345678901234567890.12',
    '9007199254740993',
    '1e-400',
    '-0.30000000000000001'
];

describe.each([...rounded, '1e400'])('%s, which a double does not carry,', (digits) => {
    test('is refused by an endpoint, and nothing is sent', async () => {
        const sent = (await books.writes()).length;
        for (const query of ['', '?dry_run=true'])
            expect(errorOf(await books.send('POST', `/invoices${query}`, invoice(rawNumber(digits))))).toMatchObject(refusal(place));
        expect(errorOf(await books.send('PUT', '/invoices', { id: '1', exchange_rate: rawNumber(digits) }))).toMatchObject(
            refusal(['exchange_rate'])
        );
        expect(await books.writes()).toHaveLength(sent);
    });

    test('is refused by an action that is called by its name', async () => {
        expect(errorOf(await trigger('create-invoice', invoice(rawNumber(digits))))).toMatchObject(refusal(['input', ...place]));
    });
});

test('no model takes an amount as text', async () => {
    const refused = errorOf(await books.send('POST', '/invoices', invoice('1999')));
    expect(refused).toMatchObject({ status: 400, code: 'invalid_action_input', errors: [{ path: place }] });
});

test.each([
    ['1.23456', '0.0123456'],
    ['90071992547409.92', '900719925474.0992'],
    ['9007199254740991', '90071992547409.91'],
    ['1999.00', '19.99'],
    ['19.99E+2', '19.99'],
    ['1e-7', '0.000000001'],
    ['0.0e9', '0'],
    ['-0', '0']
])('a price of %s cents is sent as %s', async (digits, sent) => {
    const { status, body } = await books.send('POST', '/invoices?dry_run=true', invoice(rawNumber(digits)));
    expect([status, Object(body).requests?.[0]?.body.Line[0].SalesItemLineDetail.UnitPrice]).toEqual([200, Number(sent)]);
});

test('digits in a text are no number', async () => {
    const written = invoice(1, { private_note: '12345678901234567890.12 and 1e400' });
    expect((await books.send('POST', '/invoices?dry_run=true', written)).status).toBe(200);
});

test('a tool refuses it, and says where', async () => {
    const call = { name: 'create-invoice', arguments: invoice(rawNumber('0.1000000000000000055')) };
    const { body } = await books.send(
        'POST',
        '/mcp',
        { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call },
        {
            accept: 'application/json, text/event-stream'
        }
    );
    const { isError, content } = Object(body).result;
    expect([isError, JSON.parse(content[0].text)]).toMatchObject([
        true,
        { code: 'invalid_body', errors: [{ path: ['params', 'arguments', ...place] }] }
    ]);
});

test('an action of the customer takes it as JavaScript reads it', async () => {
    await deployAll(books.app, [await actionFlow('echo', 'return input;', { providerConfigKey: 'books' })]);
    expect(await trigger('echo', { a: rawNumber('0.1000000000000000055') })).toMatchObject({ status: 200, body: { a: 0.1 } });
});
