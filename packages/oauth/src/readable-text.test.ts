import { expect, test } from 'vitest';
import { readableText } from './readable-text.ts';

test('a provider is quoted on one line of bounded length', () => {
    expect(readableText('Try\nlater')).toBe('Try later');
    expect(readableText(`No.\u202E\r\n${'x'.repeat(5000)}`)).toMatch(/^No\. x{295}…$/);
    expect(readableText(`${'x'.repeat(298)}\u{1f600}${'x'.repeat(9)}`)).toBe(`${'x'.repeat(298)}\ufffd…`);
});
