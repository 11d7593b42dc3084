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
        success: {
            status: 200,
            body: z.looseObject({ kinds: z.array(z.enum(['a', 'b'])), rest: z.unknown() }),
            example: { kinds: ['a'], rest: null }
        }
    });
    expect(operationsSource([endpoint])).toBe(`// Written by \`npm run gen\` from packages/contracts. Do not edit.
export const routes = {
    renameBox: { method: 'PATCH', path: '/boxes/:id' }
} as const;

export type RenameBoxBody = {
    name: string;
    "x-size"?: (number | "any") | undefined;
    until: (string | null);
    tags: Record<string, string>;
};

/**
 * What each endpoint takes and responds with, as JSON on the wire. \`Errors\` are those of the
 * endpoint itself; \`docs/errors.md\` has all.
 */
export interface Operations {
    /** Rename a box. */
    renameBox: {
        params: {
            id: string;
        };
        query?: {
            dry?: boolean | undefined;
        };
        body: RenameBoxBody;
        response: {
            kinds: Array<("a" | "b")>;
            rest: unknown;
            [name: string]: unknown;
        };
    };
}
`);
});

test('a schema that the contracts export stands once, under its name, wherever it is used', () => {
    const colours = z.strictObject({ text: z.string().optional() });
    const lid = z.object({ dark: colours.nullable(), light: z.array(colours) });
    const endpoint = defineEndpoint({
        id: 'paintBox',
        method: 'PUT',
        path: '/lid',
        summary: 'Paint the lid.',
        auth: ['secret_key'],
        body: z.strictObject({ inside: colours.optional() }),
        success: { status: 200, body: lid, example: { dark: null, light: [] } }
    });
    const source = operationsSource([endpoint], { colours, lid, unused: z.object({ a: z.string() }) });
    expect(source.match(/text\?: string/g)).toHaveLength(1);
    expect(source).toContain('export type Lid = {\n    dark: (Colours | null);\n    light: Array<Colours>;\n};');
    expect(source).toContain('export type PaintBoxBody = {\n    inside?: Colours | undefined;\n};');
    expect(source).toContain('response: Lid;');
    expect(source).not.toContain('Unused');
});

test('one name never stands for two types: what is sent and what is answered', () => {
    const box = z.object({ size: z.number().default(1) });
    const endpoint = defineEndpoint({
        id: 'makeBox',
        method: 'POST',
        path: '/boxes',
        summary: 'Make a box.',
        auth: ['secret_key'],
        body: z.strictObject({ box }),
        success: { status: 200, body: z.object({ box }), example: { box: { size: 1 } } }
    });
    expect(() => operationsSource([endpoint], { box })).toThrow('Box is sent in one shape and answered in another');
});

test('endpoints for pages, those on their way out and those that stream are left out', () => {
    const source = operationsSource();
    for (const id of ['getConnectSession', 'importConnectionLegacy', 'proxy']) expect(source).not.toContain(` ${id}:`);
});

test('a long summary is a doc comment of several lines, none over 100 columns', () => {
    const summary = `${'Rename a box and all that is in it. '.repeat(6)}Done.`;
    const endpoint = defineEndpoint({
        id: 'renameBox',
        method: 'PATCH',
        path: '/boxes',
        summary,
        auth: ['secret_key'],
        success: { status: 204 }
    });
    const lines = operationsSource([endpoint]).split('\n');
    const comment = lines.filter((line) => line.startsWith('     * '));
    expect(comment.map((line) => line.slice(7)).join(' ')).toBe(summary);
    expect(lines.filter((line) => line.length > 100)).toEqual([]);
});

test('what the contract says of a field or a named type stands above it, as editors show it', () => {
    const label = z.string().describe('Text on the lid.');
    const lid = z
        .strictObject({ label: label.nullable(), size: z.int().default(3).describe('Width in cm.') })
        .describe('What closes a box.');
    const endpoint = defineEndpoint({
        id: 'closeBox',
        method: 'POST',
        path: '/lids',
        summary: 'Close a box.',
        auth: ['secret_key'],
        body: z.strictObject({ lid: lid.optional(), old_lid: lid.optional().describe('The one to throw away.'), plain: z.string() }),
        success: {
            status: 200,
            body: z.object({ closed_at: z.iso.datetime().nullable().describe('When it was closed.') }),
            example: { closed_at: null }
        }
    });
    const source = operationsSource([endpoint], { lid });
    expect(source).toContain(`
/** What closes a box. */
export type Lid = {
    /** Text on the lid. */
    label: (string | null);
    /**
     * Width in cm.
     *
     * @default 3
     */
    size?: number | undefined;
};`);
    expect(source).toContain(`
export type CloseBoxBody = {
    /** What closes a box. */
    lid?: Lid | undefined;
    /** The one to throw away. */
    old_lid?: Lid | undefined;
    plain: string;
};`);
    expect(source).toContain(`
            /** When it was closed. ISO 8601. */
            closed_at: (string | null);`);
});

test('an operation names the errors of its own, with the status there', () => {
    const endpoint = defineEndpoint({
        id: 'dropBox',
        method: 'DELETE',
        path: '/boxes',
        summary: 'Drop a box.',
        auth: ['secret_key'],
        success: { status: 204 },
        errors: { not_found: true, end_user_mismatch: 403 }
    });
    expect(operationsSource([endpoint])).toContain(`
    /**
     * Drop a box.
     *
     * Errors: \`not_found\` (404), \`end_user_mismatch\` (403).
     */
    dropBox: {`);
});

test('a description cannot end its comment, and its code stays on one line', () => {
    const endpoint = defineEndpoint({
        id: 'findBox',
        method: 'GET',
        path: '/boxes',
        summary: `${'Find a box. '.repeat(6)}Like \`GET /boxes\` and all of /boxes/*/lids.`,
        auth: ['secret_key'],
        success: { status: 204 }
    });
    const source = operationsSource([endpoint]);
    expect(source).toContain('Like `GET /boxes`');
    expect(source).toContain(String.raw`/boxes/*\/lids`);
});
