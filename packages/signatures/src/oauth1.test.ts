import { createHmac, createVerify, generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { oauth1Authorization, type OAuth1Method, UnusableKeyError } from './oauth1.ts';

const once = { nonce: 'chapoH', at: new Date(137_131_202_000) };
const signer = {
    signatureMethod: 'HMAC-SHA1' as OAuth1Method,
    clientKey: 'dpf43f3p2l4k3l03',
    clientSecret: 'kd94hf93k423kf44',
    token: { key: 'nnch734d00sl2jdk', secret: 'pfkkdhi9sl3r4s00' }
};

/** The parameters of the header, decoded. */
function read(header: string): Record<string, string> {
    return Object.fromEntries(
        [...header.matchAll(/([\w]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, decodeURIComponent(value)])
    );
}

test('a request is signed as the base string of RFC 5849 §3.4.1.1 has it, with names that occur twice and a form', () => {
    const header = oauth1Authorization(
        { method: 'POST', url: 'http://EXAMPLE.com:80/request?b5=%3D%253D&a3=a&c%40=&a2=r%20b', form: 'c2&a3=2+q' },
        {
            signatureMethod: 'HMAC-SHA1',
            clientKey: '9djdj82h48djs9d2',
            clientSecret: 'j49sk3j29djd',
            token: { key: 'kkk9d7dh3k39sjv7', secret: 'dh893hdasih9' }
        },
        { nonce: '7d8f3e4a', at: new Date(137_131_201_000) }
    );
    const base =
        'POST&http%3A%2F%2Fexample.com%2Frequest&a2%3Dr%2520b%26a3%3D2%2520q%26a3%3Da%26b5%3D%253D%25253D%26c%2540%3D%26c2%3D%26' +
        'oauth_consumer_key%3D9djdj82h48djs9d2%26oauth_nonce%3D7d8f3e4a%26oauth_signature_method%3DHMAC-SHA1%26' +
        'oauth_timestamp%3D137131201%26oauth_token%3Dkkk9d7dh3k39sjv7%26oauth_version%3D1.0';
    expect(read(header)['oauth_signature']).toBe(createHmac('sha1', 'j49sk3j29djd&dh893hdasih9').update(base).digest('base64'));
});

test('HMAC-SHA256 signs the same base string with another hash', () => {
    const header = oauth1Authorization({ method: 'get', url: 'https://a.example/b' }, { ...signer, signatureMethod: 'HMAC-SHA256' }, once);
    const base =
        'GET&https%3A%2F%2Fa.example%2Fb&oauth_consumer_key%3Ddpf43f3p2l4k3l03%26oauth_nonce%3DchapoH%26oauth_signature_method%3D' +
        'HMAC-SHA256%26oauth_timestamp%3D137131202%26oauth_token%3Dnnch734d00sl2jdk%26oauth_version%3D1.0';
    expect(read(header)['oauth_signature']).toBe(createHmac('sha256', 'kd94hf93k423kf44&pfkkdhi9sl3r4s00').update(base).digest('base64'));
});

test('RSA-SHA1 signs with the private key, and says what is wrong with another key', () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', {
        modulusLength: 2048,
        privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
        publicKeyEncoding: { type: 'spki', format: 'pem' }
    });
    const signWith = (clientSecret: string) =>
        oauth1Authorization(
            { method: 'GET', url: 'https://a.example/b' },
            { signatureMethod: 'RSA-SHA1', clientKey: 'key', clientSecret },
            once
        );
    const base =
        'GET&https%3A%2F%2Fa.example%2Fb&oauth_consumer_key%3Dkey%26oauth_nonce%3DchapoH%26oauth_signature_method%3DRSA-SHA1%26' +
        'oauth_timestamp%3D137131202%26oauth_version%3D1.0';
    const signature = read(signWith(privateKey))['oauth_signature'] ?? '';
    expect(createVerify('RSA-SHA1').update(base).verify(publicKey, signature, 'base64')).toBe(true);
    const curve = generateKeyPairSync('ec', {
        namedCurve: 'P-256',
        privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
        publicKeyEncoding: { type: 'spki', format: 'pem' }
    }).privateKey;
    expect(() => signWith('tea')).toThrow(new UnusableKeyError('The private key is not a key in PEM format, or it has a password.'));
    expect(() => signWith(curve)).toThrow('of another type: RSA is needed, and this is ec');
});

test('PLAINTEXT is both secrets, and a request without a token has an empty second one', () => {
    const plain = { ...signer, signatureMethod: 'PLAINTEXT' as const };
    const request = { method: 'POST', url: 'https://a.example/b' };
    expect(read(oauth1Authorization(request, plain, once))['oauth_signature']).toBe('kd94hf93k423kf44&pfkkdhi9sl3r4s00');
    expect(read(oauth1Authorization(request, { ...plain, token: undefined }, once))['oauth_signature']).toBe('kd94hf93k423kf44&');
});

test('the header has the realm and further parameters, and the realm is not signed', () => {
    const request = { method: 'POST', url: 'https://a.example/b' };
    const own = { oauth_callback: 'https://b.example/c?d=e' } as const;
    const header = oauth1Authorization(request, { ...signer, realm: '123_SB1' }, once, own);
    expect(header).toMatch(/^OAuth realm="123_SB1", oauth_consumer_key="dpf43f3p2l4k3l03", /);
    expect(read(header)).toMatchObject({ oauth_callback: 'https://b.example/c?d=e', oauth_nonce: 'chapoH', oauth_timestamp: '137131202' });
    expect(read(header)['oauth_signature']).toBe(read(oauth1Authorization(request, signer, once, own))['oauth_signature']);
});

test('a name of a parameter that objects have is signed as any other', () => {
    const sign = (url: string) => read(oauth1Authorization({ method: 'GET', url }, signer, once))['oauth_signature'];
    expect(sign('https://a.example/b?__proto__=1')).not.toBe(sign('https://a.example/b'));
    expect(sign('https://a.example/b?constructor=1')).not.toBe(sign('https://a.example/b'));
});
