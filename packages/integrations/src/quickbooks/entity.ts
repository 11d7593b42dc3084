import type { z } from 'zod';
import { accountingGroups } from '../models/accounting-endpoints.ts';
import type { AccountingModel } from '../models/accounting-schemas.ts';
import { parseResponse } from '../parse-response.ts';
import type { Company } from './company.ts';
import type { VendorBody } from './convert.ts';
import { MAX_RESULTS } from './query.ts';

/** How a kind of object is written; the actions are made of it. */
export interface Writer<Input extends z.ZodType> {
    input: Input;
    toVendor(input: z.output<Input>): VendorBody;
    /** Fills in what QuickBooks requires and a caller may leave out. */
    complete?(body: VendorBody, company: Company): Promise<VendorBody>;
}

/** The names of custom fields in records, with QuickBooks' ids or names. */
export type CustomFieldMapping = Readonly<Record<string, string>> | undefined;

/** What is particular of a kind of object at QuickBooks. Everything else is the same for all. */
export interface Entity {
    model: AccountingModel;
    /** Its name in queries and responses. */
    name: string;
    /** In its addresses. */
    path: string;
    schema: z.ZodObject;
    /** Name lists are made inactive instead of being deleted. */
    isNameList: boolean;
    /** How many a run of the sync holds in memory at once. */
    pageSize: number;
    /** @throws {ValidationError} where QuickBooks breaks its own form */
    toRecord(object: unknown, customFields: CustomFieldMapping): Record<string, unknown> & { id: string };
}

/** Binds a guard and a mapping to each other. */
export function defineEntity<Guard extends z.ZodType, Model extends z.ZodObject>(
    model: AccountingModel,
    given: {
        guard: Guard;
        schema: Model;
        toRecord(object: z.output<Guard>, customFields: CustomFieldMapping): z.input<Model> & { id: string };
        isNameList?: boolean;
        pageSize?: number;
    }
): Entity {
    return {
        model,
        name: model,
        path: model.toLowerCase(),
        schema: given.schema,
        isNameList: given.isNameList ?? false,
        pageSize: given.pageSize ?? MAX_RESULTS,
        toRecord: (object, customFields) => given.toRecord(parseResponse(given.guard, object), customFields)
    };
}

export const groupOf = ({ model }: Entity) => accountingGroups[model];
