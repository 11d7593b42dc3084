import { expect, test } from 'vitest';
import { fakeVendor } from '../fake-vendor.ts';
import wordpress from './provider.ts';

const credentials = { type: 'BASIC', username: 'ada', password: 'abcd EFGH 1234' };
const me = 'GET /wp/v2/users/me?context=edit';
const introspect = 'GET /wp/v2/users/me/application-passwords/introspect';
const uuid = '6633824d-c1d7-4f79-9dd5-4586f734d69e';

const identify = (siteURL: string, json: unknown) =>
    wordpress.identify?.({ credentials, connectionConfig: { siteURL }, request: fakeVendor({ [me]: { json } }) });
const check = (response: { status?: number; json?: unknown; text?: string }) =>
    wordpress.checkCredentials?.({ credentials, connectionConfig: {}, request: fakeVendor({ [me]: response }) });
const revoke = (responses: Parameters<typeof fakeVendor>[0]) =>
    wordpress.revoke?.({
        credentials,
        connectionConfig: {},
        client: { clientId: '', clientSecret: '' },
        request: fakeVendor(responses)
    });

test('users of one number are told apart by their site, however its address is written', async () => {
    const ada = { id: 1, name: 'Ada Lovelace', username: 'ada' };
    expect(await identify('https://Blog.example.com/', ada)).toEqual({
        accounts: [{ id: 'blog.example.com#1', label: 'Ada Lovelace' }]
    });
    expect(await identify('https://example.com/~ada', { ...ada, name: '' })).toEqual({
        accounts: [{ id: 'example.com/~ada#1', label: 'ada' }]
    });
});

test('a password is right where a user comes back, and a page tells nothing', async () => {
    expect(await check({ json: { id: 1 } })).toEqual({ outcome: 'accepted' });
    expect(await check({ text: '<html></html>' })).toEqual({ outcome: 'unreachable' });
    expect(await check({ status: 403, text: '<html>Blocked</html>' })).toEqual({ outcome: 'unreachable' });
    const refusal = { code: 'incorrect_password', message: 'The provided password is an invalid application password.' };
    expect(await check({ status: 401, json: refusal })).toEqual({ outcome: 'rejected', reason: refusal.message });
    const unsigned = { code: 'rest_not_logged_in', message: 'You are not currently logged in.' };
    expect(await check({ status: 401, json: unsigned })).toMatchObject({
        outcome: 'rejected',
        reason: expect.stringContaining('Authorization header')
    });
});

test('a password is deleted by the uuid that the site gives for it', async () => {
    const deletion = `DELETE /wp/v2/users/me/application-passwords/${uuid}`;
    const found = { [introspect]: { json: { uuid } } };
    expect(await revoke({ ...found, [deletion]: { json: { deleted: true } } })).toEqual({ outcome: 'revoked' });
    expect(await revoke({ ...found, [deletion]: { status: 500 } })).toEqual({
        outcome: 'failed',
        reason: 'WordPress responded with 500.'
    });
    const refused = (code: string) => ({ [introspect]: { status: 401, json: { code } } });
    expect(await revoke(refused('incorrect_password'))).toEqual({ outcome: 'revoked' });
    // Of a web server before the site, or of a site that takes no such passwords for now.
    expect(await revoke({ [introspect]: { status: 401 } })).toMatchObject({ outcome: 'failed' });
    expect(await revoke(refused('application_passwords_disabled'))).toMatchObject({ outcome: 'failed' });
    const unsigned = { [introspect]: { status: 401, json: { code: 'rest_not_logged_in' } } };
    expect(await revoke(unsigned)).toMatchObject({ outcome: 'failed', reason: expect.stringContaining('Authorization header') });
    // Before WordPress 5.7 there is no such address.
    expect(await revoke({ [introspect]: { status: 404 } })).toEqual({ outcome: 'failed', reason: 'WordPress responded with 404.' });
    expect(await revoke({ [introspect]: { json: { uuid: '../../users/2' } } })).toMatchObject({ outcome: 'failed' });
});
