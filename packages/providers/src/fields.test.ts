import { describe, expect, test } from 'vitest';
import { checkFields, FIELD_MAX_CHARACTERS, visibleFields } from './fields.ts';
import type { FormField, FormFields } from './form-field.ts';
import type { Provider } from './provider.ts';

const text: FormField = { type: 'string', title: 'Subdomain' };
const messages = (field: FormField, value: unknown) => checkFields({ it: field }, { it: value }).map(({ message }) => message);

describe('a value', () => {
    test.each([undefined, null, ''])('%j is not given: required unless optional or automated', (value) => {
        expect(messages(text, value)).toEqual(['Enter your subdomain.']);
        expect(messages({ ...text, title: 'API key' }, value)).toEqual(['Enter your API key.']);
        expect(messages({ ...text, optional: true }, value)).toEqual([]);
        expect(messages({ ...text, automated: true }, value)).toEqual([]);
    });

    test.each([[7], [true], [['x']], [{}]])('%j is no text', (value) => {
        expect(messages(text, value)).toEqual(['Has to be a text.']);
    });

    test('has a length limit', () => {
        expect(messages(text, 'x'.repeat(FIELD_MAX_CHARACTERS))).toEqual([]);
        expect(messages(text, 'x'.repeat(FIELD_MAX_CHARACTERS + 1))).toEqual(['Has to be shorter: at most 4096 characters.']);
    });

    test('matches its pattern as a whole, also one that forgets its anchors', () => {
        const field: FormField = { ...text, pattern: 'a+|b', example: 'aaa' };
        expect(messages(field, 'aa')).toEqual([]);
        for (const value of ['aab', 'xa', 'a\n', 'bb'])
            expect(messages(field, value)).toEqual(["That doesn't look like a subdomain. It should look like aaa."]);
    });

    test('may miss a pattern that only warns', () => {
        expect(messages({ ...text, pattern: '^a$', pattern_level: 'warn' }, 'b')).toEqual([]);
    });

    test('is one of a list', () => {
        expect(messages({ ...text, enum: ['eu', 'au'] }, 'eu')).toEqual([]);
        expect(messages({ ...text, enum: ['eu', 'au'] }, 'us')).toEqual(['Choose one of: eu, au.']);
    });

    test('has no control characters', () => {
        expect(messages(text, 'a\r\nb')).toEqual(["That doesn't look like a subdomain."]);
    });

    test('keeps its lines where the field has several, and only then', () => {
        const key = `-----BEGIN PRIVATE KEY-----\r\n${'MIIEvQ\n'.repeat(1000)}-----END PRIVATE KEY-----\n`;
        expect(messages({ ...text, multiline: true }, key)).toEqual([]);
        expect(messages({ ...text, multiline: true }, 'a\u0000b')).toEqual(["That doesn't look like a subdomain."]);
        expect(messages({ ...text, multiline: true }, 'x'.repeat(16_385))).toEqual(['Has to be shorter: at most 16384 characters.']);
        expect(messages(text, key.slice(0, 100))).toEqual(["That doesn't look like a subdomain."]);
        expect(messages({ ...text, secret: true }, key)).toEqual([]);
        expect(messages({ ...text, secret: true }, `x${key.slice(0, 100)}`)).toEqual(["That doesn't look like a subdomain."]);
    });

    test.each<[NonNullable<FormField['format']>, good: string[], bad: string[]]>([
        ['hostname', ['a.example.com', 'A-1.example'], ['localhost', 'a..b', '-a.b', 'a.b/', 'https://a.b', `${'a.'.repeat(127)}aa`]],
        [
            'uri',
            ['https://a.example', 'https://a.example/x?y'],
            ['a.example', 'https://u:p@a.example', 'https:// a', 'file:///etc', 'https://a\\b']
        ],
        ['uuid', ['0b0c4d1e-1111-4222-8333-444455556666'], ['0b0c4d1e', '0b0c4d1e-1111-4222-8333-44445555666g']],
        ['email', ['ada@example.com'], ['ada', 'ada@example', 'a b@example.com', 'a@b@example.com', 'ada@.com']]
    ])('is of the format %s', (format, good, bad) => {
        for (const value of good) expect(messages({ ...text, format }, value)).toEqual([]);
        for (const value of bad)
            expect([value, messages({ ...text, format }, value)]).toEqual([value, ["That doesn't look like a subdomain."]]);
    });

    test('of the format uri is https, or http where that is allowed', () => {
        const field: FormField = { ...text, format: 'uri' };
        const check = (value: string) =>
            checkFields({ it: field }, { it: value }, { allowsHttp: ({ host }) => host === 'erp.internal:8080' }).map(
                ({ message }) => message
            );
        expect(messages(field, 'http://a.example')).toEqual([expect.stringContaining('Use https.')]);
        expect(check('http://erp.internal:8080/api')).toEqual([]);
        expect(check('http://erp.internal:8081/api')).toEqual([expect.stringContaining('Use https.')]);
    });

    test('never stands in its own message', () => {
        expect(JSON.stringify(checkFields({ it: { ...text, pattern: '^a$' } }, { it: 'my-secret' }))).not.toContain('my-secret');
    });
});

describe('a set of values', () => {
    test('is complained about by path, unknown names too unless the caller may bring more', () => {
        const fields = { subdomain: { ...text, pattern: '^[a-z]+$', example: 'acme' } };
        const values = { subdomain: 'acme.evil', other: 'x' };
        expect(checkFields(fields, values)).toEqual([
            { path: ['subdomain'], message: "That doesn't look like a subdomain. It should look like acme." },
            { path: ['other'], message: 'There is no such field.' }
        ]);
        expect(checkFields(fields, values, { unknown: 'ignore' })).toHaveLength(1);
    });

    test('does not reach a prototype', () => {
        expect(checkFields({}, JSON.parse('{"__proto__":"x"}'))).toEqual([{ path: ['__proto__'], message: 'There is no such field.' }]);
        expect(checkFields({ constructor: text }, {})).toEqual([{ path: ['constructor'], message: 'Enter your subdomain.' }]);
    });

    test('does not have to bring what the form did not show', () => {
        const fields = { kind: text, extra: { ...text, visible_when: { field: 'kind', equals: 'special' } } };
        expect(checkFields(fields, { kind: 'plain' })).toEqual([]);
        expect(checkFields(fields, { kind: 'special' })).toEqual([{ path: ['extra'], message: 'Enter your subdomain.' }]);
    });
});

describe('the fields to ask for', () => {
    const apiKey = { ...text, secret: true };
    const acme = (connection_config: FormFields): Provider => ({
        id: 'acme',
        display_name: 'Acme',
        categories: ['other'],
        auth_mode: 'API_KEY',
        docs: 'https://example.com',
        credentials: { apiKey },
        connection_config,
        proxy: { base_url: 'https://api.acme.example', headers: {} }
    });

    test('are those of the definition, in their order', () => {
        const { credentials, connection_config } = visibleFields(acme({ region: text, account: text }));
        expect(credentials).toEqual({ apiKey });
        expect(Object.keys(connection_config)).toEqual(['region', 'account']);
    });

    test('leave out what the integration or the session has given', () => {
        const fieldsWith = (values: Record<string, unknown>) =>
            visibleFields(acme({ region: text }), { credentials: values, connectionConfig: values });
        expect(fieldsWith({ region: 'eu' })).toEqual({ credentials: { apiKey }, connection_config: {} });
        expect(fieldsWith({ apiKey: 'key' })).toEqual({ credentials: {}, connection_config: { region: text } });
        expect(fieldsWith({ region: '' })).toEqual({ credentials: { apiKey }, connection_config: { region: text } });
    });

    test('are settled where they depend on one that is not asked itself', () => {
        const connection_config = {
            kind: { ...text, enum: ['plain', 'special'] },
            extra: { ...text, visible_when: { field: 'kind', equals: 'special' } }
        };
        const fieldsWith = (values: Record<string, unknown>) =>
            visibleFields(acme(connection_config), { connectionConfig: values }).connection_config;
        expect(fieldsWith({})).toEqual(connection_config);
        expect(fieldsWith({ kind: 'plain' })).toEqual({});
        expect(fieldsWith({ kind: 'special' })).toEqual({ extra: text });
        expect(fieldsWith({ extra: 'x' })).toEqual({ kind: connection_config.kind });
        expect(visibleFields(acme({ ...connection_config, kind: { ...text, hidden: true } })).connection_config).toEqual({});
    });

    test('leave out what comes by itself', () => {
        expect(visibleFields(acme({ realmId: { ...text, automated: true } })).connection_config).toEqual({});
    });
});
