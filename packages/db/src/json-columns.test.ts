import { describe, expect, test } from 'vitest';
import { jsonColumns } from './json-columns.ts';

const ada = { id: 'ada', email: null, display_name: 'Ada', tags: { plan: 'gold' }, organization: { id: 'acme', display_name: null } };

/** Values by column; the whole ones are taken without the form. */
const samples: Record<string, { whole: unknown[]; others: unknown[] }> = {
    connection_config: { whole: [{}, { a: [1] }], others: [[], 'a', 3] },
    metadata: { whole: [{}, { a: { b: null } }], others: [[], 'a', 3] },
    tags: { whole: [{}, { plan: 'gold' }], others: [[], { plan: 3 }, 'a'] },
    headers: { whole: [{}, { 'x-event': 'push' }], others: [[], { 'x-event': 3 }, 'a'] },
    end_user: {
        whole: [ada, { ...ada, phone: '1' }, { ...ada, tags: null, organization: null }],
        others: [
            { ...ada, id: 3 },
            { ...ada, email: 3 },
            { ...ada, display_name: undefined },
            { ...ada, tags: { plan: 3 } },
            { ...ada, organization: undefined },
            { ...ada, organization: {} },
            { ...ada, organization: { id: 'acme' } },
            'ada',
            []
        ]
    }
};

const columns = [...jsonColumns].flatMap(([name, { form, isWhole }]) => (isWhole ? [{ name, form, isWhole }] : []));

test('every column that is read without its form has samples', () => {
    expect(Object.keys(samples).toSorted()).toEqual(columns.map(({ name }) => name).toSorted());
});

describe.each(columns)('$name', ({ name, form, isWhole }) => {
    test('takes a value without the form only where the form would not change it', () => {
        for (const value of samples[name]?.whole ?? []) expect([isWhole(value), form.parse(value)]).toEqual([true, value]);
    });

    test('leaves every other value to the form', () => {
        for (const value of samples[name]?.others ?? []) expect([value, isWhole(value)]).toEqual([value, false]);
    });
});
