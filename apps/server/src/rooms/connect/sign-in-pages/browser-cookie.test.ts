import { expect, test } from 'vitest';
import { browserCookies } from './browser-cookie.ts';

test('T-04: over https the cookie is __Host-, HttpOnly, Secure and SameSite=Lax', () => {
    expect(browserCookies('https://api.example.com').set('state', 'secret')).toMatch(
        /^__Host-pb_attempt_[0-9a-f]{16}=secret; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=900$/
    );
});

test('over http, also to localhost, the cookie is one that Safari keeps', () => {
    const cookie = browserCookies('http://localhost:3000').set('state', 'secret');
    expect(cookie).not.toMatch(/__Host-|Secure/);
});
