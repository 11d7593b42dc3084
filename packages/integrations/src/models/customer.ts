import { z } from 'zod';
import { Address, AddressInput, cents, optionalRef, optionalText, recordShape, Ref, text, updateShape } from './accounting-parts.ts';

/** Who buys from the company. */
export const Customer = z.object({
    ...recordShape,
    given_name: text.describe('First name; null for none.'),
    middle_name: text.describe('Middle name; null for none.'),
    family_name: text.describe('Last name; null for none.'),
    display_name: text.describe('Name that the customer is listed under; null for none.'),
    company_name: text.describe('Name of the company of the customer; null for none.'),
    fully_qualified_name: text.describe('Name with those of the customers above it, from the top, separated by colons; null for none.'),
    title: text.describe('Title before the name, such as `Dr.`; null for none.'),
    suffix: text.describe('Suffix of the name, such as `Jr.`; null for none.'),
    active: z.boolean().describe('Whether the customer is in use.'),
    balance_cents: cents.describe('What the customer owes, in hundredths of the currency.'),
    balance_with_jobs_cents: cents.describe('What the customer owes with the jobs below it, in hundredths of the currency.'),
    taxable: z.boolean().nullable().describe('Whether sales to the customer are taxed; null where the provider does not say.'),
    primary_email: text.describe('Email address; null for none.'),
    primary_phone: text.describe('Phone number as the provider has it; null for none.'),
    mobile: text.describe('Number of the mobile phone as the provider has it; null for none.'),
    website: text.describe('Address of the website; null for none.'),
    notes: text.describe('Notes about the customer; null for none.'),
    bill_address: Address.nullable().describe('Address for bills; null for none.'),
    ship_address: Address.nullable().describe('Address for deliveries; null for none.'),
    parent_ref: Ref.nullable().describe('Customer above it; null at the top.'),
    job: z.boolean().describe('Whether it is a job of the customer above it.'),
    is_project: z.boolean().describe('Whether it is a project.'),
    level: z.int().describe('How many customers are above it; 0 at the top.'),
    payment_method_ref: Ref.nullable().describe('Method by which the customer pays by default; null for none.'),
    sales_term_ref: Ref.nullable().describe('Terms of payment by default; null for none.'),
    preferred_delivery_method: text.describe('How documents are delivered, as the provider names it: `Print`, `Email` or `None`.')
});

const customerInput = z.object({
    display_name: z
        .string()
        .max(500)
        .regex(/^[^:]*$/, 'Must not contain a colon.')
        .nullish()
        .describe('Name to list the customer under, unique among customers, vendors and employees, without colons.'),
    title: optionalText.describe('Title before the name, such as `Dr.`.'),
    given_name: optionalText.describe('First name.'),
    middle_name: optionalText.describe('Middle name.'),
    family_name: optionalText.describe('Last name.'),
    suffix: optionalText.describe('Suffix of the name, such as `Jr.`.'),
    company_name: optionalText.describe('Name of the company of the customer.'),
    notes: z.string().max(2000).nullish().describe('Notes about the customer.'),
    primary_email: optionalText.describe('Email address.'),
    primary_phone: optionalText.describe('Phone number.'),
    mobile: optionalText.describe('Number of the mobile phone.'),
    website: optionalText.describe('Address of the website.'),
    bill_address: AddressInput.nullish().describe('Address for bills.'),
    ship_address: AddressInput.nullish().describe('Address for deliveries.'),
    taxable: z.boolean().nullish().describe('Whether sales to the customer are taxed.'),
    parent_ref: optionalRef.describe('Customer to put it below, as a job.'),
    currency_ref: optionalRef.describe('Currency of the customer, by its ISO 4217 code; the home currency in a new one by default.'),
    payment_method_ref: optionalRef.describe('Method by which the customer pays by default.'),
    sales_term_ref: optionalRef.describe('Terms of payment by default.'),
    preferred_delivery_method: optionalText.describe('How documents are delivered, as the provider names it: `Print`, `Email` or `None`.')
});

const NAMES = ['display_name', 'title', 'given_name', 'middle_name', 'family_name', 'suffix'] as const;

export const CreateCustomer = customerInput.refine((customer) => NAMES.some((name) => customer[name]), {
    message: `Needs at least one of ${NAMES.join(', ')}.`
});

export const UpdateCustomer = customerInput.extend({
    ...updateShape,
    active: z.boolean().optional().describe('Whether the customer is in use.')
});
