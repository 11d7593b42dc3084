import { expect, test } from 'vitest';
import { browserOf } from './browser-of.ts';

test.each([
    ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36', 'Chrome 153 on Linux'],
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0', 'Firefox 143 on Windows'],
    [
        'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
        'Edge 140 on Windows'
    ],
    [
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
        'Safari 26 on iOS'
    ],
    ['curl/8.9.1', 'curl/8.9.1'],
    ['', 'An unknown browser']
])('%s is shown as %s', (userAgent, shown) => {
    expect(browserOf(userAgent)).toBe(shown);
});
