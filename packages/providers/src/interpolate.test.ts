import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { interpolate, interpolateUrl, placeholders, UnsafeValueError } from './interpolate.ts';
import type { FormField } from './form-field.ts';

const subdomain: FormField = { type: 'string', title: 'Subdomain', pattern: '^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$' };

describe('templates', () => {
    const values = {
        a: 'A',
        n: 7,
        yes: true,
        nested: { b: 'B', deep: { c: 'C' } },
        username: 'ada',
        password: '',
        list: ['x'],
        nothing: null
    };

    test.each([
        ['plain text', 'plain text'],
        ['', ''],
        ['${a}', 'A'],
        ['x ${a} y ${nested.b}!', 'x A y B!'],
        ['${nested.deep.c}', 'C'],
        ['${n} ${yes}', '7 true'],
        ['${absent} || ${a}', 'A'],
        ['${a} || ${nested.b}', 'A'],
        ['${absent} || fixed', 'fixed'],
        ['Basic ${base64(${username}:${password})}', `Basic ${btoa('ada:')}`],
        ['${base64(${absent} || ${a})}', btoa('A')],
        ['${base64(${base64(${a})})}', btoa(btoa('A'))]
    ])('%s', (template, expected) => {
        expect(interpolate(template, values)).toBe(expected);
    });

    test.each([
        '${absent}',
        'x ${nested.absent}',
        '${nested}',
        '${list}',
        '${nothing}',
        '${a.length}',
        '${constructor}',
        '${nested.toString}',
        '${base64(${absent})}',
        '${absent} || ${missing}'
    ])('%s does not resolve', (template) => {
        expect(interpolate(template, values)).toBeUndefined();
    });

    test.each(['${', '${a', '${}', '${base64(a}', '${a b}', '${__proto__}', '${unknown(a)}'])(
        '%s is a mistake in the definition',
        (template) => {
            expect(() => interpolate(template, values)).toThrow(/can't be read|no closing brace/);
        }
    );

    test('base64 is of the UTF-8 bytes', () => {
        expect(interpolate('${base64(${key})}', { key: 'ä…' })).toBe(Buffer.from('ä…').toString('base64'));
    });

    test('a value is never read as a template', () => {
        const templateLike = fc.oneof(
            fc.string(),
            fc.constantFrom('${accessToken}', '${a} || ${accessToken}', '${base64(${accessToken})}', '${', ' || ')
        );
        fc.assert(
            fc.property(templateLike, (a) => {
                expect(interpolate('[${a}]', { a, accessToken: 'secret' })).toBe(`[${a}]`);
            })
        );
    });

    test('the placeholders of a template are known, those of fall-backs and functions too', () => {
        expect(placeholders('https://${connectionConfig.a}/${base64(${b}:${c})} || ${d}')).toEqual(['connectionConfig.a', 'b', 'c', 'd']);
    });
});

describe('T-19 URL templates', () => {
    const template = 'https://${connectionConfig.subdomain}.vendor.com/oauth/${connectionConfig.path}?q=${connectionConfig.query}';
    const resolve = (connectionConfig: Record<string, string>, fields: Record<string, FormField> = {}, text = template) =>
        interpolateUrl(text, { connectionConfig, sandboxUrl: 'http://localhost:3011/' }, fields);

    test('values in path and query are encoded', () => {
        expect(resolve({ subdomain: 'acme', path: 'a/../b', query: 'x&y=#' })).toBe(
            'https://acme.vendor.com/oauth/a%2F..%2Fb?q=x%26y%3D%23'
        );
    });

    test('a missing or empty value leaves the template unresolved, so that a fall-back can take over', () => {
        const withFallback = 'https://${connectionConfig.subdomain}.vendor.com || https://www.vendor.com';
        expect(resolve({}, {}, withFallback)).toBe('https://www.vendor.com');
        expect(resolve({ subdomain: '' }, {}, withFallback)).toBe('https://www.vendor.com');
        expect(resolve({ subdomain: 'acme', path: 'p' })).toBeUndefined();
    });

    test.each([
        'evil.example/',
        'evil.example#',
        'evil.example?',
        'evil.example\\',
        'a@evil.example',
        'evil.example:443/',
        'a b',
        'a%2fb',
        '.',
        '..',
        'a..b',
        '-a',
        'a.',
        'ä',
        'a\n',
        '${x}',
        '[::1]'
    ])('a host value of %j is refused', (value) => {
        expect(() => resolve({ subdomain: value, path: 'p', query: 'q' })).toThrow(UnsafeValueError);
    });

    test("a host value has to match its field's pattern, whole", () => {
        expect(() => resolve({ subdomain: 'a.b', path: 'p', query: 'q' }, { subdomain })).toThrow(UnsafeValueError);
        expect(() => resolve({ subdomain: 'acme.evil', path: 'p', query: 'q' }, { subdomain: { ...subdomain, pattern: 'acme' } })).toThrow(
            UnsafeValueError
        );
        expect(resolve({ subdomain: 'a.b', path: 'p', query: 'q' })).toBe('https://a.b.vendor.com/oauth/p?q=q');
    });

    test("a whole host without a fixed suffix is only as good as its field's pattern", () => {
        const text = 'https://${connectionConfig.host}/token';
        const host: FormField = { type: 'string', title: 'Host', pattern: '^[a-z0-9-]+\\.vendor\\.com$' };
        expect(resolve({ host: 'acme.vendor.com' }, { host }, text)).toBe('https://acme.vendor.com/token');
        expect(() => resolve({ host: 'vendor.com.evil.example' }, { host }, text)).toThrow(UnsafeValueError);
        expect(() => resolve({ host: 'acme.vendor.com' }, {}, text)).toThrow(UnsafeValueError);
    });

    test.each(['.', '..'])('a path value of %j, which URL parsers resolve, is refused', (path) => {
        expect(() => resolve({ subdomain: 'acme', path, query: 'q' })).toThrow(UnsafeValueError);
    });

    test("a whole base URL has to be https, without user, query or fragment; the operator's sandbox may be http", () => {
        const at = (base: string) => resolve({ base }, {}, '${connectionConfig.base}/v1/${connectionConfig.base}');
        expect(at('https://api.example.com/x/')).toMatch(/^https:\/\/api\.example\.com\/x\/v1\/https%3A/);
        for (const bad of [
            'http://api.example.com',
            'https://u:p@api.example.com',
            'https://api.example.com?x=',
            'https://api.example.com/#',
            'api.example.com',
            'javascript:alert(1)',
            'https:\\\\a'
        ]) {
            expect(() => at(bad)).toThrow(UnsafeValueError);
        }
        expect(resolve({}, {}, '${sandboxUrl}/oauth/token')).toBe('http://localhost:3011/oauth/token');
    });

    test('the refusal names the field and not the value', () => {
        expect(() => resolve({ subdomain: 'evil.example/', path: 'p', query: 'q' })).toThrow(
            "The value of connectionConfig.subdomain can't be part of the provider's address."
        );
    });

    test('whatever the values, the host stays under the fixed suffix and the path stays under the fixed path', () => {
        const nasty = fc.oneof(
            fc.string(),
            fc.string({ unit: fc.constantFrom('a', '.', '/', '\\', '@', ':', '#', '?', '%', '-', '\t', '[', '。') }),
            fc.domain(),
            fc.webUrl()
        );
        fc.assert(
            fc.property(nasty, nasty, nasty, (host, path, query) => {
                let resolved: string | undefined;
                try {
                    resolved = resolve({ subdomain: host, path, query });
                } catch (error) {
                    // A lone surrogate can't be encoded: nothing comes out, which is what counts.
                    expect(error).toSatisfy((thrown) => thrown instanceof UnsafeValueError || thrown instanceof URIError);
                    return;
                }
                if (resolved === undefined) return;
                const url = new URL(resolved);
                expect(url.protocol).toBe('https:');
                expect(url.hostname.endsWith('.vendor.com')).toBe(true);
                expect([url.username, url.password, url.port, url.hash]).toEqual(['', '', '', '']);
                expect(url.pathname.split('/')).toHaveLength(3);
                expect(url.pathname.startsWith('/oauth/')).toBe(true);
                expect([...url.searchParams.keys()]).toEqual(['q']);
            }),
            { numRuns: 2000 }
        );
    });
});
