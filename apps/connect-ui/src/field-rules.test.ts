import { expect, test } from 'vitest';
import { cleanValue, fieldError, formBody, serverErrors } from './field-rules.ts';
import { basic, field, gem } from './story-models.ts';

const key = field({ name: 'k', title: 'Key', secret: true });

test.each([
    ['  abc\n', 'abc', undefined],
    ['Bearer abc', 'abc', 'bearer'],
    ['"abc"', 'abc', 'quotes'],
    ['bearer', 'bearer', undefined],
    ['a "b" c', 'a "b" c', undefined],
    ['"', '"', undefined]
])('a key copied as %j is %j', (raw, value, notice) => {
    expect(cleanValue(key, 'API_KEY', raw)).toEqual({ value, notice });
});

test.each([
    ['acme', 'acme'],
    ['https://acme.example.com', 'acme'],
    ['HTTPS://acme.Example.com/settings?tab=1', 'acme'],
    ['acme.example.com', 'acme'],
    ['https://acme.elsewhere.com', 'acme.elsewhere.com'],
    ['.example.com', '.example.com']
])('of the address %j the box between https:// and .example.com keeps %j', (raw, value) => {
    const part = field({ name: 'subdomain', title: 'Subdomain', prefix: 'https://', suffix: '.example.com' });
    expect(cleanValue(part, 'OAUTH2', raw)).toEqual({ value, notice: undefined });
});

test('a pattern holds for the whole value, and a broken one for nothing', () => {
    expect(fieldError(field({ name: 'k', title: 'K', pattern: 'a|b' }), 'ax')).toBe('malformed');
    expect(fieldError(field({ name: 'k', title: 'K', pattern: 'a|b' }), 'b')).toBeUndefined();
    expect(fieldError(field({ name: 'k', title: 'K', pattern: '(' }), 'x')).toBeUndefined();
});

test('a pattern that may be outdated only remarks', () => {
    const doubtful = field({ name: 'k', title: 'K', pattern: 'sk_.+', pattern_warns: true });
    expect(fieldError(doubtful, 'other')).toBeUndefined();
    expect(cleanValue(doubtful, 'API_KEY', 'other').notice).toBe('unusual');
});

test.each([
    ['hostname', 'acme.example.com', 'https://acme.example.com'],
    ['uri', 'https://acme.example.com/x', 'javascript:alert(1)'],
    ['uuid', '0b6f0c7e-6d0e-4a8c-9a54-4f0a4c7f0001', '0b6f'],
    ['email', 'a@example.com', 'a at example.com']
] as const)('a %s is %s, not %s', (format, right, wrong) => {
    const formatted = field({ name: 'f', title: 'F', format });
    expect(fieldError(formatted, right)).toBeUndefined();
    expect(fieldError(formatted, wrong)).toBe('malformed');
});

test('the body has each value where it belongs; optional ones left empty are left out, an empty password is sent', () => {
    expect(formBody(gem, { 'credentials.apiKey': ' k ' })).toEqual({ credentials: { apiKey: 'k' }, connection_config: {} });
    expect(formBody(basic, { 'credentials.username': 'u', 'connection_config.region': 'eu' })).toEqual({
        credentials: { username: 'u', password: '' },
        connection_config: { region: 'eu' }
    });
});

test('complaints of the server find their field, also below a prefix, and unknown ones are dropped', () => {
    const issues = [{ path: ['body', 'credentials', 'apiKey'] }, { path: ['connection_config', 'apiKey'] }, { path: [] }];
    expect(serverErrors(gem, issues, 'malformed')).toEqual({ 'credentials.apiKey': 'malformed' });
});
