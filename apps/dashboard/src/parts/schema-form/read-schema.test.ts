import { describe, expect, test } from 'vitest';
import { constantsOf, describeSchema, emptyOf, variantOf } from './read-schema.ts';

const fieldOf = (schema: object, definitions: object = {}) => describeSchema({ ...schema }, { ...definitions }).field;
const text = { kind: 'text', input: 'text' };

describe('a value is typed into a field of its kind', () => {
    test.each([
        [{ type: 'string' }, text],
        [
            { type: 'string', format: 'date' },
            { kind: 'text', input: 'date' }
        ],
        [
            { type: 'string', maxLength: 5000 },
            { kind: 'text', input: 'long' }
        ],
        [{ type: 'integer' }, { kind: 'number' }],
        [{ type: 'boolean' }, { kind: 'boolean' }],
        [{ enum: ['a', 'b'] }, { kind: 'choice', values: ['a', 'b'] }],
        [{ const: 'a' }, { kind: 'choice', values: ['a'] }],
        [{ enum: ['a', null] }, { kind: 'choice', values: ['a'] }],
        [{ enum: ['a', { b: 1 }] }, { kind: 'json' }],
        [
            { type: 'array', items: { enum: ['a'] } },
            { kind: 'choices', values: ['a'] }
        ],
        [
            { type: 'array', items: { type: 'string' } },
            { kind: 'list', item: { type: 'string' } }
        ],
        [{ type: 'array' }, { kind: 'json' }],
        [
            { type: 'object', additionalProperties: { type: 'string' } },
            { kind: 'record', value: { type: 'string' }, names: undefined }
        ],
        [
            { type: 'object', additionalProperties: { type: 'string' }, propertyNames: { enum: ['A'] } },
            { kind: 'record', value: { type: 'string' }, names: ['A'] }
        ],
        [{ type: 'object', additionalProperties: {} }, { kind: 'json' }],
        [{}, { kind: 'json' }],
        [{ type: ['string', 'number'] }, { kind: 'json' }]
    ])('%j', (schema, expected) => expect(fieldOf(schema)).toEqual(expected));

    test('an object has its properties, and says which are needed', () => {
        expect(fieldOf({ type: 'object', properties: { a: { type: 'string' }, b: {} }, required: ['a'] })).toEqual({
            kind: 'object',
            properties: [
                { name: 'a', schema: { type: 'string' }, isRequired: true },
                { name: 'b', schema: {}, isRequired: false }
            ]
        });
    });

    test('references are followed, also around a description, and those to themselves end', () => {
        const definitions = { Name: { type: 'string' }, Loop: { $ref: '#/definitions/Loop' } };
        expect(fieldOf({ $ref: '#/definitions/Name' }, definitions)).toEqual(text);
        expect(describeSchema({ allOf: [{ $ref: '#/definitions/Name' }], description: 'Whose' }, definitions)).toMatchObject({
            field: text,
            description: 'Whose'
        });
        expect(fieldOf({ $ref: '#/definitions/Loop' }, definitions)).toEqual({ kind: 'json' });
    });

    test('parts of an intersection are one object', () => {
        const part = (name: string) => ({ type: 'object', properties: { [name]: { type: 'string' } }, required: [name] });
        expect(fieldOf({ allOf: [part('a'), part('b')] })).toMatchObject({
            kind: 'object',
            properties: [
                { name: 'a', isRequired: true },
                { name: 'b', isRequired: true }
            ]
        });
    });
});

test.each([
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, text],
    [{ type: ['string', 'null'] }, text]
])('%j may be null', (schema, field) => {
    expect(describeSchema(schema, {})).toMatchObject({ field, isNullable: true });
    expect(describeSchema({ type: 'string' }, {}).isNullable).toBe(false);
});

describe('of several forms', () => {
    const card = { type: 'object', properties: { type: { const: 'card' }, number: { type: 'string' } } };
    const bank = { type: 'object', properties: { type: { const: 'bank' } } };
    const schema = { oneOf: [card, bank, { type: 'string' }] };
    const field = fieldOf(schema);
    const variants = field.kind === 'variants' ? field.variants : [];

    test('each is named', () => expect(variants.map(({ name }) => name)).toEqual(['card', 'bank', 'Text']));

    test.each([
        [{ type: 'bank' }, 1],
        [{ type: 'card', number: '1' }, 0],
        ['a', 2],
        [undefined, 0]
    ])('%j has the one that it fits', (value, index) => expect(variantOf(value, variants, {})).toBe(index));

    test('what is fixed in one is given with it', () => {
        expect(constantsOf(bank, {})).toEqual({ type: 'bank' });
        expect(emptyOf(schema, {})).toEqual({ type: 'card' });
    });
});
