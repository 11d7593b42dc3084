import { expect, test } from 'vitest';
import { Books } from './books.ts';
import { idOfRow, indexOfId, makeDataset } from './dataset.ts';
import { executeQuery } from './execute-query.ts';
import { generateRow } from './generate.ts';
import { KIND_NAMES, KINDS, SERVER_FIELDS } from './kinds.ts';
import { parseQuery } from './query-parser.ts';
import { centsOf, rowsOf, valueAt } from './row.ts';

const NOW = Date.parse('2026-06-15T12:00:00Z');
const dataset = makeDataset(NOW);
const ask = (text: string, data = dataset) => executeQuery(new Books(data), parseQuery(text), { nowMs: NOW, lagMs: 0, isGenerous: false });

test('a row is the same each time, and another one with another seed', () => {
    for (const kind of KIND_NAMES) {
        const rows = (seed: number) => [0, 1, 2, 3].map((index) => generateRow(makeDataset(NOW, { seed }), kind, index));
        expect(rows(1)).toEqual(rows(1));
        expect(rows(1)).not.toEqual(rows(2));
    }
});

test('an id leads to its row, is never shared, and leaves gaps', () => {
    const transactions = new Set<string>();
    for (const kind of KIND_NAMES) {
        const ids = Array.from({ length: dataset.counts[kind] }, (_, index) => idOfRow(dataset, kind, index));
        expect(ids.map((id) => indexOfId(dataset, kind, id))).toEqual(ids.map((_, index) => index));
        expect(indexOfId(dataset, kind, idOfRow(dataset, kind, dataset.counts[kind]))).toBeUndefined();
        if (KINDS[kind].nameField === undefined) for (const id of ids) transactions.add(id);
    }
    const expected = KIND_NAMES.reduce((sum, kind) => sum + (KINDS[kind].nameField === undefined ? dataset.counts[kind] : 0), 0);
    expect(transactions.size).toBe(expected);
    expect(indexOfId(dataset, 'Customer', '10')).toBeUndefined();
    expect(Number(idOfRow(makeDataset(NOW, { idOffset: 3e9 }), 'Invoice', 0))).toBeGreaterThan(2 ** 31);
});

test('every field of a generated row is one that the API knows', () => {
    for (const kind of KIND_NAMES) {
        for (let index = 0; index < 30; index += 1) {
            const unknown = Object.keys(generateRow(dataset, kind, index)).filter(
                (field) => !KINDS[kind].fields.has(field) && !SERVER_FIELDS.has(field)
            );
            expect({ kind, unknown }).toEqual({ kind, unknown: [] });
        }
    }
});

test('rows lie on both sides of the end of summer time, where their order as texts is wrong', () => {
    const rows = rowsOf(ask('select * from Invoice orderby MetaData.LastUpdatedTime maxresults 20')['Invoice']);
    const times = rows.map((row) => String(valueAt(row, 'MetaData.LastUpdatedTime')));
    expect(new Set(times.map((time) => time.slice(-6)))).toEqual(new Set(['-07:00', '-08:00']));
    expect(times.map((time) => Date.parse(time))).toEqual(times.map((time) => Date.parse(time)).toSorted((a, b) => a - b));
    expect(times).not.toEqual(times.toSorted());
});

test('fifty rows change in one second, across the end of a page of 1000', () => {
    const many = makeDataset(NOW, { counts: { Invoice: 1100 } });
    const timeOf = (index: number) => valueAt(generateRow(many, 'Invoice', index), 'MetaData.LastUpdatedTime');
    expect(timeOf(999)).toBe(timeOf(1000));
});

test('totals are the sum of lines that doubles add up wrongly', () => {
    const invoices = rowsOf(ask('select * from Invoice maxresults 1000')['Invoice']);
    for (const invoice of invoices) {
        const lines = rowsOf(invoice['Line']).filter(({ DetailType }) => DetailType === 'SalesItemLineDetail');
        expect(centsOf(invoice['TotalAmt'])).toBe(lines.reduce((sum, { Amount }) => sum + centsOf(Amount), 0));
    }
    const text = JSON.stringify(invoices);
    expect(text).toContain('"TotalAmt":0.3,');
    expect(text).toContain('"UnitPrice":0.1234567');
    expect(text).toContain('"Amount":-0.3,');
    expect(text).toContain('"CurrencyRef":{"value":"JPY"');
    expect(text).toContain('"TotalAmt":0,');
    expect(text).toMatch(/"ExchangeRate":1.0834,"HomeTotalAmt":/);
});

test('a list of names shows active rows only, unless the query says which', () => {
    const count = (where: string) => ask(`select count(*) from Customer ${where}`)['totalCount'];
    expect(count('')).toBe(73);
    expect(count('where Active = false')).toBe(7);
    expect(count('where Active in (true, false)')).toBe(80);
});

test('pages end with an empty response, which lacks the entity', () => {
    const data = makeDataset(NOW, { counts: { Invoice: 200 } });
    const last = ask('select * from Invoice startposition 101 maxresults 100', data);
    expect(last).toMatchObject({ startPosition: 101, maxResults: 100 });
    expect(ask('select * from Invoice startposition 201 maxresults 100', data)).toEqual({});
});

test.each([
    ['select Foo from Invoice', 'Property Foo not found for Entity Invoice'],
    ["select * from Invoice where Line = '1'", 'Property Line not found'],
    ['select * from Invoice orderby Line', 'Property Line not found'],
    ['select Line.Amount from Invoice', 'Property Line.Amount not found'],
    ['select * from TaxAgency', 'TaxAgency'],
    ["select * from Invoice where MetaData.LastUpdatedTime > 'yesterday'", 'no date']
])('%s is 4001', (text, detail) => {
    expect(() => ask(text)).toThrow(expect.objectContaining({ code: '4001', detail: expect.stringContaining(detail) }));
});

test.each([
    ["select * from Customer where DisplayName like '%田中%'", (row: object) => JSON.stringify(row).includes('田中')],
    ["select * from Invoice where TotalAmt = '0.3'", (row: object) => JSON.stringify(row).includes('"TotalAmt":0.3,')],
    ["select * from Invoice where CustomerRef = '3'", (row: object) => JSON.stringify(row).includes('"CustomerRef":{"value":"3"')],
    ["select * from Invoice where DocNumber in ('1003', '1004')", (row: object) => /"DocNumber":"100[34]"/.test(JSON.stringify(row))]
])('%s finds what it says', (text, isRight) => {
    const [rows] = Object.values(ask(text));
    expect(rowsOf(rows).length).toBeGreaterThan(0);
    expect(rowsOf(rows).every(isRight)).toBe(true);
});

test('a query of 100,000 invoices makes only the rows of its page', () => {
    const huge = makeDataset(NOW, { counts: { Invoice: 100_000 }, lines: 40 });
    const startedAt = performance.now();
    const page = ask('select * from Invoice orderby MetaData.LastUpdatedTime asc startposition 50001 maxresults 1000', huge);
    expect(rowsOf(page['Invoice'])).toHaveLength(1000);
    expect(Buffer.byteLength(JSON.stringify(page))).toBeGreaterThan(8_000_000);
    expect(performance.now() - startedAt).toBeLessThan(5000);
});
