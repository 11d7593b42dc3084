import type { z } from 'zod';
import { Address, AddressInput, LinkedTxn, LinkedTxnInput, Ref, Removed, RefInput, RemoveInput, SendInput } from './accounting-parts.ts';
import { accountingSchemas } from './accounting-schemas.ts';
import { atsSchemas } from './ats-schemas.ts';
import { PurchaseLineInput } from './bill.ts';

const accountingParts = {
    Address,
    AddressInput,
    LinkedTxn,
    LinkedTxnInput,
    PurchaseLineInput,
    Ref,
    RefInput,
    Removal: RemoveInput,
    Removed,
    SendInput
};

const accounting = Object.entries(accountingSchemas).flatMap(([model, { record, create, update }]): [string, z.ZodType][] => [
    [model, record],
    [`Create${model}`, create],
    ...(update ? [[`Update${model}`, update] satisfies [string, z.ZodType]] : [])
]);

/** Schemas by the name that descriptions of the API and the SDK's types have for them. */
export const namedSchemas: Readonly<Record<string, z.ZodType>> = {
    ...atsSchemas,
    ...accountingParts,
    ...Object.fromEntries(accounting)
};
