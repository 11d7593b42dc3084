import { z } from 'zod';
import { Address, AddressInput, cents, optionalRef, optionalText, recordShape, Ref, text, updateShape } from './accounting-parts.ts';

/** Who buys from the company. */
export const Customer = z.object({
    ...recordShape,
    given_name: text,
    middle_name: text,
    family_name: text,
    display_name: text,
    company_name: text,
    fully_qualified_name: text,
    title: text,
    suffix: text,
    active: z.boolean(),
    balance_cents: cents,
    balance_with_jobs_cents: cents,
    taxable: z.boolean().nullable(),
    primary_email: text,
    primary_phone: text,
    mobile: text,
    website: text,
    notes: text,
    bill_address: Address.nullable(),
    ship_address: Address.nullable(),
    parent_ref: Ref.nullable(),
    job: z.boolean(),
    is_project: z.boolean(),
    level: z.int(),
    payment_method_ref: Ref.nullable(),
    sales_term_ref: Ref.nullable(),
    preferred_delivery_method: text
});

const customerInput = z.object({
    display_name: z
        .string()
        .max(500)
        .regex(/^[^:]*$/, 'Must not contain a colon.')
        .nullish(),
    title: optionalText,
    given_name: optionalText,
    middle_name: optionalText,
    family_name: optionalText,
    suffix: optionalText,
    company_name: optionalText,
    notes: z.string().max(2000).nullish(),
    primary_email: optionalText,
    primary_phone: optionalText,
    mobile: optionalText,
    website: optionalText,
    bill_address: AddressInput.nullish(),
    ship_address: AddressInput.nullish(),
    taxable: z.boolean().nullish(),
    parent_ref: optionalRef,
    currency_ref: optionalRef,
    payment_method_ref: optionalRef,
    sales_term_ref: optionalRef,
    preferred_delivery_method: optionalText
});

const NAMES = ['display_name', 'title', 'given_name', 'middle_name', 'family_name', 'suffix'] as const;

export const CreateCustomer = customerInput.refine((customer) => NAMES.some((name) => customer[name]), {
    message: `Needs at least one of ${NAMES.join(', ')}.`
});

export const UpdateCustomer = customerInput.extend({ ...updateShape, active: z.boolean().optional() });
