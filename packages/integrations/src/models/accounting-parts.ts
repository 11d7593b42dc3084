import { z } from 'zod';

/** A string, or null where the vendor has none. */
export const text = z.string().nullable();
/** See `money.ts`. */
export const cents = z.int();
/** A decimal number. */
export const amount = z.number();
/** Of the company's own calendar, without a zone. */
export const day = z.iso.date();
const instant = z.iso.datetime();

/** A reference to another object of the vendor. */
export const Ref = z.object({ value: z.string(), name: text });
export const LinkedTxn = z.object({ txn_id: z.string(), txn_type: z.string() });

export const Address = z.object({
    id: text,
    line1: text,
    line2: text,
    line3: text,
    line4: text,
    line5: text,
    city: text,
    country_sub_division_code: text,
    postal_code: text,
    country: text
});

/** What each record has. */
export const recordShape = {
    id: z.string(),
    /** The version that an update may name; null where the vendor counts none. */
    sync_token: text,
    /** ISO 4217. */
    currency: text,
    created_at: instant.nullable(),
    updated_at: instant.nullable()
};

/** What may be left out when it is written. */
export const optionalText = z.string().nullish();
export const RefInput = z.object({ value: z.string().min(1), name: optionalText });
export const optionalRef = RefInput.nullish();
export const exchangeRate = z.number().positive().nullish();

export const AddressInput = z.object({
    line1: optionalText,
    line2: optionalText,
    line3: optionalText,
    line4: optionalText,
    line5: optionalText,
    city: optionalText,
    country_sub_division_code: optionalText,
    postal_code: optionalText,
    country: optionalText,
    lat: optionalText,
    long: optionalText
});

export const LinkedTxnInput = z.object({ txn_id: z.string().min(1), txn_type: z.string().min(1) });

/** What an update names beside its changes. */
export const updateShape = {
    id: z.string().min(1),
    /** Without it the vendor's current one is read first, so that a change in between is lost. */
    sync_token: z.string().optional()
};

export const GetInput = z.object({ id: z.string().min(1) });
export const RemoveInput = z.object(updateShape);
export const Removed = z.object({ id: z.string(), success: z.literal(true) });
/** By mail, to the document's own address where none is given. */
export const SendInput = z.object({ id: z.string().min(1), send_to: z.email().nullish() });
