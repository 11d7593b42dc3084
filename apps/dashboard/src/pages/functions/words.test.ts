import { expect, test } from 'vitest';
import { dryRunPathOf } from './words.ts';

const endpoint = (method: string, path: string) => ({ method, path, group: null });

test('a built-in action that writes without an id in its address can be checked without writing', () => {
    const of = (method: string, path: string) => dryRunPathOf({ origin: 'built_in', endpoints: [endpoint(method, path)] });
    expect(of('POST', '/invoices')).toBe('/invoices');
    expect(of('POST', '/invoices/{id}/void')).toBeUndefined();
    expect(of('GET', '/invoices')).toBeUndefined();
    expect(dryRunPathOf({ origin: 'deployed', endpoints: [endpoint('POST', '/invoices')] })).toBeUndefined();
});
