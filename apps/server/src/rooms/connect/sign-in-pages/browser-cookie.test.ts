import { expect, test } from 'vitest';
import { browserCookies, knownBrowserCookie } from './browser-cookie.ts';

test('T-04: over https the cookie is __Host-, HttpOnly, Secure and SameSite=Lax', () => {
    expect(browserCookies('https://api.example.com').set('state', 'secret')).toMatch(
        /^__Host-pb_attempt_[0-9a-f]{16}=secret; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=900$/
    );
    const known = knownBrowserCookie('https://api.example.com');
    const [id, other] = ['a'.repeat(43), 'b'.repeat(43)];
    expect(known.set(id)).toMatch(/^__Host-pb_browser_[0-9a-f]{8}=a{43}; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=1296000$/);
    const [cookie = '', second = ''] = [id, other].map((each) => known.set(each).split(';')[0]);
    expect(known.read(`x=1; ${cookie}; ${second}`)).toEqual([id, other]);
    for (const foreign of [cookie.replace('__Host-', ''), cookie.slice(0, -1), cookie.replace(id, other), ''])
        expect(known.read(foreign)).toEqual([]);
});

test('over http, also to localhost, the cookie is one that Safari keeps', () => {
    const cookie = browserCookies('http://localhost:3000').set('state', 'secret');
    expect(cookie).not.toMatch(/__Host-|Secure/);
});
