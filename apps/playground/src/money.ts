import { RequestError } from './request.ts';

const CENTS = 100;

/** A price as people write it, in hundredths. Its digits never become a floating-point number. */
export function readCents(text: string): number {
    const [, whole, part = ''] = /^(\d{1,9})(?:[.,](\d{1,2}))?$/.exec(text) ?? [];
    if (whole === undefined) throw new RequestError(400, 'The price must be an amount such as 12.50.');
    return Number(whole) * CENTS + Number(part.padEnd(2, '0'));
}

/** Hundredths as the digits of an amount: 1250 is `12.50`. */
export function toDecimal(cents: number): string {
    const digits = String(Math.abs(cents)).padStart(3, '0');
    return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
