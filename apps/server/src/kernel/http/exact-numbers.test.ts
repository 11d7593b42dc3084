import fc from 'fast-check';
import { test } from 'vitest';
import { findRoundedNumber } from './exact-numbers.ts';

test('what JavaScript writes is never rounded', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => findRoundedNumber(JSON.stringify(value)) === undefined));
});

test('a digit that is lost is found, wherever it is', () => {
    const digits = '12345678901234567890.12';
    fc.assert(
        fc.property(fc.array(fc.constantFrom('a', '1', '', '\\"')), (keys) => {
            const text = keys.reduceRight((inner, key) => `{"before": [0.5, {}], "${key}": ${inner}, "after": ${digits}}`, digits);
            return findRoundedNumber(text)?.join() === keys.map((key) => key.replace('\\', '')).join();
        })
    );
});
