import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startSandbox } from '../sandbox.ts';
import type { Sandbox } from '../sandbox.ts';
import { xeroClient } from './xero.fixtures.ts';

let sandbox: Sandbox;
let xero: ReturnType<typeof xeroClient>;
let contact: { ContactID: string };
beforeAll(async () => {
    sandbox = await startSandbox();
    xero = xeroClient(sandbox);
});
beforeEach(async () => {
    await xero.control('reset', {});
    await xero.control('settings', { throttle: false });
    await xero.signIn();
    contact = { ContactID: (await xero.list('Contacts'))[0].ContactID };
});
afterAll(() => sandbox.stop());

const line = { Description: 'Hours', Quantity: 1, UnitAmount: 100, AccountCode: '200' };
const invoice = (changes = {}) => ({ Type: 'ACCREC', Contact: contact, LineItems: [line], ...changes });
const put = (kind: string, body: unknown) => xero.refusal(kind, { method: 'PUT', body });
const post = (path: string, body: unknown) => xero.refusal(path, { body });

test('an invoice is approved, paid, and unpaid when its payment is deleted', async () => {
    const { InvoiceID, Status, InvoiceNumber } = await xero.create('Invoices', invoice());
    expect([Status, InvoiceNumber]).toEqual(['DRAFT', expect.stringMatching(/^INV-/)]);
    const read = async () => (await xero.call(`Invoices/${InvoiceID}`)).body.Invoices[0];
    const pay = (Amount: number) => ({ Invoice: { InvoiceID }, Account: { Code: '090' }, Date: '2026-01-31', Amount });
    expect(await put('Payments', pay(1))).toEqual([400, 'Payments can only be made against Authorised documents']);
    await xero.call(`Invoices/${InvoiceID}`, { body: { Status: 'AUTHORISED' } });
    expect(await put('Payments', pay(115.01))).toEqual([400, 'Payment amount exceeds the amount outstanding on this document']);
    await xero.create('Payments', pay(15.5));
    expect(await read()).toMatchObject({ Status: 'AUTHORISED', AmountPaid: 15.5, AmountDue: 99.5 });
    const rest = await xero.create('Payments', pay(99.5));
    expect(rest).toMatchObject({ PaymentType: 'ACCRECPAYMENT', Date: '/Date(1769817600000+0000)/', Invoice: { CurrencyCode: 'NZD' } });
    expect(await read()).toMatchObject({ Status: 'PAID', AmountDue: 0, Payments: [{ Amount: 15.5 }, { Amount: 99.5 }] });
    expect((await post(`Invoices/${InvoiceID}`, { Status: 'VOIDED' }))[0]).toBe(400);
    await xero.call(`Payments/${rest.PaymentID}`, { body: { Status: 'DELETED' } });
    expect(await read()).toMatchObject({ Status: 'AUTHORISED', AmountDue: 99.5 });
    expect((await xero.list('Payments?where=Status%3D%3D"DELETED"')).length).toBe(1);
});

test('drafts are deleted, and what is approved is voided', async () => {
    const { InvoiceID } = await xero.create('Invoices', invoice());
    expect(await post(`Invoices/${InvoiceID}`, { Status: 'VOIDED' })).toEqual([
        400,
        'The document is not of valid status for modification'
    ]);
    expect(await post(`Invoices/${InvoiceID}`, { Status: 'DELETED' })).toEqual([200]);
    expect((await post(`Invoices/${InvoiceID}`, { Reference: 'x' }))[0]).toBe(400);
    const approved = await xero.create('Invoices', invoice({ Status: 'AUTHORISED' }));
    expect(await post(`Invoices/${approved.InvoiceID}`, { Status: 'VOIDED' })).toEqual([200]);
});

test('PUT refuses a number that is taken, and POST changes the invoice that has it', async () => {
    await xero.create('Invoices', invoice({ InvoiceNumber: 'A-1' }));
    expect(await put('Invoices', invoice({ InvoiceNumber: 'A-1' }))).toEqual([400, 'Invoice # must be unique.']);
    const { body } = await xero.call('Invoices', { body: { Invoices: [invoice({ InvoiceNumber: 'A-1', Reference: 'again' })] } });
    expect(body.Invoices).toMatchObject([{ Reference: 'again' }]);
    expect((await xero.list('Invoices?InvoiceNumbers=A-1')).length).toBe(1);
    await xero.create('Invoices', invoice({ Type: 'ACCPAY', InvoiceNumber: 'B-1' }));
    expect(await put('Invoices', invoice({ Type: 'ACCPAY', InvoiceNumber: 'B-1' }))).toEqual([200]);
});

test.each([
    [{ Contact: undefined }, 'A Contact must be specified for this type of transaction'],
    [{ LineItems: [{ ...line, AccountCode: '999' }] }, "Account code '999' is not a valid code for this document."],
    [{ LineItems: [{ ...line, AccountCode: '460' }] }, "Account code '460' is not a valid code for this document."],
    [{ LineItems: [{ ...line, ItemCode: 'none' }] }, "Item code 'none' is not valid"],
    [{ LineItems: [{ ...line, LineAmount: 2 }] }, 'The line total 2.00 does not match the expected line total 100.00'],
    [{ CurrencyCode: 'EUR' }, 'Organisation is not subscribed to currency EUR'],
    [{ LineItems: [], Status: 'AUTHORISED' }, 'One or more line items must be specified'],
    [{ Type: 'ACCPAY', LineItems: [{ ...line, DiscountRate: 5 }] }, 'Discounts are not supported on accounts payable invoices']
])('an invoice with %o is refused', async (changes, message) => {
    expect(await put('Invoices', invoice(changes))).toEqual([400, message]);
});

test('an exception names the elements, and with summarizeErrors=false each is answered for itself', async () => {
    const Invoices = [invoice(), invoice({ CurrencyCode: 'EUR' })];
    const { body } = await xero.call('Invoices', { method: 'PUT', body: { Invoices } });
    expect(body).toMatchObject({
        ErrorNumber: 10,
        Type: 'ValidationException',
        Elements: [{ CurrencyCode: 'EUR', ValidationErrors: [{}] }]
    });
    const each = await xero.call('Invoices?summarizeErrors=false', { method: 'PUT', body: { Invoices } });
    expect([each.status, ...each.body.Invoices.map((one: Record<string, unknown>) => one['StatusAttributeString'])]).toEqual([
        200,
        'OK',
        'ERROR'
    ]);
    expect((await xero.call('Invoices', { body: '{' })).body).toMatchObject({ ErrorNumber: 14, Type: 'PostDataInvalidException' });
    expect((await xero.call('Invoices', { body: { Invoices: [] } })).body).toMatchObject({ ErrorNumber: 17 });
});

test('lines take price, account and description of their item, and prices of yen and dinars stay as they are', async () => {
    const [item] = (await xero.list('Items')).filter(
        (one: { SalesDetails: { UnitPrice?: number }; Description?: string }) => one.SalesDetails.UnitPrice && one.Description
    );
    const { LineItems } = await xero.create('Invoices?unitdp=4'.split('?')[0] ?? '', invoice({ LineItems: [{ ItemCode: item.Code }] }));
    expect(LineItems).toMatchObject([{ AccountCode: '200', Description: item.Description, Item: { ItemID: item.ItemID } }]);
    const yen = await xero.create(
        'Invoices',
        invoice({ CurrencyCode: 'JPY', LineAmountTypes: 'NoTax', LineItems: [{ ...line, UnitAmount: 500 }] })
    );
    expect(yen).toMatchObject({ Total: 500, CurrencyRate: 88.4321 });
    const dinars = { CurrencyCode: 'KWD', LineAmountTypes: 'NoTax', LineItems: [{ ...line, Quantity: 1000, UnitAmount: 1.235 }] };
    const { body } = await xero.call('Invoices?unitdp=4', { method: 'PUT', body: invoice(dinars) });
    expect(body.Invoices).toMatchObject([{ Total: 1235, LineItems: [{ UnitAmount: 1.235 }] }]);
});

test('accounts are created one by one with PUT, changed with POST, and archived alone', async () => {
    const account = { Code: '481', Name: 'Téléphone', Type: 'EXPENSE' };
    expect((await xero.call('Accounts', { body: account })).status).toBe(405);
    const { AccountID, Class } = await xero.create('Accounts', account);
    expect(Class).toBe('EXPENSE');
    expect(await put('Accounts', { ...account, Name: 'Other' })).toEqual([400, 'Please enter a unique Code.']);
    expect((await post(`Accounts/${AccountID}`, { Status: 'ARCHIVED', Name: 'Old' }))[0]).toBe(400);
    expect(await post(`Accounts/${AccountID}`, { Status: 'ARCHIVED' })).toEqual([200]);
    const receivable = (await xero.list('Accounts')).find(({ Code }: { Code: string }) => Code === '610');
    expect((await post(`Accounts/${receivable.AccountID}`, { Status: 'ARCHIVED' }))[0]).toBe(400);
});

test('contacts have names of their own, are archived, and become customers by their invoices', async () => {
    const { ContactID } = await xero.create('Contacts', {
        Name: '株式会社',
        Addresses: [{ AddressType: 'POBOX', City: '東京' }],
        Website: 'http://x'
    });
    expect(await put('Contacts', { Name: '株式会社' })).toEqual([400, expect.stringContaining('must be unique')]);
    expect(await put('Contacts', { Name: 'a <b>' })).toEqual([400, 'The contact name contains invalid characters']);
    await xero.create('Invoices', invoice({ Contact: { ContactID } }));
    const [known] = (await xero.call(`Contacts/${ContactID}`)).body.Contacts;
    expect(known).toMatchObject({ IsCustomer: true, IsSupplier: false, Addresses: [{ AddressType: 'STREET' }, { City: '東京' }] });
    expect(known.Website).toBeUndefined();
    expect(await post(`Contacts/${ContactID}`, { ContactStatus: 'ARCHIVED' })).toEqual([200]);
    expect((await put('Invoices', invoice({ Contact: { ContactID } })))[0]).toBe(400);
});

test('journals balance and keep off system and bank accounts; items and orders follow their rules', async () => {
    const lines = (amount: number, code: string) => [
        { LineAmount: amount, AccountCode: '429' },
        { LineAmount: -10, AccountCode: code }
    ];
    const journal = (amount: number, code = '970') => ({ Narration: 'N', JournalLines: lines(amount, code) });
    expect(await put('ManualJournals', journal(10.01))).toEqual([400, expect.stringContaining('differ by 0.01')]);
    for (const code of ['090', '610', '630']) expect((await put('ManualJournals', journal(10, code)))[0]).toBe(400);
    const { ManualJournalID, Status } = await xero.create('ManualJournals', journal(10));
    expect(Status).toBe('DRAFT');
    expect((await post(`ManualJournals/${ManualJournalID}`, { Status: 'VOIDED' }))[0]).toBe(400);
    expect(await post(`ManualJournals/${ManualJournalID}`, { Status: 'DELETED' })).toEqual([200]);

    expect(await put('Items', { Code: 'x'.repeat(31) })).toEqual([400, 'Price List Item Code must not be more than 30 characters long.']);
    const { ItemID } = await xero.create('Items', { Code: 'new' });
    expect((await xero.call(`Items/${ItemID}`, { method: 'DELETE' })).status).toBe(204);
    expect((await xero.call(`Items/${ItemID}`)).status).toBe(404);

    const order = await xero.create('PurchaseOrders', {
        Contact: contact,
        LineItems: [{ ...line, UnitAmount: 0.1234 }],
        DeliveryDate: '2026-03-08'
    });
    expect(order).toMatchObject({ Status: 'DRAFT', DeliveryDateString: '2026-03-08T00:00:00', LineItems: [{ UnitAmount: 0.1234 }] });
    expect(await post(`PurchaseOrders/${order.PurchaseOrderID}`, { Status: 'DELETED' })).toEqual([200]);
});

test('an idempotency key gives the first response again for six minutes, and none to another request', async () => {
    const create = (key: string, changes = {}) =>
        xero.call('Invoices', { method: 'PUT', body: invoice(changes), headers: { 'idempotency-key': key } });
    const first = await create('k1');
    expect((await create('k1')).text).toBe(first.text);
    const other = await create('k1', { Reference: 'other' });
    expect([other.status, other.body.Message]).toEqual([400, 'The idempotency key k1 is used with a different request']);
    expect((await create('k'.repeat(129))).status).toBe(400);
    await xero.control('clock', { advance_ms: 6 * 60_000 });
    expect((await create('k1')).body.Invoices[0].InvoiceID).not.toBe(first.body.Invoices[0].InvoiceID);
});

test('an invoice that may be sent is sent', async () => {
    const { InvoiceID } = await xero.create('Invoices', invoice());
    expect((await post(`Invoices/${InvoiceID}/Email`, {}))[0]).toBe(400);
    await xero.call(`Invoices/${InvoiceID}`, { body: { Status: 'AUTHORISED' } });
    expect((await xero.call(`Invoices/${InvoiceID}/Email`, { body: {} })).status).toBe(204);
    expect((await xero.call(`Invoices/${InvoiceID}`)).body.Invoices).toMatchObject([{ SentToContact: true }]);
});
