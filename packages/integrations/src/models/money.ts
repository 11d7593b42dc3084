import { rawNumber } from '@patchbay/functions';
import { Big } from 'big.js';

/**
 * Money of the accounting models. Vendors' numbers come as the text of their digits (`numbers:
 * 'text'` of a request) and leave with exactly these digits; no sum is a float on the way.
 *
 * `*_cents` is the amount × 100, exactly, whatever the currency: 500 yen are 50000, 19.99 dollars
 * are 1999, and 1.235 Kuwaiti dinars, which have 1000 fils, are 123.5. Prices of one unit may have
 * more decimals. Fields without the suffix are the amount.
 */
const CENTS = 100;

/** @throws {RangeError} where a JSON number does not carry it exactly */
export const centsOf = (decimal: string): number => amountOf(new Big(decimal).times(CENTS).toFixed());

/** @throws {RangeError} where a JSON number does not carry it exactly */
export function amountOf(decimal: string): number {
    const amount = Number(decimal);
    if (!Number.isFinite(amount) || !new Big(amount).eq(decimal)) throw new RangeError(`${decimal} has too many digits for a JSON number`);
    return amount + 0;
}

export const isZero = (decimal: string): boolean => new Big(decimal).eq(0);

/** For a vendor's JSON. */
export const rawCents = (cents: number): unknown => rawNumber(new Big(cents).div(CENTS).toFixed());

/** For a vendor's JSON: the digits that the caller's JSON had. */
export const rawAmount = (amount: number): unknown => rawNumber(new Big(amount).toFixed());
