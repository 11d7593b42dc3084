import { expect, test } from 'vitest';
import { z } from 'zod';
import { capabilitiesOf, integrationOf } from '../catalog.ts';
import { quote, select } from './query.ts';
import { quickbooks } from './integration.ts';

test('QuickBooks does each endpoint of the accounting category, under each of its providers', () => {
    const capabilities = capabilitiesOf(quickbooks);
    expect(capabilities.filter(({ support }) => support === 'unsupported')).toEqual([]);
    expect(capabilities.filter(({ support }) => support === 'partial').map(({ method, path }) => `${method} ${path}`)).toEqual([
        'DELETE /accounts',
        'DELETE /customers',
        'DELETE /items'
    ]);
    expect(capabilities.map(({ method, path }) => `${method} ${path}`)).toEqual(
        expect.arrayContaining(['GET /journal-entries', 'GET /bill-payments/{id}', 'POST /purchase-orders', 'POST /invoices/send'])
    );
    // 13 lists, reads, creates and removals, 10 updates, 3 voids, 1 send.
    expect(capabilities).toHaveLength(66);
    for (const provider of ['quickbooks-sandbox', 'sandbox-quickbooks']) expect(integrationOf(provider)).toBe(quickbooks);
});

test('each function of QuickBooks has one address of the category and schemas that JSON Schema can say', () => {
    const addresses = new Set(quickbooks.category.map(({ method, path }) => `${method} ${path}`));
    for (const [name, { endpoint, input, output }] of Object.entries(quickbooks.actions)) {
        const isOnly = addresses.delete(`${endpoint?.method} ${endpoint?.path}`);
        const schemas = [z.toJSONSchema(input, { io: 'input' }), z.toJSONSchema(output)];
        expect([name, isOnly, ...schemas]).toMatchObject([name, true, { type: 'object' }, { type: 'object' }]);
    }
    expect([...addresses].every((address) => address.startsWith('GET /'))).toBe(true);
    expect(Object.keys(quickbooks.syncs)).toHaveLength(addresses.size);
});

test('a text in a query cannot end it', () => {
    expect(quote("King's \\")).toBe("'King\\'s \\\\'");
    expect(select({ columns: 'Id', entity: 'Bill', where: [`DocNumber = ${quote("' OR '1'='1")}`], max: 1 })).toBe(
        "SELECT Id FROM Bill WHERE DocNumber = '\\' OR \\'1\\'=\\'1' STARTPOSITION 1 MAXRESULTS 1"
    );
});
