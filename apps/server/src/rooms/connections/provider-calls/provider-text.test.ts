import { processorMs } from '@patchbay/test-kit/processor-time';
import { expect, test } from 'vitest';
import { scrubberOf } from './provider-text.ts';

test('a response full of escapes is scrubbed in bounded time, and many small texts stay as they are', () => {
    const { values } = scrubberOf(['a-secret-of-usual-length-0123456789']);
    const accounts = Array.from({ length: 2000 }, (_, n) => ({ id: `8028f68e-2b0b-43fe-b34b-${n}`, label: `Acme Widgets ${n} Ltd.` }));
    expect(values(accounts)).toEqual(accounts);

    const part = 'abcdef%41 &amp; \\n'.repeat(960).slice(0, 16_000);
    const scrubber = scrubberOf(['a-secret-of-usual-length-0123456789']);
    let response: unknown[] = [];
    expect(processorMs(() => (response = scrubber.values(Array.from({ length: 60 }, () => part))))).toBeLessThan(3000);
    expect(response).toEqual([part, ...Array.from({ length: 59 }, () => expect.toBeOneOf([part, '[too long]']))]);
    expect(response.at(-1)).toBe('[too long]');
});
