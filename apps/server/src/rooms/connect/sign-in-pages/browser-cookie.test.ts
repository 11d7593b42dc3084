import { expect, test } from 'vitest';
import { browserCookies, knownBrowserCookie } from './browser-cookie.ts';

test('T-04: over https the cookie is __Host-, HttpOnly, Secure and SameSite=Lax', () => {
    expect(browserCookies('https://api.example.com').set('state', 'secret')).toMatch(
        /^__Host-pb_attempt_[0-9a-f]{16}=secret; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=900$/
    );
    const known = knownBrowserCookie('https://api.example.com');
    expect(known.set('secret')).toBe('__Host-pb_browser=secret; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=1296000');
    const id = 'a'.repeat(43);
    expect(known.read(`x=1; __Host-pb_browser=${id}`)).toBe(id);
    for (const foreign of [`pb_browser=${id}`, '__Host-pb_browser=short', '']) expect(known.read(foreign)).toBeUndefined();
});

test('over http, also to localhost, the cookie is one that Safari keeps', () => {
    const cookie = browserCookies('http://localhost:3000').set('state', 'secret');
    expect(cookie).not.toMatch(/__Host-|Secure/);
});
