import { expect, test } from 'vitest';
import { resultPage } from './pages.ts';

const ended = {
    locale: 'en',
    theme: 'system',
    providerName: 'Sandbox (OAuth 2)',
    providerText: 'The person said no',
    ref: 'C-7F3K2',
    connectOrigin: 'https://connect.example'
} as const;
/** The closed line between the two tiles. */
const line = 'M13 8H35';

test.each([
    ['connected', true],
    ['goOn', false],
    ['denied', false],
    ['failed', false],
    ['restart', false],
    ['otherBrowser', false],
    ['tooLate', false]
] as const)('after %s the picture of a whole link is shown: %j', (kind, isWhole) => {
    expect(resultPage({ ...ended, kind }).body.includes(line)).toBe(isWhole);
});

test('only a failure quotes the provider and gives a code for support, and says what it is for', () => {
    const failed = resultPage({ ...ended, kind: 'failed' }).body;
    expect(failed).toContain('The person said no');
    expect(failed).toMatch(/this code helps .*C-7F3K2/);
    const denied = resultPage({ ...ended, kind: 'denied' }).body;
    expect(denied).not.toMatch(/The person said no|C-7F3K2/);
});

test('in Arabic the page reads from right to left, and the name keeps its brackets in place', () => {
    const { body } = resultPage({ ...ended, kind: 'connected', locale: 'ar', theme: 'dark' });
    expect(body).toContain('<html lang="ar" dir="rtl" data-theme="dark">');
    expect(body).toContain('<h1>تم ربط \u2068Sandbox (OAuth 2)\u2069</h1>');
});
