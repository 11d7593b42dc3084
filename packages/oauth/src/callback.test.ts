import { expect, test } from 'vitest';
import { readCallback } from './callback.ts';

const issuer = 'https://as.example.com';

test('the code and every parameter are read', () => {
    expect(readCallback({ code: 'c', state: 's', realmId: '123', absent: undefined })).toEqual({
        ok: true,
        code: 'c',
        params: { code: 'c', state: 's', realmId: '123' }
    });
});

test("the code is found under the provider's own name for it", () => {
    expect(readCallback({ spapi_oauth_code: 'c' }, { codeParam: 'spapi_oauth_code' })).toMatchObject({ ok: true, code: 'c' });
    expect(readCallback({ code: 'c' }, { codeParam: 'spapi_oauth_code' })).toEqual({ ok: false, code: 'provider_error' });
});

test('a refusal by the end user is told from a failure of the provider', () => {
    expect(readCallback({ error: 'access_denied' })).toEqual({ ok: false, code: 'consent_denied', providerText: 'access_denied' });
    expect(readCallback({ error: 'server_error', error_description: 'Try\nlater' })).toEqual({
        ok: false,
        code: 'provider_error',
        providerText: 'Try\nlater'
    });
});

test('an error beside a code is an error', () => {
    expect(readCallback({ error: 'server_error', code: 'c' })).toMatchObject({ ok: false, code: 'provider_error' });
});

test('neither a code nor an error is a failure of the provider', () => {
    expect(readCallback({ state: 's' })).toEqual({ ok: false, code: 'provider_error' });
    expect(readCallback({ code: '' })).toEqual({ ok: false, code: 'provider_error' });
});

test('T-09 a repeated parameter is refused, whichever it is', () => {
    expect(readCallback({ code: ['c', 'd'] })).toEqual({ ok: false, code: 'state_mismatch' });
    expect(readCallback({ code: 'c', realmId: ['1', '2'] })).toEqual({ ok: false, code: 'state_mismatch' });
    expect(readCallback({ code: 'c', iss: [issuer, issuer] }, { expectedIssuer: issuer })).toEqual({ ok: false, code: 'state_mismatch' });
});

test.each([undefined, '', `${issuer}/`, 'https://AS.example.com', 'https://evil.example.com'])(
    'T-09 the promised issuer is compared byte for byte: %j is refused, also for an error',
    (iss) => {
        expect(readCallback({ code: 'c', iss }, { expectedIssuer: issuer })).toEqual({ ok: false, code: 'state_mismatch' });
        expect(readCallback({ error: 'access_denied', iss }, { expectedIssuer: issuer })).toEqual({ ok: false, code: 'state_mismatch' });
    }
);

test('T-09 the right issuer is accepted, and an issuer that was not announced is ignored', () => {
    expect(readCallback({ code: 'c', iss: issuer }, { expectedIssuer: issuer })).toMatchObject({ ok: true });
    expect(readCallback({ code: 'c', iss: 'https://accounts.google.com' })).toMatchObject({ ok: true });
});

test('a prototype key in the query is a parameter like any other', () => {
    const query = JSON.parse('{"code":"c","__proto__":"x"}') as Record<string, string>;
    const reading = readCallback(query);
    expect(reading).toMatchObject({ ok: true });
    expect({}).not.toHaveProperty('x');
});
