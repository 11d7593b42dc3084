import { expect, test } from 'vitest';
import { z } from 'zod';
import { authEvent, patchbayEvent } from './index.ts';

const kinds = authEvent.options
    .flatMap<(typeof authEvent.options)[number]['options'][number]>(({ options }) => [...options])
    .map((kind) => ({
        kind,
        operation: kind.shape.operation.value,
        success: kind.shape.success.value,
        ...z.object({ description: z.string(), examples: z.array(z.unknown()) }).parse(kind.meta())
    }));

test.each(kinds)(
    '$operation, success $success, has a description and one example, which is an event',
    ({ kind, description, examples }) => {
        expect(description).toMatch(/^[A-Z].+\.$/);
        expect(examples).toHaveLength(1);
        expect(patchbayEvent.parse(examples[0])).toEqual(examples[0]);
        expect(kind.parse(examples[0])).toEqual(examples[0]);
    }
);

test.each(kinds.filter(({ success }) => !success))('$operation that failed is not an event without its error', ({ examples }) => {
    expect(patchbayEvent.safeParse({ ...Object(examples[0]), error: undefined }).success).toBe(false);
});
