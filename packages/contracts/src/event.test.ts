import { expect, test } from 'vitest';
import { z } from 'zod';
import { eventExamples, eventKinds, eventNames, patchbayEvent } from './index.ts';

const kinds = eventKinds.map((kind) => {
    const about = z.object({ description: z.string(), examples: z.array(z.record(z.string(), z.unknown())) }).parse(kind.meta());
    const { type, operation, success } = about.examples[0] ?? {};
    return { kind, type, operation, success, ...about };
});

test.each(kinds)(
    '$type, operation $operation, success $success, has a description and one example, which is an event',
    ({ kind, description, examples }) => {
        expect(description).toMatch(/^[A-Z].+\.$/);
        expect(examples).toHaveLength(1);
        expect(patchbayEvent.parse(examples[0])).toEqual(examples[0]);
        expect(kind.parse(examples[0])).toEqual(examples[0]);
    }
);

test.each(kinds.filter(({ success }) => success === false))(
    '$type $operation that failed is not an event without its error',
    ({ examples }) => {
        expect(patchbayEvent.safeParse({ ...examples[0], error: undefined }).success).toBe(false);
    }
);

test('an endpoint can ask for every type of event, and for every operation', () => {
    const found = eventExamples.flatMap(({ type, operation }) => [type, ...(typeof operation === 'string' ? [`auth.${operation}`] : [])]);
    expect(new Set<unknown>(eventNames)).toEqual(new Set(found));
});
