import type { Issue } from '@patchbay/contracts/dashboard';
import { describeSchema, type Field, isObject, type Schema, valueSchemaOf, variantOf } from './read-schema.ts';

interface Place {
    definitions: Schema;
    path: readonly string[];
}

const needed = 'This is needed.';

/**
 * What is wrong with a value that a form is made for, by what its schema says in words that a form
 * can show. Patterns are left to the sync that reads it: one can be written so that it never ends.
 */
export function checkValue(schema: Schema, definitions: Schema, value: unknown): Issue[] {
    return check(schema, value, true, { definitions, path: [] });
}

function check(given: Schema, value: unknown, isRequired: boolean, place: Place): Issue[] {
    if (value === undefined) return isRequired ? issue(place, needed) : [];
    const { field, isNullable } = describeSchema(given, place.definitions);
    if (value === null && isNullable) return [];
    if (value === null && field.kind !== 'json') return issue(place, needed);
    const schema = valueSchemaOf(given, place.definitions);
    return checkField(field, schema, value, place);
}

function checkField(field: Field, schema: Schema, value: unknown, place: Place): Issue[] {
    switch (field.kind) {
        case 'text':
            return checkText(field, schema, value, place);
        case 'number':
            return checkNumber(schema, value, place);
        case 'boolean':
            return typeof value === 'boolean' ? [] : issue(place, 'Choose yes or no.');
        case 'choice':
            return field.values.some((each) => each === value) ? [] : issue(place, 'Choose one of the values.');
        case 'choices':
            if (!Array.isArray(value) || !value.every((each: unknown) => field.values.some((known) => known === each)))
                return issue(place, 'Choose among the values.');
            return checkCount(schema, value.length, place);
        case 'object':
            if (!isObject(value)) return issue(place, 'This must have fields.');
            return field.properties.flatMap(({ name, schema: inner, isRequired }) =>
                check(inner, value[name], isRequired, at(place, name))
            );
        case 'record':
            if (!isObject(value)) return issue(place, 'This must have names, each with a value.');
            return Object.entries(value).flatMap(([name, each]) =>
                field.names?.includes(name) === false
                    ? issue(at(place, name), 'There is no such name.')
                    : check(field.value, each, true, at(place, name))
            );
        case 'list':
            if (!Array.isArray(value)) return issue(place, 'This must be a list.');
            return [
                ...checkCount(schema, value.length, place),
                ...value.flatMap((each, index) => check(field.item, each, true, at(place, String(index))))
            ];
        case 'variants': {
            const variant = field.variants[variantOf(value, field.variants, place.definitions)];
            return variant ? check(variant.schema, value, true, place) : [];
        }
        case 'json':
            return [];
    }
}

function checkText({ input }: Extract<Field, { kind: 'text' }>, schema: Schema, value: unknown, place: Place): Issue[] {
    if (typeof value !== 'string') return issue(place, 'This must be text.');
    const { minLength: least, maxLength: most } = schema;
    const length = Array.from(value).length;
    if (typeof least === 'number' && length < least) return issue(place, least === 1 ? needed : `Type at least ${least} characters.`);
    if (typeof most === 'number' && length > most)
        return issue(place, `Type at most ${most.toLocaleString()} characters: these are ${length.toLocaleString()}.`);
    if (input === 'email' && !/^[^\s@]+@[^\s@]+$/.test(value)) return issue(place, 'Type an e-mail address.');
    if (input === 'url' && !URL.canParse(value)) return issue(place, 'Type a whole address, with https:// at its beginning.');
    if (input === 'date' && !/^\d{4}-\d\d-\d\d$/.test(value)) return issue(place, 'Type a date.');
    return [];
}

function checkNumber(schema: Schema, value: unknown, place: Place): Issue[] {
    if (typeof value !== 'number') return issue(place, 'Type a number.');
    const { minimum: least, maximum: most, exclusiveMinimum: above, exclusiveMaximum: below } = schema;
    if (schema['type'] === 'integer' && !Number.isInteger(value)) return issue(place, 'Type a whole number.');
    if (typeof least === 'number' && value < least) return issue(place, `Type ${least} or more.`);
    if (typeof most === 'number' && value > most) return issue(place, `Type ${most} or less.`);
    if (typeof above === 'number' && value <= above) return issue(place, `Type more than ${above}.`);
    if (typeof below === 'number' && value >= below) return issue(place, `Type less than ${below}.`);
    return [];
}

function checkCount({ minItems: least, maxItems: most }: Schema, count: number, place: Place): Issue[] {
    if (typeof least === 'number' && count < least) return issue(place, least === 1 ? 'Give at least one.' : `Give at least ${least}.`);
    if (typeof most === 'number' && count > most) return issue(place, `Give at most ${most}.`);
    return [];
}

const at = ({ definitions, path }: Place, name: string): Place => ({ definitions, path: [...path, name] });
const issue = ({ path }: Place, message: string): Issue[] => [{ code: 'invalid', message, path: [...path] }];
