import type { z } from 'zod';
import type { AddressInput, Address, LinkedTxnInput, RefInput } from '../models/accounting-parts.ts';
import { amountOf, centsOf, isZero, rawAmount, rawCents } from '../models/money.ts';
import { toUtc } from '../times.ts';
import type { addressGuard, linkedTxnsGuard, refGuard } from './guards.ts';

type VendorRef = z.output<typeof refGuard> | null | undefined;
type Optional<Value> = Value | null | undefined;
export type VendorBody = Record<string, unknown>;

/** What every object of QuickBooks has. */
interface VendorObject {
    Id: string;
    SyncToken: string;
    MetaData?: Optional<{ CreateTime?: Optional<string>; LastUpdatedTime?: Optional<string> }>;
    CurrencyRef?: VendorRef;
}

export const toRef = (ref: VendorRef) => (ref ? { value: ref.value, name: ref.name ?? null } : null);
export const toCents = (digits: Optional<string>) => (digits === null || digits === undefined ? null : centsOf(digits));
export const toAmount = (digits: Optional<string>) => (digits === null || digits === undefined ? null : amountOf(digits));

export const toRecord = ({ Id, SyncToken, MetaData, CurrencyRef }: VendorObject) => ({
    id: Id,
    sync_token: SyncToken,
    currency: CurrencyRef?.value ?? null,
    created_at: toUtc(MetaData?.CreateTime),
    updated_at: toUtc(MetaData?.LastUpdatedTime)
});

/** QuickBooks has no flag: voiding sets the amounts to 0 and writes so before the note. */
export const isVoided = ({ PrivateNote, TotalAmt }: { PrivateNote?: Optional<string>; TotalAmt: string }): boolean =>
    PrivateNote?.startsWith('Voided') === true && isZero(TotalAmt);

export const toLinkedTxns = (links: z.output<typeof linkedTxnsGuard>) =>
    (links ?? []).map(({ TxnId, TxnType }) => ({ txn_id: TxnId, txn_type: TxnType }));

export function toAddress(address: z.output<typeof addressGuard>): z.output<typeof Address> | null {
    if (!address) return null;
    return {
        id: address.Id ?? null,
        line1: address.Line1 ?? null,
        line2: address.Line2 ?? null,
        line3: address.Line3 ?? null,
        line4: address.Line4 ?? null,
        line5: address.Line5 ?? null,
        city: address.City ?? null,
        country_sub_division_code: address.CountrySubDivisionCode ?? null,
        postal_code: address.PostalCode ?? null,
        country: address.Country ?? null
    };
}

// What is left out stays undefined, and so out of the JSON; null clears the field.

type InputRef = Optional<z.output<typeof RefInput>>;

export const fromRef = (ref: InputRef) => (ref ? { value: ref.value, name: ref.name ?? undefined } : ref);
export const fromId = (id: Optional<string>, name?: Optional<string>) =>
    id === null || id === undefined ? id : { value: id, name: name ?? undefined };
export const fromCents = (cents: Optional<number>) => (cents === null || cents === undefined ? cents : rawCents(cents));
export const fromAmount = (amount: Optional<number>) => (amount === null || amount === undefined ? amount : rawAmount(amount));
/** @param key where QuickBooks keeps the text, as in `{ Address: … }` */
export const fromText = (key: string, text: Optional<string>) => (text === null || text === undefined ? text : { [key]: text });

export const fromLinkedTxns = (links: Optional<z.output<typeof LinkedTxnInput>[]>) =>
    links?.map(({ txn_id, txn_type }) => ({ TxnId: txn_id, TxnType: txn_type }));

export function fromAddress(address: Optional<z.output<typeof AddressInput>>) {
    if (!address) return address;
    return {
        Line1: address.line1,
        Line2: address.line2,
        Line3: address.line3,
        Line4: address.line4,
        Line5: address.line5,
        City: address.city,
        CountrySubDivisionCode: address.country_sub_division_code,
        PostalCode: address.postal_code,
        Country: address.country,
        Lat: address.lat,
        Long: address.long
    };
}
