import { AppError } from '@patchbay/contracts';

/** All that a number can look like which is not written as JavaScript writes it. */
const mayBeRounded = /\d[\d.]{15}|\d[eE]/;

/**
 * The path to the first number of a JSON text that a double does not carry exactly, as the decimal
 * that it is written as. Too large ones are left to others.
 */
export function findRoundedNumber(text: string): readonly string[] | undefined {
    if (!mayBeRounded.test(text)) return undefined;
    const mark = (_key: string, value: unknown, { source }: { source?: string }) =>
        typeof value === 'number' && isRounded(value, source) ? rounded : value;
    // The compiler's library does not know the third argument yet.
    return pathTo(JSON.parse(text, mark as (key: string, value: unknown) => unknown));
}

const rounded = Symbol('rounded');

function pathTo(value: unknown): string[] | undefined {
    if (value === rounded) return [];
    if (typeof value !== 'object' || value === null) return undefined;
    for (const [key, child] of Object.entries(value)) {
        const path = pathTo(child);
        if (path) return [key, ...path];
    }
    return undefined;
}

function isRounded(value: number, source = ''): boolean {
    const written = String(value);
    return Number.isFinite(value) && written !== source && decimalOf(written) !== decimalOf(source);
}

/** The same text for the same value. */
function decimalOf(literal: string): string {
    const [mantissa = '', exponent = '0'] = literal.toLowerCase().replace('-', '').split('e');
    const [whole = '', fraction = ''] = mantissa.split('.');
    const digits = trimZeros(whole + fraction);
    return digits.text === '' ? '0' : `${digits.text}e${Number(exponent) - fraction.length + digits.cut}`;
}

/** Without zeros before and after. @returns how many were cut after it */
function trimZeros(digits: string): { text: string; cut: number } {
    let start = 0;
    let end = digits.length;
    while (digits[start] === '0') start++;
    while (end > start && digits[end - 1] === '0') end--;
    return { text: digits.slice(start, end), cut: digits.length - end };
}

export function roundedNumberError(path: readonly string[]): AppError {
    const message = 'This number has more digits than are kept: some 15 are.';
    return new AppError('invalid_body', { message, errors: [{ code: 'custom', message, path: [...path] }] });
}
