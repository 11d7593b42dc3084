import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { overriddenBase, targetUrl, withoutParameters, withParameters } from './target-url.ts';

const base = 'https://api.example.com/v2';

describe('the address of a request', () => {
    test.each([
        ['', 'https://api.example.com/v2'],
        ['/', 'https://api.example.com/v2/'],
        ['?a=1', 'https://api.example.com/v2?a=1'],
        ['/users/a%20b?x=%2F&y=a+b&z', 'https://api.example.com/v2/users/a%20b?x=%2F&y=a+b&z'],
        ['/repos/group%2Fname/files', 'https://api.example.com/v2/repos/group%2Fname/files'],
        ['//double//slashes', 'https://api.example.com/v2//double//slashes'],
        ['/a"<>{}|^`b', 'https://api.example.com/v2/a"<>{}|^`b'],
        ['/caf\u00c3\u00a9', 'https://api.example.com/v2/caf\u00c3\u00a9'],
        ['/.hidden/...a/b..c/d.', 'https://api.example.com/v2/.hidden/...a/b..c/d.'],
        ['/x?next=../../y&to=\\z', 'https://api.example.com/v2/x?next=../../y&to=\\z'],
        ['/%252e%252e/x', 'https://api.example.com/v2/%252e%252e/x'],
        ['/https://api.example.com/v2/users?a=1', 'https://api.example.com/v2/users?a=1'],
        ['/https://api.example.com/v2', 'https://api.example.com/v2'],
        ['/https://other.example.com/x', 'https://api.example.com/v2/https://other.example.com/x']
    ])('%j is appended as it is', (received, url) => {
        expect(targetUrl(base, received)).toBe(url);
    });

    test('a base that is an origin alone gets the slash that every request has', () => {
        expect(['', '?a=1', '/x'].map((received) => targetUrl('https://api.example.com', received))).toEqual([
            'https://api.example.com/',
            'https://api.example.com/?a=1',
            'https://api.example.com/x'
        ]);
    });

    test.each([
        '/..',
        '/.',
        '/../admin',
        '/a/../../admin',
        '/a/./b',
        '/%2e%2e/admin',
        '/%2E%2e/admin',
        '/.%2e/admin',
        '/a/%2e',
        '/..%2fadmin',
        '/a%2F..%2Fadmin',
        '/..%5cadmin',
        '/..\\admin',
        '/a\\b',
        '/..;/admin',
        '/..;x=1/admin',
        '/%2e%2e%3b/admin',
        '/a#b',
        '/a?b#c',
        '/a b',
        '/a\tb',
        '/a\r\nb',
        '/€',
        '/https://api.example.com/v2.evil.test/',
        '/https://api.example.com/v2@evil.test/',
        '@evil.test',
        '.evil.test/',
        ':81/'
    ])('T-58: %j is refused', (received) => {
        expect(() => targetUrl(base, received)).toThrow(expect.objectContaining({ code: 'invalid_path' }));
    });

    test('T-58: whatever is received, a request stays on the origin and below the base, however it is read', () => {
        const dangerous = ['/', '.', '..', '%2e', '%2E', '%2f', '%5c', ';', '%3b', 'a', '?'];
        const refused = ['\\', '@', ':', '#', '//', 'evil.test', base, 'https:', '%00', ' ', '\u00ff'];
        const joined = (pieces: string[], start: string) =>
            fc.array(fc.constantFrom(...pieces), { maxLength: 6 }).map((list) => start + list.join(''));
        const texts = fc.oneof(joined(dangerous, '/'), joined([...dangerous, ...refused], ''), fc.string({ unit: 'binary' }));
        fc.assert(
            fc.property(texts, (text) => {
                let written: string;
                try {
                    written = targetUrl(base, text);
                } catch {
                    return;
                }
                for (const reading of [
                    written,
                    written.replaceAll(/%2e/gi, '.'),
                    written.replaceAll(/%2f/gi, '/').replaceAll(/%5c/gi, '\\')
                ]) {
                    const url = new URL(reading);
                    expect(url.origin).toBe('https://api.example.com');
                    expect(`${url.pathname}/`.startsWith('/v2/')).toBe(true);
                }
            }),
            { numRuns: 5000 }
        );
    });
});

describe('another base address', () => {
    const places = {
        hosts: ['uploads.example.com', '.regions.example.com'],
        baseUrls: ['https://proxy.customer.test/acme/', 'https://other.customer.test'],
        privateHosts: ['10.0.0.5:8080', '[fd00::5]:8080', '*.localhost:3011']
    };

    test.each([
        ['https://api.example.com', 'https://api.example.com'],
        ['https://API.example.com/v1/', 'https://api.example.com/v1'],
        ['https://uploads.example.com/', 'https://uploads.example.com'],
        ['https://eu.regions.example.com/x//', 'https://eu.regions.example.com/x'],
        ['https://proxy.customer.test/acme', 'https://proxy.customer.test/acme'],
        ['https://proxy.customer.test/acme/v1', 'https://proxy.customer.test/acme/v1'],
        ['https://other.customer.test/anything', 'https://other.customer.test/anything'],
        ['http://10.0.0.5:8080/x', 'http://10.0.0.5:8080/x'],
        ['http://[FD00:0::5]:8080/x', 'http://[fd00::5]:8080/x'],
        ['http://a.localhost:3011', 'http://a.localhost:3011']
    ])('may be %s', (override, expected) => {
        expect(overriddenBase(override, base, places)).toBe(expected);
    });

    test.each([
        'https://evil.test',
        'https://api.example.com.evil.test',
        'https://evil.test/api.example.com',
        'https://api.example.com@evil.test',
        'https://user:pass@api.example.com',
        'https://api.example.com:8443',
        'https://uploads.example.com.',
        'https://regions.example.com',
        'https://evilregions.example.com',
        'https://proxy.customer.test',
        'https://proxy.customer.test/acme-evil',
        'https://proxy.customer.test/acme/../evil',
        'https://proxy.customer.test/acme/..%2fevil',
        'http://proxy.customer.test/acme',
        'http://10.0.0.5:8081',
        'http://[fd00::6]:8080',
        'http://localhost:3011',
        'http://169.254.169.254/',
        'https://api.example.com/?a=1',
        'https://api.example.com/#a'
    ])('T-54: may not be %s', (override) => {
        expect(() => overriddenBase(override, base, places)).toThrow(expect.objectContaining({ code: 'base_url_override_not_allowed' }));
    });
});

test('parameters are added and taken out without touching the others', () => {
    expect(withoutParameters('/x?a=%20&patchbay_paginate=true&b=1+2', new Set(['patchbay_paginate']))).toBe('/x?a=%20&b=1+2');
    expect(withoutParameters('/x?%70atchbay_paginate', new Set(['patchbay_paginate']))).toBe('/x');
    expect(withoutParameters('/x?', new Set(['a']))).toBe('/x');
    expect(withParameters('/x', { a: 'b c' })).toBe('/x?a=b+c');
    expect(withParameters('/x?y', { a: '&' })).toBe('/x?y&a=%26');
});
