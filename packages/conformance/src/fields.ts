import { z } from 'zod';

/** What a field is, by its schema and its name. */
export type FieldKind = 'instant' | 'day' | 'cents' | 'amount';

export interface Field {
    /** As `lines.*.amount`; `*` is each of a list. */
    place: string;
    kind: FieldKind;
}

const amounts = /^(?:amount|balance|home_balance|net_amount|remaining_credit|total_amount|unit_price)$/;

/** The times, days and sums that a model has. */
export function fieldsIn(schema: unknown, place = ''): Field[] {
    if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) return fieldsIn(schema.unwrap(), place);
    if (schema instanceof z.ZodArray) return fieldsIn(schema.element, `${place}.*`);
    if (schema instanceof z.ZodObject)
        return Object.entries(schema.shape).flatMap(([name, field]) => fieldsIn(field, place === '' ? name : `${place}.${name}`));
    const kind = kindOf(schema, place.split('.').at(-1) ?? '');
    return kind === undefined ? [] : [{ place, kind }];
}

function kindOf(schema: unknown, name: string): FieldKind | undefined {
    if (schema instanceof z.ZodISODateTime) return 'instant';
    if (schema instanceof z.ZodISODate) return 'day';
    if (!(schema instanceof z.ZodNumber)) return undefined;
    return name.endsWith('_cents') ? 'cents' : amounts.test(name) ? 'amount' : undefined;
}

/** Everything in JSON that is a text or a number. */
export function scalarsOf(value: unknown): (string | number)[] {
    if (typeof value === 'string' || typeof value === 'number') return [value];
    return typeof value === 'object' && value !== null ? Object.values(value).flatMap(scalarsOf) : [];
}
