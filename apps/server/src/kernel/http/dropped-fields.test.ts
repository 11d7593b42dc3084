import { expect, test } from 'vitest';
import { z } from 'zod';
import { droppedFields } from './dropped-fields.ts';

test('what a schema dropped is found at any depth, and what has no value is not missed', () => {
    const schema = z.object({ data: z.array(z.object({ id: z.string(), free: z.record(z.string(), z.unknown()) })), at: z.null() });
    const given = {
        data: [
            { id: 'a', free: { any: { thing: 1 } } },
            { id: 'b', free: {}, name: 'B' }
        ],
        at: null,
        old: { name: 1 },
        unset: undefined
    };
    expect(droppedFields(given, schema.parse(given))).toEqual(['data.1.name', 'old']);
});
