import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startSandbox } from '../sandbox.ts';
import type { Sandbox } from '../sandbox.ts';
import { OTHER_TENANT, xeroClient } from './xero.fixtures.ts';

let sandbox: Sandbox;
let xero: ReturnType<typeof xeroClient>;
beforeAll(async () => {
    sandbox = await startSandbox();
    xero = xeroClient(sandbox);
});
beforeEach(async () => {
    await xero.control('reset', {});
    await xero.control('settings', { throttle: false });
    await xero.signIn();
});
afterAll(() => sandbox.stop());

const line = { Description: 'Hours', Quantity: 2, UnitAmount: 10.005, AccountCode: '200' };
const firstContact = async () => ({ ContactID: String((await xero.list('Contacts'))[0].ContactID) });
const newInvoice = async (changes = {}) => ({ Type: 'ACCREC', Contact: await firstContact(), LineItems: [line], ...changes });

describe('a list', () => {
    test('has pages of 100 by default, and of at most 1,000', async () => {
        const first = await xero.call('Invoices?page=1');
        expect(first.body).toMatchObject({ Status: 'OK', pagination: { page: 1, pageSize: 100, pageCount: 3, itemCount: 240 } });
        expect(first.body.DateTimeUTC).toMatch(/^\/Date\(\d+\)\/$/);
        expect((await xero.list('Invoices?page=3')).length).toBe(40);
        expect((await xero.list('Invoices?page=4')).length).toBe(0);
        expect((await xero.list('Invoices?page=1&pageSize=1000')).length).toBe(240);
        expect(await xero.refusal('Invoices?page=1&pageSize=1001')).toEqual([400]);
        expect((await xero.list('PurchaseOrders')).length).toBe(25);
    });

    test('of purchase orders is restricted to days', async () => {
        const orders = await xero.list('PurchaseOrders');
        const days = orders.map(({ DateString }: { DateString: string }) => DateString.slice(0, 10)).toSorted();
        const among = (day: string) => day >= days[5] && day <= days[9];
        const listed = await xero.list(`PurchaseOrders?DateFrom=${days[5]}&DateTo=${days[9]}`);
        expect(listed).toHaveLength(days.filter(among).length);
        expect(await xero.refusal('PurchaseOrders?DateFrom=soon')).toEqual([400]);
    });

    test('without pages comes whole, but without the lines of documents', async () => {
        const invoices = await xero.list('Invoices');
        expect(invoices.length).toBe(240);
        expect(invoices[0].LineItems).toBeUndefined();
        expect((await xero.list('Invoices?page=1'))[0].LineItems).toBeDefined();
        expect((await xero.list('Accounts?page=2')).length).toBe(15);
    });

    test.each([
        ['Invoices', 'Type=="ACCREC"', 120],
        ['Invoices', 'Type=="ACCREC" AND (Status=="VOIDED" OR Status=="DELETED")', 30],
        ['Invoices', 'AmountDue>0 && CurrencyCode=="KWD" && Date>=DateTime(2020, 01, 01)', 48 - 12],
        ['Contacts', 'Name.StartsWith("Café") and EmailAddress!=null', 6],
        ['Accounts', 'Status="ARCHIVED"', 1]
    ])('of %s is restricted by %s', async (kind, where, count) => {
        expect((await xero.list(`${kind}?page=1&pageSize=1000&where=${encodeURIComponent(where)}`)).length).toBe(count);
    });

    test('refuses conditions that it does not understand', async () => {
        for (const query of ['where=Type', 'where=Type==', 'where=(Type=="A"', 'order=Date+up'])
            expect((await xero.call(`Invoices?${query}`)).body).toMatchObject({ ErrorNumber: 16, Type: 'QueryParseException' });
    });

    test('is ordered, and has what changed since a time', async () => {
        const totals = (await xero.list('Invoices?order=Total+DESC&page=1')).map(({ Total }: { Total: number }) => Total);
        expect(totals).toEqual(totals.toSorted((a: number, b: number) => b - a));
        await xero.control('clock', { advance_ms: 3_600_000 });
        const { now } = await xero.control('clock');
        await xero.control('clock', { advance_ms: 60_000 });
        await xero.signIn();
        const created = await xero.create('Invoices', await newInvoice());
        for (const since of [now, new Date(now).toUTCString(), now.slice(0, 19)]) {
            const changed = await xero.list('Invoices?page=1', { headers: { 'if-modified-since': since } });
            expect(changed.map(({ InvoiceID }: { InvoiceID: string }) => InvoiceID)).toEqual([created.InvoiceID]);
        }
    });

    test('leaves out archived contacts unless they are asked for', async () => {
        expect([(await xero.list('Contacts')).length, (await xero.list('Contacts?includeArchived=true')).length]).toEqual([41, 45]);
    });
});

test('the rows are the same for the same seed, and others for another', async () => {
    const read = async () => (await xero.call('Invoices?page=1')).body.Invoices;
    const before = await read();
    await xero.control('seed', {});
    expect(await read()).toEqual(before);
    await xero.control('seed', { seed: 7, invoices: 3 });
    const after = await read();
    expect([after.length, after[0].InvoiceID === before[0].InvoiceID]).toEqual([3, false]);
});

test('numbers have the decimals of Xero, unit amounts four where they are asked for', async () => {
    const { InvoiceID } = await xero.create('Invoices', await newInvoice());
    const text = async (query = '') => (await xero.call(`Invoices/${InvoiceID}${query}`)).text;
    expect(await text()).toContain('"UnitAmount":10.01,');
    expect(await text()).toContain('"Quantity":2.0000,');
    expect(await text()).toContain('"CurrencyRate":1.0000000000');
    const body = { Invoices: [await newInvoice()] };
    const precise = await xero.call('Invoices?unitdp=4', { method: 'PUT', body });
    expect(precise.text).toContain('"UnitAmount":10.0050,');
    expect(precise.body.Invoices[0]).toMatchObject({ SubTotal: 20.01, TotalTax: 3, Total: 23.01, AmountDue: 23.01 });
});

describe('access', () => {
    test('is to the organisations that were connected', async () => {
        const forbidden = { Title: 'Forbidden', Status: 403, Detail: 'AuthenticationUnsuccessful' };
        expect((await xero.call('Organisation')).body.Organisations).toMatchObject([{ Name: 'Maple Florists Ltd', BaseCurrency: 'NZD' }]);
        expect((await xero.call('Organisation', { tenant: OTHER_TENANT })).body).toMatchObject(forbidden);
        expect((await xero.call('Organisation', { tenant: '' })).body).toMatchObject(forbidden);
        await xero.control('disconnect', {});
        expect((await xero.call('Organisation')).status).toBe(403);
    });

    test('is to what the scopes name', async () => {
        await xero.signIn({ scopes: ['accounting.contacts.read'] });
        expect((await xero.call('Contacts')).status).toBe(200);
        expect((await xero.call('Contacts', { method: 'PUT', body: { Name: 'New' } })).body).toMatchObject({
            Detail: 'AuthorizationUnsuccessful'
        });
        expect((await xero.call('Invoices')).status).toBe(401);
    });

    test('is as JSON only where it is asked for', async () => {
        const response = await xero.send('Accounts', { headers: { accept: 'text/xml' } });
        expect(response.headers.get('content-type')).toBe('text/xml; charset=utf-8');
        expect(await response.text()).toContain('<Accounts><Account><AccountID>');
    });

    test('to what is not there is 404 in words', async () => {
        for (const path of ['Invoices/none', 'Nothing', 'Invoices/00000000-0000-4000-a000-000000000000'])
            expect(await xero.call(path)).toMatchObject({ status: 404, text: expect.stringContaining('cannot be found') });
    });
});

test('60 requests a minute and 5 at once are answered, for each organisation', async () => {
    await xero.control('settings', { throttle: true });
    await xero.control('clock', { speed: 0 });
    for (let index = 0; index < 59; index += 1) await xero.call('Organisation');
    const last = await xero.call('Organisation');
    expect([last.headers.get('x-minlimit-remaining'), last.headers.get('x-daylimit-remaining')]).toEqual(['0', '4940']);
    const refused = await xero.call('Organisation');
    expect([refused.status, refused.headers.get('x-rate-limit-problem'), refused.headers.get('retry-after')]).toEqual([
        429,
        'minute',
        '60'
    ]);
    await xero.control('clock', { advance_ms: 60_000 });
    await xero.control('faults', [{ match: { path_regex: 'Accounts' }, action: { type: 'delay', ms: 1000 }, times: 5 }]);
    const slow = Array.from({ length: 5 }, () => xero.call('Accounts'));
    await expect.poll(async () => (await xero.control('counters')).most_in_flight).toBe(5);
    const sixth = await xero.call('Organisation');
    expect([sixth.status, sixth.headers.get('x-rate-limit-problem')]).toEqual([429, 'concurrent']);
    await xero.control('clock', { advance_ms: 1000 });
    expect((await Promise.all(slow)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(await xero.control('throttle')).toEqual({ throttled: 2 });
});
