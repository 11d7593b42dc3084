import { expect, test } from 'vitest';
import { readCents, toDecimal } from './money.ts';

test.each([
    ['12.50', 1250],
    ['12,5', 1250],
    ['0.01', 1],
    ['7', 700],
    // As doubles, 1.15 × 100 is 114.99…
    ['1.15', 115],
    ['999999999.99', 99_999_999_999]
])('%s is %d hundredths', (text, cents) => {
    expect(readCents(text)).toBe(cents);
});

test.each(['', '12.505', '-1', '1e3', '12.5x', ' 1', '1,000.00'])('%j is no price', (text) => {
    expect(() => readCents(text)).toThrow('The price must be an amount such as 12.50.');
});

test.each([
    [0, '0.00'],
    [5, '0.05'],
    [-5, '-0.05'],
    [115_152, '1151.52']
])('%d hundredths are %s', (cents, text) => {
    expect(toDecimal(cents)).toBe(text);
});
