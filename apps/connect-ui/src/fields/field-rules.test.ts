import { expect, test } from 'vitest';
import { fieldError, formBody, formErrors, serverErrors, shownFields } from './field-rules.ts';
import { basic, field, gem, vault } from '../stories/samples.ts';

test('a pattern has to match the whole value, and an invalid pattern is ignored', () => {
    expect(fieldError(field({ name: 'k', title: 'K', pattern: 'a|b' }), 'ax')).toBe('malformed');
    expect(fieldError(field({ name: 'k', title: 'K', pattern: 'a|b' }), 'b')).toBeUndefined();
    expect(fieldError(field({ name: 'k', title: 'K', pattern: '(' }), 'x')).toBeUndefined();
});

test.each([
    ['hostname', 'acme.example.com', 'acme'],
    ['hostname', 'acme.example.com', 'acme.example.com:8443'],
    ['uri', 'https://acme.example.com/x', 'javascript:alert(1)'],
    ['uri', 'https://acme.example.com/@x', 'https://a:b@acme.example.com'],
    ['uuid', '0b6f0c7e-6d0e-4a8c-9a54-4f0a4c7f0001', '0b6f'],
    ['email', 'a@example.com', 'a at example.com']
] as const)('the format %s accepts %s and refuses %s', (format, right, wrong) => {
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

test('errors of the server are matched to their field, also below a prefix, and unknown ones are dropped', () => {
    const issues = [{ path: ['body', 'credentials', 'apiKey'] }, { path: ['connection_config', 'apiKey'] }, { path: [] }];
    expect(serverErrors(gem, issues, 'malformed')).toEqual({ 'credentials.apiKey': 'malformed' });
});

test('a conditional field is shown, validated and sent only when its condition holds, and keeps its value meanwhile', () => {
    const values = { 'credentials.keyId': 'k', 'credentials.apiKey': 'x', 'connection_config.host': 'not a host' };
    const own = { ...values, 'connection_config.hosting': 'own' };
    const cloud = { ...values, 'connection_config.hosting': 'cloud' };
    const names = (of: Record<string, string>) => shownFields(vault, of).map(({ name }) => name);
    expect(names(own)).toContain('host');
    expect(names(cloud)).not.toContain('host');
    expect(formErrors(vault, own)).toEqual({ 'connection_config.host': 'malformed' });
    expect(formErrors(vault, cloud)).toEqual({});
    expect(formBody(vault, cloud).connection_config).toEqual({ hosting: 'cloud' });
});

test('a key of several lines may be longer than another value', () => {
    const lines = `-----BEGIN CERTIFICATE-----\n${'x'.repeat(5000)}`;
    const key = field({ name: 'k', title: 'K', secret: true });
    expect(fieldError(key, lines)).toBeUndefined();
    expect(fieldError(key, 'x'.repeat(5000))).toBe('malformed');
    expect(fieldError({ ...key, multiline: true }, 'x'.repeat(16_385))).toBe('malformed');
});
