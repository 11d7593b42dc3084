import { expect, test } from 'vitest';
import { usernameToken } from './wsse.ts';

const user = { username: 'customer001', password: 'customersecret' };
const once = { nonce: 'd36e316282959a9ed4c89851497a717f', at: new Date('2014-03-20T12:51:45.678Z') };

// The digests were computed by Python's hashlib.
test.each([
    ['base64', 'E13MASDvhS9/YjKa2qk9erFjqIw=', '024xYoKVmp7UyJhRSXpxfw=='],
    ['hex', 'YWQyNWE5Y2JkOTY2ZTU1ODg2M2QzNzVhNDZlZGQwZjg5YjZlZTk4Yw==', once.nonce]
] as const)('a digest in %s is over nonce, time and password', (encoding, digest, nonce) => {
    expect(usernameToken({ ...user, encoding }, once)).toBe(
        `UsernameToken Username="customer001", PasswordDigest="${digest}", Nonce="${nonce}", Created="2014-03-20T12:51:45Z"`
    );
});

test('a password of other letters is hashed as UTF-8', () => {
    expect(usernameToken({ ...user, password: 'pässwörd', encoding: 'base64' }, once)).toContain(
        'PasswordDigest="Jo+PF8Jf28Fz0mwlExLVoUiwWiQ="'
    );
});
