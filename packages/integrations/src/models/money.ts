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

const Rate = Big();
Rate.DP = 40;
/** As many as each JSON number carries exactly. */
const RATE_DIGITS = 15;
/** One less, so that a rate that was read goes back as the digits that it came as. */
const INVERSE_DIGITS = 14;
const INVERSE_DECIMALS = 10;

/**
 * The rate of a vendor that counts the other way: in units of the document's currency for one of
 * the home currency. Rounded half away from zero to 15 digits; null for 0, which is none.
 */
export function rateOfInverse(decimal: string): number | null {
    const inverse = new Rate(decimal);
    return inverse.eq(0) ? null : new Rate(1).div(inverse).prec(RATE_DIGITS, Rate.roundHalfUp).toNumber();
}

/**
 * For the JSON of such a vendor: rounded half away from zero to 14 digits and 10 decimals.
 * @param rate not 0
 */
export const rawInverseRate = (rate: number): unknown =>
    rawNumber(new Rate(1).div(rate).prec(INVERSE_DIGITS, Rate.roundHalfUp).round(INVERSE_DECIMALS, Rate.roundHalfUp).toFixed());
