import { describe, expect, test } from 'vitest';
import { amountOf, centsOf, rateOfInverse, rawAmount, rawCents, rawInverseRate } from './money.ts';
import { sumOf } from './sum.ts';

describe('an amount of a vendor', () => {
    test.each([
        ['19.99', 1999],
        ['0', 0],
        ['0.00', 0],
        ['-0.00', 0],
        ['1.005', 100.5],
        ['-1.005', -100.5],
        ['500', 50_000],
        ['1.235', 123.5],
        ['0.0123456', 1.23456],
        ['1e2', 10_000],
        ['90071992547409.91', 9_007_199_254_740_991]
    ])('%s is %f cents', (digits, cents) => {
        expect(Object.is(centsOf(digits), cents)).toBe(true);
    });

    test('is refused where a JSON number would not carry it exactly', () => {
        expect(() => centsOf('90071992547409.93')).toThrow(RangeError);
        expect(() => amountOf('12345678901234567.89')).toThrow(RangeError);
        expect(amountOf('12345678901.89')).toBe(12_345_678_901.89);
    });
});

test('an amount of a caller leaves with exactly its digits', () => {
    const body = {
        cents: rawCents(1999),
        third: rawAmount(0.1 + 0.2),
        yen: rawCents(50_000),
        dinars: rawCents(123.5),
        negative: rawCents(-5),
        tiny: rawAmount(1e-7)
    };
    expect(JSON.stringify(body)).toBe(
        '{"cents":19.99,"third":0.30000000000000004,"yen":500,"dinars":1.235,"negative":-0.05,"tiny":0.0000001}'
    );
});

describe('a rate of a vendor that counts the other way', () => {
    test.each([
        ['88.4321000000', 0.011_308_110_968_754_6, '88.4321'],
        ['0.5987000000', 1.670_285_618_840_82, '0.5987'],
        ['0.1842150000', 5.428_439_595_038_41, '0.184215'],
        ['1.0000000000', 1, '1'],
        ['3', 0.333_333_333_333_333, '3'],
        ['15500.25', 0.000_064_515_088_466_315_1, '15500.25'],
        ['0.0000000001', 10_000_000_000, '0.0000000001']
    ])('%s is %d, and goes back as %s', (digits, rate, sent) => {
        expect(rateOfInverse(digits)).toBe(rate);
        expect(JSON.stringify(rawInverseRate(rate))).toBe(sent);
    });

    test('of a caller is rounded to the decimals that the vendor has', () => {
        expect(JSON.stringify([150, 1.0873215, 0.0066].map(rawInverseRate))).toBe('[0.0066666667,0.9196911861,151.5151515152]');
    });

    test('is none where it is 0', () => {
        expect(rateOfInverse('0.0000000000')).toBeNull();
    });
});

test('a sum has no rounding error', () => {
    expect(sumOf([0.1, 0.2]).eq(0.3)).toBe(true);
});
