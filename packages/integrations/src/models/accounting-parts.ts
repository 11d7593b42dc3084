import { z } from 'zod';

/** A string, or null where the vendor has none. */
export const text = z.string().nullable();
/** See `money.ts`. */
/** Exact; has a decimal only where the amount has more than two. See money.ts. */
export const cents = z.number();
/** One decimal is for currencies with three; more would be an amount that is not in cents. */
export const centsInput = z.number().multipleOf(0.1, 'Must be in cents; one decimal is allowed, for currencies with three.');
export const unitCentsInput = z.number();
/** A decimal number. */
export const amount = z.number();
/** Of the company's own calendar, without a zone. */
export const day = z.iso.date();
const instant = z.iso.datetime();

const aboutRate = 'Exchange rate: units of the home currency for one of `currency`';
export const rate = z.number().nullable().describe(`${aboutRate}; null where the provider gives none.`);

/** A reference to another object of the vendor. */
export const Ref = z.object({
    value: z.string().describe('Id or code that the provider refers to it by.'),
    name: text.describe('Its name; null where the provider gives none.')
});
export const LinkedTxn = z.object({
    txn_id: z.string().describe('Id of the linked transaction.'),
    txn_type: z.string().describe('Type of the linked transaction as the provider names it, such as `Invoice` or `Bill`.')
});

const addressTexts = {
    line1: 'First line of the street address.',
    line2: 'Second line of the street address.',
    line3: 'Third line of the street address.',
    line4: 'Fourth line of the street address.',
    line5: 'Fifth line of the street address.',
    city: 'City.',
    country_sub_division_code: 'State, province or region as the provider spells it.',
    postal_code: 'Postal code.',
    country: 'Country as the provider spells it: a name or a code.'
};

export const Address = z.object({
    id: text.describe('Id of the address; null where the provider counts none.'),
    line1: text.describe(addressTexts.line1),
    line2: text.describe(addressTexts.line2),
    line3: text.describe(addressTexts.line3),
    line4: text.describe(addressTexts.line4),
    line5: text.describe(addressTexts.line5),
    city: text.describe(addressTexts.city),
    country_sub_division_code: text.describe(addressTexts.country_sub_division_code),
    postal_code: text.describe(addressTexts.postal_code),
    country: text.describe(addressTexts.country)
});

/** A field of the company's own, as the vendor has it. */
export const CustomField = z.object({
    definition_id: text.describe('Id of the definition of the field; null where the provider gives none.'),
    name: text.describe('Name of the field; null where the provider gives none.'),
    type: text.describe('Type of the field as the provider names it, such as `StringType`; null where it gives none.'),
    string_value: text.describe('Value of the field; null for none.')
});

/** What each record has. */
export const recordShape = {
    id: z.string().describe('Id at the provider.'),
    sync_token: text.describe('Version that an update or removal may name; null where the provider counts none.'),
    currency: text.describe('ISO 4217 code of the currency; null where the provider names none.'),
    created_at: instant.nullable().describe('When it was created at the provider, ISO 8601 in UTC; null where the provider does not say.'),
    updated_at: instant
        .nullable()
        .describe('When it was last changed at the provider, ISO 8601 in UTC; null where the provider does not say.')
};

/** What may be left out when it is written. */
export const optionalText = z.string().nullish();
export const RefInput = z.object({
    value: z.string().min(1).describe('Id or code that the provider refers to it by.'),
    name: optionalText.describe('Its name; `value` alone identifies it.')
});
export const optionalRef = RefInput.nullish();
export const exchangeRate = z.number().positive().nullish().describe(`${aboutRate}; absent in a new one: the provider's own.`);

export const AddressInput = z.object({
    line1: optionalText.describe(addressTexts.line1),
    line2: optionalText.describe(addressTexts.line2),
    line3: optionalText.describe(addressTexts.line3),
    line4: optionalText.describe(addressTexts.line4),
    line5: optionalText.describe(addressTexts.line5),
    city: optionalText.describe(addressTexts.city),
    country_sub_division_code: optionalText.describe(addressTexts.country_sub_division_code),
    postal_code: optionalText.describe(addressTexts.postal_code),
    country: optionalText.describe(addressTexts.country),
    lat: optionalText.describe('Latitude in decimal degrees.'),
    long: optionalText.describe('Longitude in decimal degrees.')
});

export const LinkedTxnInput = z.object({
    txn_id: z.string().min(1).describe('Id of the transaction to link.'),
    txn_type: z.string().min(1).describe('Type of the transaction to link as the provider names it, such as `Invoice` or `Bill`.')
});

/** What an update names beside its changes. */
export const updateShape = {
    id: z.string().min(1).describe('Id at the provider.'),
    sync_token: z
        .string()
        .optional()
        .describe('Version it is based on; absent: the current one is read first, so that a change in between is lost.')
};

export const RemoveInput = z.object(updateShape);
export const Removed = z.object({
    id: z.string().describe('Id at the provider.'),
    success: z.literal(true).describe('Always `true`: the provider has carried it out.')
});
export const SendInput = z.object({
    id: z.string().min(1).describe('Id at the provider.'),
    send_to: z.email().nullish().describe("Email address to send it to; null or absent: the document's own.")
});
