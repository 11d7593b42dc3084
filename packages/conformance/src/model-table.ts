import { accountingEndpoints, atsEndpoints } from '@patchbay/integrations/models';
import type { z } from 'zod';
import type { Account } from './account.ts';
import type { Case } from './case.ts';

/** Fields that name records of another model. */
export interface Reference {
    /** As `lines.*.account_id`; `*` is each of a list. */
    at: string;
    to: string;
    /** The codes that the other model is also referred to by. */
    code?: string;
    /** The id in what is there, by default all of it; undefined where that is of another model. */
    idOf?: (value: unknown) => string | undefined;
}

/** What is sent, and what is read back of it. */
export interface Writing {
    sent: Record<string, unknown>;
    /** Of the record: objects may have further fields, lists have as many. */
    becomes: Record<string, unknown>;
}

/** How a model is written. */
export interface WriteTable {
    /**
     * What to try, best first: the vendor may refuse some for a reason that the model does not
     * show, such as a draft that cannot be paid.
     * @param mark unique, of 7 letters and digits: it finds the record again
     * @throws {NotRun} where the account has nothing to refer to
     */
    create(account: Account, mark: string): Promise<Writing[]>;
    /** Where the record has the mark. */
    markedBy: string;
    /** A change of a record that `create` has made; absent where no vendor updates the model. */
    update?(mark: string): Writing;
    /** What a change of any field may change, beside `updated_at` and `sync_token`. */
    follows?: readonly string[];
    /** What a void leaves of it. */
    voided?: Record<string, unknown>;
}

/** What the generic cases have to know about a model. */
export interface ModelTable {
    model: string;
    references?: readonly Reference[];
    /** Fields that are different each time they are read, as `attachments.*.url`. */
    volatile?: readonly string[];
    /** Amounts that the adapter works out, as `total_amount`. */
    derived?: readonly string[];
    write?: WriteTable;
    /** What holds for this model alone. */
    own?: readonly Case[];
}

const endpoints = [...atsEndpoints, ...accountingEndpoints];

/** Where a model is listed, and its schema. */
export function listOf(model: string): { path: string; record: z.ZodObject } {
    const list = endpoints.find((endpoint) => endpoint.kind === 'list' && endpoint.model === model);
    if (!list) throw new TypeError(`No endpoint lists ${model}.`);
    return list;
}

/** The values at a place such as `lines.*.account_id`, without those that are null or absent. */
export function valuesAt(value: unknown, place: string): unknown[] {
    const [name = '', ...rest] = place.split('.');
    if (value === null || value === undefined) return [];
    if (place === '') return [value];
    if (name === '*') return Array.isArray(value) ? value.flatMap((one: unknown) => valuesAt(one, rest.join('.'))) : [];
    return typeof value === 'object' ? valuesAt(Reflect.get(value, name), rest.join('.')) : [];
}

/** A copy without what is at some places. */
export function without(value: unknown, places: readonly string[]): unknown {
    const copy: unknown = structuredClone(value);
    for (const place of places) {
        const names = place.split('.');
        const last = names.pop() ?? '';
        for (const parent of valuesAt(copy, names.join('.')))
            if (typeof parent === 'object' && parent !== null) Reflect.deleteProperty(parent, last);
    }
    return copy;
}
