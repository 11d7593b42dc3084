import { readFileSync } from 'node:fs';
import { defineEndpoint } from '@patchbay/contracts';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { operationsFile, operationsSource } from './generate-operations.ts';

test('the operations of @patchbay/node are those of the contract; `npm run gen` brings them up to date', () => {
    expect(readFileSync(operationsFile, 'utf8')).toBe(operationsSource());
});

test('an endpoint becomes its address, and the types of what it takes and answers', () => {
    const endpoint = defineEndpoint({
        id: 'renameBox',
        method: 'PATCH',
        path: '/boxes/:id',
        summary: 'Rename a box.',
        auth: ['secret_key'],
        params: z.object({ id: z.string() }),
        query: z.strictObject({ dry: z.boolean().optional() }),
        body: z.strictObject({
            name: z.string(),
            'x-size': z.union([z.int(), z.literal('any')]).optional(),
            until: z.coerce.date().nullable(),
            tags: z.record(z.string(), z.string())
        }),
        success: { status: 200, body: z.looseObject({ kinds: z.array(z.enum(['a', 'b'])), rest: z.unknown() }) }
    });
    expect(operationsSource([endpoint])).toBe(`// Written by \`npm run gen\` from packages/contracts. Do not edit.
export const routes = {
    renameBox: { method: 'PATCH', path: '/boxes/:id' }
} as const;

/** What each endpoint takes and answers, as JSON on the wire. */
export interface Operations {
    /** Rename a box. */
    renameBox: {
        params: {
            id: string;
        };
        query?: {
            dry?: boolean | undefined;
        };
        body: {
            name: string;
            "x-size"?: (number | "any") | undefined;
            until: (string | null);
            tags: Record<string, string>;
        };
        response: {
            kinds: Array<("a" | "b")>;
            rest: unknown;
            [name: string]: unknown;
        };
    };
}
`);
});

test('endpoints for pages, those on their way out and those that stream are left out', () => {
    const source = operationsSource();
    for (const id of ['getConnectSession', 'importConnectionLegacy', 'proxy']) expect(source).not.toContain(` ${id}:`);
});
