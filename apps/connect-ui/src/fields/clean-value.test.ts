import { assert, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { cleanValue } from './clean-value.ts';
import { field } from '../stories/samples.ts';

const key = field({ name: 'k', title: 'Key', secret: true });
const subdomain = field({ name: 'subdomain', title: 'Subdomain', prefix: 'https://', suffix: '.example.com' });
const pem = '-----BEGIN PRIVATE KEY-----\nMIIEvQ\nIBADAN\n-----END PRIVATE KEY-----';

test.each([
    ['  abc\n', 'abc', undefined],
    ['Bearer abc', 'abc', 'bearer'],
    ['"abc"', 'abc', 'quotes'],
    ['“abc”', '“abc”', undefined],
    ['bearer', 'bearer', undefined],
    ['a "b" c', 'a "b" c', undefined],
    ['"', '"', undefined],
    ['Bearer "abc\n  def"\n', 'abcdef', 'bearer'],
    ['abc\r\n def', 'abcdef', 'joined'],
    ['abc def\nghi', 'abc def ghi', undefined],
    [`"${pem}"\n`, pem, 'quotes'],
    [`${pem}\n`, pem, undefined]
])('the pasted key %j is cleaned to %j', (raw, value, notice) => {
    expect(cleanValue(key, 'API_KEY', raw)).toEqual({ value, notice });
});

test('a password keeps its quotes, a key in a user name is cleaned, and lines of a name are joined with a space', () => {
    const password = field({ name: 'password', title: 'Password', secret: true });
    expect(cleanValue(password, 'BASIC', '"a" Bearer ')).toEqual({ value: '"a" Bearer', notice: undefined });
    expect(cleanValue(password, 'BASIC', '"abc"')).toEqual({ value: '"abc"', notice: undefined });
    // Stripe's key is a user name.
    expect(cleanValue({ ...key, name: 'username' }, 'BASIC', 'Bearer sk_1')).toEqual({ value: 'sk_1', notice: 'bearer' });
    expect(cleanValue(field({ name: 'name', title: 'Name' }), 'BASIC', 'Ada\nLovelace').value).toBe('Ada Lovelace');
});

test('a key of several lines keeps them, and a whole file too', () => {
    const account = `{\n  "type": "service_account",\n  "private_key": "-----BEGIN PRIVATE KEY-----\\nMIIE"\n}`;
    const lines = { ...key, multiline: true };
    expect(cleanValue(lines, 'API_KEY', account)).toEqual({ value: account, notice: undefined });
    expect(cleanValue(lines, 'API_KEY', 'abc\ndef')).toEqual({ value: 'abc\ndef', notice: undefined });
});

test.each([
    ['acme', 'acme'],
    ['https://acme.example.com', 'acme'],
    ['HTTPS://acme.Example.com/settings?tab=1', 'acme'],
    ['http://acme.example.com:443', 'acme'],
    ['acme.example.com', 'acme'],
    ['acme.example.com#top', 'acme'],
    ['https://acme.example.community', 'acme.example.community'],
    ['acme.example.com.evil.example', 'acme.example.com.evil.example'],
    ['https://evil.example/acme.example.com', 'evil.example/acme.example.com'],
    ['https://acme.elsewhere.com', 'acme.elsewhere.com'],
    ['.example.com', '.example.com'],
    ['https://', 'https://']
])('the address %j in a field between https:// and .example.com is reduced to %j', (raw, value) => {
    expect(cleanValue(subdomain, 'OAUTH2', raw)).toEqual({ value, notice: value === raw ? undefined : 'host' });
});

test.each([
    [{ suffix: '.example.com' }, 'https://acme.example.com/x', 'acme'],
    [{ suffix: '.example.com' }, 'https://acme.elsewhere.com/x', 'https://acme.elsewhere.com/x'],
    [{ prefix: 'https://app.example.com/org/' }, 'app.example.com/org/acme', 'acme'],
    [{ prefix: 'https://app.example.com/org/' }, 'https://app.example.com/team/acme', 'https://app.example.com/team/acme'],
    [{ prefix: 'org-' }, 'org-12', '12'],
    [{ suffix: '/api/' }, 'acme/api/v1', 'acme'],
    [{ suffix: '@example.com' }, 'ada@example.com', 'ada'],
    [{ format: 'hostname' }, 'https://acme.example.com/settings', 'acme.example.com'],
    [{ format: 'hostname', prefix: 'https://' }, 'acme.example.com/settings', 'acme.example.com'],
    [{ format: 'hostname' }, 'acme.example.com:8443', 'acme.example.com:8443'],
    [{ format: 'uri' }, 'https://acme.example.com/settings', 'https://acme.example.com/settings']
] as const)('a field with the affixes %j reduces %j to its part', (box, raw, value) => {
    expect(cleanValue(field({ name: 'f', title: 'F', ...box }), 'OAUTH2', raw).value).toBe(value);
});

test('a pattern that may be outdated only warns', () => {
    const doubtful = field({ name: 'k', title: 'K', pattern: 'sk_.+', pattern_warns: true });
    expect(cleanValue(doubtful, 'API_KEY', 'other').notice).toBe('unusual');
    expect(cleanValue(doubtful, 'API_KEY', ' sk_1 ').notice).toBeUndefined();
});

test('a very long text is not cleaned', () => {
    const endless = `"a${' '.repeat(1_000_000)}\n"`;
    expect(cleanValue(key, 'API_KEY', ` ${endless}`)).toEqual({ value: endless, notice: undefined });
});

test('a clean value is unchanged', () => {
    const address = { ...subdomain, secret: true };
    assert(
        property(string({ unit: 'binary-ascii' }), (raw) => {
            const messy = `${raw} "Bearer https://${raw}.example.com/"\n${raw}`;
            for (const text of [raw, messy]) {
                const { value } = cleanValue(address, 'API_KEY', text);
                expect(cleanValue(address, 'API_KEY', value)).toEqual({ value, notice: undefined });
            }
        })
    );
});
