import { problemOfFrequency } from '@patchbay/functions';
import { z } from 'zod';
import type { CustomFields } from './models/custom-fields.ts';

/** How often a connection's syncs run, such as `every 5 minutes`. Absent: as each declares. */
export const frequency = z
    .string()
    .max(255)
    .refine((text) => problemOfFrequency(text) === undefined, {
        error: 'Must be a frequency of 30 seconds to 31 days, such as `every 5 minutes` or `every hour`.'
    })
    .optional();

/**
 * By model: the name in the record, and the id or name of the vendor's field.
 * @param models those that can carry the vendor's own fields
 */
export const customFieldMappings = <const Model extends string>(models: readonly Model[]) =>
    z.partialRecord(z.enum(models), z.record(z.string().min(1), z.string().min(1))).optional();

/** What accounting systems can restrict their lists to. */
export const accountingFilters = z
    .strictObject({
        /** Leaves out transactions with a date before it, `YYYY-MM-DD`. */
        transactions_since: z.iso.date().optional()
    })
    .optional();

/** Whether a transaction, with its date as its model has it, is before the first day of a list. */
export function isBefore(since: string | undefined, record: Readonly<Record<string, unknown>>): boolean {
    const day = record['txn_date'] ?? record['date'];
    return since !== undefined && typeof day === 'string' && day < since;
}

/**
 * A connection's settings, in its metadata under `sync`. Other keys of the metadata are the
 * customer's own.
 * @param models which can be left out
 * @param filters by model, what the vendor can restrict its lists to
 * @param withCustomFields models that can carry the vendor's own fields
 */
export function connectionSettings<const Model extends string, Filters extends z.ZodRawShape, const Custom extends Model>(
    models: readonly Model[],
    filters: Filters,
    withCustomFields: readonly Custom[]
) {
    return z.looseObject({
        sync: z
            .strictObject({
                /** Absent: all of them. Records of a model that is left out stay as they are. */
                models: z.array(z.enum(models)).optional(),
                frequency,
                filters: z.strictObject(filters).optional(),
                custom_fields: customFieldMappings(withCustomFields)
            })
            .optional()
    });
}

/** What all settings have in common, once they are parsed. */
export interface SyncSettings {
    models?: readonly string[] | undefined;
    filters?: Readonly<Record<string, Readonly<Record<string, string | number | boolean | undefined>> | undefined>> | undefined;
    custom_fields?: Readonly<Record<string, Readonly<Record<string, string>> | undefined>> | undefined;
}

export const isSelected = (model: string, { models }: SyncSettings) => models === undefined || models.includes(model);

/** What a list was read by: with other settings its records would be others. */
export const scopeOf = (list: string, filters: object, customFields?: object): string =>
    JSON.stringify(customFields && Object.keys(customFields).length > 0 ? [list, filters, customFields] : [list, filters]);

/** A field of the vendor's own, as it lists them. */
export interface VendorField {
    id: string | null;
    name: string | null;
    value: CustomFields[string];
}

/** @returns each mapped name, null where the vendor's record lacks the field */
export function mapCustomFields(fields: readonly VendorField[], mapping: Readonly<Record<string, string>> = {}): CustomFields {
    const valueOf = (wanted: string) =>
        (fields.find(({ id }) => id === wanted) ?? fields.find(({ name }) => name === wanted))?.value ?? null;
    return Object.fromEntries(Object.entries(mapping).map(([name, wanted]) => [name, valueOf(wanted)]));
}
