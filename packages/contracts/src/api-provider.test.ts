import { expect, test } from 'vitest';
import { apiProvider, fieldsOf } from './index.ts';

test('every field of a provider has an example', () => {
    const fields = fieldsOf(apiProvider, 'output');
    expect(fields.map(({ path }) => path)).toEqual(expect.arrayContaining(['auth_mode', 'credentials.*.visible_when.field']));
    expect(fields.filter(({ schema }) => schema.examples?.length !== 1).map(({ path }) => path)).toEqual([]);
});
