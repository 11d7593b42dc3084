import { describe, expect, test } from 'vitest';
import { createRedactor, withoutCutSecret } from './redact.ts';

const secret = 'canary+of/a "connection"=ä';
const bytes = Buffer.from(secret);
const inBase64 = ['', 'u:', 'user:'].map((before) => Buffer.from(`${before}${secret}`).toString('base64'));
const byteByByte = [...bytes].map((byte) => `%${byte.toString(16)}`).join('');
const wholeSpellings = [secret, bytes.toString('hex'), encodeURIComponent(secret), ...inBase64, bytes.toString('base64url')];
const redactor = createRedactor(new Set([secret]), { headers: new Set(['x-acme']), query: new Set(['ticket']) });

describe('an address', () => {
    test.each([
        ['https://a.test/v1?api_key=abc&page=2', 'https://a.test/v1?api_key=[redacted]&page=2'],
        ['https://a.test/v1?access%5Ftoken=abc', 'https://a.test/v1?access%5Ftoken=[redacted]'],
        ['https://a.test/v1?ticket=abc&key=1&code=2', 'https://a.test/v1?ticket=[redacted]&key=[redacted]&code=[redacted]'],
        ['https://a.test/v1?page_token=abc&max_tokens=3&flag', 'https://a.test/v1?page_token=abc&max_tokens=3&flag'],
        ['https://a.test/tokens/1', 'https://a.test/tokens/1']
    ])('%s is logged as %s', (url, logged) => expect(redactor.url(url)).toBe(logged));
});

test('headers keep their names, and those that carry credentials lose their values', () => {
    const headers = {
        authorization: 'Basic x',
        cookie: 'a=b',
        'x-api-key': 'x',
        'ocp-apim-subscription-key': 'x',
        'x-acme': 'x',
        'idempotency-key': 'one',
        'x-ratelimit-remaining-tokens': '4',
        'set-cookie': ['a=b', 'c=d'],
        location: 'https://a.test/?token=x',
        link: ['<https://a.test/2>', '<https://a.test/3>']
    };
    expect(redactor.headers(headers)).toEqual({
        authorization: '[redacted]',
        cookie: '[redacted]',
        'x-api-key': '[redacted]',
        'ocp-apim-subscription-key': '[redacted]',
        'x-acme': '[redacted]',
        'idempotency-key': 'one',
        'x-ratelimit-remaining-tokens': '4',
        'set-cookie': '[redacted]',
        location: 'https://a.test/?token=[redacted]',
        link: '<https://a.test/2>, <https://a.test/3>'
    });
});

describe('a body', () => {
    test.each([
        ['{"a":1,"access_token":"x\\"y","b":[1]}', '{"a":1,"access_token":"[redacted]","b":[1]}'],
        ['{"clientSecret" : 12345, "ok": true}', '{"clientSecret" : "[redacted]", "ok": true}'],
        ['{"tokens":["a","b"],"token_type":"Bearer"}', '{"tokens":["a","b"],"token_type":"Bearer"}'],
        ['{"refresh_tokens":["a","b"]}', '{"refresh_tokens":"[redacted]"}'],
        ['{"error":{"code":"denied","key":"title"}}', '{"error":{"code":"denied","key":"title"}}'],
        ['{"body":"{\\"password\\":\\"x\\"}"}', '{"body":"{\\"password\\":\\"[redacted]\\"}"}'],
        ['{"password":"cut of', '{"password":"[redacted]"'],
        ['grant_type=x&code=1&client_secret=2', 'grant_type=x&code=[redacted]&client_secret=[redacted]'],
        ['<r><Password>x</Password><a>b</a></r>', '<r><Password>[redacted]</Password><a>b</a></r>']
    ])('%s is logged as %s', (body, logged) => expect(redactor.body(body)).toBe(logged));

    test.each([
        ...wholeSpellings,
        byteByByte,
        byteByByte.toUpperCase(),
        JSON.stringify(secret).slice(1, -1),
        new URLSearchParams([['a', secret]]).toString().slice(2)
    ])('that holds a secret as %s is logged without it', (spelling) =>
        expect(redactor.body(`before ${spelling} after`)).toMatch(/^before .{0,8}\[secret\].{0,4} after$/)
    );

    test('ends before a secret whose end was cut off', () => {
        expect(withoutCutSecret(`text ${secret.slice(0, 9)}`, new Set([secret]))).toBe('text ');
        expect(withoutCutSecret('text cana', new Set([secret]))).toBe('text ');
        expect(withoutCutSecret('text and more', new Set([secret]))).toBe('text and more');
    });
});
