import type { z } from 'zod';
import type { AddressInput } from '../models/accounting-parts.ts';
import { amountOf, centsOf, rateOfInverse, rawAmount, rawCents, rawInverseRate } from '../models/money.ts';
import type { addressGuard, lineGuard } from './guards.ts';

type Optional<Value> = Value | null | undefined;
export type VendorBody = Record<string, unknown>;

/** Of `/Date(1573755038314)/`, also with an offset, which does not change the instant. */
const millisecondsOf = (date: Optional<string>): string | undefined => /^\/Date\((-?\d{1,15})(?!\d)/.exec(date ?? '')?.[1];

export function instantOf(date: Optional<string>): string | null {
    const milliseconds = millisecondsOf(date);
    return milliseconds === undefined ? null : new Date(Number(milliseconds)).toISOString();
}

/** Xero writes a day as its midnight in UTC. */
export const dayOf = (text: Optional<string>, date: Optional<string>): string | null =>
    text?.slice(0, 10) ?? instantOf(date)?.slice(0, 10) ?? null;

export const toCents = (digits: Optional<string>) => (digits === null || digits === undefined ? null : centsOf(digits));
export const toAmount = (digits: Optional<string>) => (digits === null || digits === undefined ? null : amountOf(digits));
/** Xero counts units of the document's currency for one of the home currency. */
export const toRate = (digits: Optional<string>) => (digits === null || digits === undefined ? null : rateOfInverse(digits));
export const toRef = (value: Optional<string>, name: Optional<string> = null) => (value ? { value, name: name ?? null } : null);

/**
 * Xero counts no versions: the instant of the last change stands for one, in milliseconds, which
 * order as versions do. It does not tell when an object was made.
 */
export const toRecord = (id: string, { UpdatedDateUTC }: { UpdatedDateUTC?: Optional<string> }, currency: Optional<string>) => ({
    id,
    sync_token: millisecondsOf(UpdatedDateUTC) ?? null,
    currency: currency ?? null,
    created_at: null,
    updated_at: instantOf(UpdatedDateUTC)
});

export const accountOf = (line: { AccountID?: Optional<string>; AccountCode?: Optional<string> }) =>
    line.AccountID ?? line.AccountCode ?? null;
export const amountOfLine = (line: z.output<typeof lineGuard>) => line.LineAmount ?? '0';

export function toAddress(addresses: Optional<z.output<typeof addressGuard>[]>, type: string) {
    const address = addresses?.find(({ AddressType }) => AddressType === type);
    if (!address?.AddressLine1 && !address?.City && !address?.PostalCode && !address?.Country) return null;
    return {
        id: null,
        line1: address.AddressLine1 ?? null,
        line2: address.AddressLine2 ?? null,
        line3: address.AddressLine3 ?? null,
        line4: address.AddressLine4 ?? null,
        line5: null,
        city: address.City ?? null,
        country_sub_division_code: address.Region ?? null,
        postal_code: address.PostalCode ?? null,
        country: address.Country ?? null
    };
}

export const fromAddress = (address: z.output<typeof AddressInput>, type: string) => ({
    AddressType: type,
    AddressLine1: address.line1,
    AddressLine2: address.line2,
    AddressLine3: address.line3,
    AddressLine4: address.line4,
    City: address.city,
    Region: address.country_sub_division_code,
    PostalCode: address.postal_code,
    Country: address.country
});

export const fromCents = (cents: Optional<number>) => (cents === null || cents === undefined ? undefined : rawCents(cents));
export const fromAmount = (amount: Optional<number>) => (amount === null || amount === undefined ? undefined : rawAmount(amount));
/** The reverse of {@link toRate}. */
export const fromRate = (rate: Optional<number>) => (rate === null || rate === undefined ? undefined : rawInverseRate(rate));

/** By id where it is one, else by its code in the chart of accounts. */
export function fromAccount(value: Optional<string>): VendorBody {
    if (!value) return {};
    return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(value) ? { AccountID: value } : { AccountCode: value };
}
