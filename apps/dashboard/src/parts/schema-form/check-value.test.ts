import { describe, expect, test } from 'vitest';
import { checkValue } from './check-value.ts';

const definitions = { Name: { type: 'string', minLength: 2 } };
const wrong = (schema: object, value: unknown) =>
    checkValue({ ...schema }, { ...definitions }, value).map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': '));

describe('what a schema says of a value is told before it is sent', () => {
    test.each([
        [{ type: 'string' }, 7, ['This must be text.']],
        [{ type: 'string', minLength: 1 }, '', ['This is needed.']],
        [{ type: 'string', maxLength: 3 }, 'four', ['Type at most 3 characters: these are 4.']],
        [{ type: 'string', format: 'email' }, 'ada', ['Type an e-mail address.']],
        [{ type: 'string', format: 'uri' }, 'acme.example', ['Type a whole address, with https:// at its beginning.']],
        [{ type: 'string', format: 'date' }, '1 May', ['Type a date.']],
        [{ type: 'number' }, 'seven', ['Type a number.']],
        [{ type: 'integer' }, 1.5, ['Type a whole number.']],
        [{ type: 'integer', minimum: 1, maximum: 9 }, 0, ['Type 1 or more.']],
        [{ type: 'integer', minimum: 1, maximum: 9 }, 10, ['Type 9 or less.']],
        [{ type: 'number', exclusiveMinimum: 0 }, 0, ['Type more than 0.']],
        [{ type: 'boolean' }, 'yes', ['Choose yes or no.']],
        [{ enum: ['a', 'b'] }, 'c', ['Choose one of the values.']],
        [{ type: 'array', items: { enum: ['a'] }, minItems: 1 }, [], ['Give at least one.']],
        [{ type: 'array', items: { type: 'string' } }, ['a', 7], ['1: This must be text.']],
        [
            { type: 'object', additionalProperties: { type: 'number' }, propertyNames: { enum: ['A'] } },
            { B: 1 },
            ['B: There is no such name.']
        ],
        [{ $ref: '#/definitions/Name' }, 'a', ['Type at least 2 characters.']],
        [{ anyOf: [{ $ref: '#/definitions/Name' }, { type: 'null' }] }, 'a', ['Type at least 2 characters.']],
        [{ type: 'string' }, null, ['This is needed.']]
    ])('%j: %j', (schema, value, expected) => expect(wrong(schema, value)).toEqual(expected));

    test.each([
        [{ type: 'string' }, 'a'],
        [{ type: 'integer', minimum: 1, maximum: 9 }, 9],
        [{ anyOf: [{ $ref: '#/definitions/Name' }, { type: 'null' }] }, null],
        [{ type: ['string', 'null'] }, null],
        [{ enum: ['a', null] }, 'a'],
        [{}, { anything: true }],
        [{ type: 'array' }, [1, 'a']]
    ])('%j takes %j', (schema, value) => expect(wrong(schema, value)).toEqual([]));

    test('each field is told by its own place, and only those that are needed have to be there', () => {
        const schema = {
            type: 'object',
            required: ['region', 'filters'],
            properties: {
                region: { type: 'string' },
                note: { type: 'string' },
                filters: { type: 'object', properties: { since: { type: 'string', format: 'date' } } }
            }
        };
        expect(wrong(schema, { filters: { since: 'May' } })).toEqual(['region: This is needed.', 'filters.since: Type a date.']);
        expect(wrong(schema, { region: 'eu', filters: {}, of: 'another' })).toEqual([]);
    });

    test('of several forms the one that the value has is looked at', () => {
        const schema = {
            anyOf: [
                { type: 'object', properties: { kind: { const: 'a' }, size: { type: 'number' } }, required: ['kind', 'size'] },
                { type: 'object', properties: { kind: { const: 'b' }, name: { type: 'string' } }, required: ['kind', 'name'] }
            ]
        };
        expect(wrong(schema, { kind: 'b' })).toEqual(['name: This is needed.']);
    });
});
