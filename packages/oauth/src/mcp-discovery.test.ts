import { expect, test } from 'vitest';
import {
    authenticationOf,
    chooseAuthMethod,
    clientMetadata,
    readChallenge,
    readRegistration,
    readResourceMetadata,
    readServerMetadata,
    resourceMetadataUrls,
    resourceOf,
    serverMetadataUrls
} from './mcp-discovery.ts';
import { refreshRequest } from './token-request.ts';

test('a challenge names the metadata and the scopes', () => {
    const header = 'Bearer resource_metadata="https://a.example/.well-known/oauth-protected-resource/mcp", scope="files:read files:write"';
    expect(readChallenge(header)).toEqual({
        metadataUrl: 'https://a.example/.well-known/oauth-protected-resource/mcp',
        scopes: ['files:read', 'files:write']
    });
    expect(readChallenge('Bearer realm="x"')).toEqual({ metadataUrl: undefined, scopes: undefined });
    expect(readChallenge(undefined)).toEqual({ metadataUrl: undefined, scopes: undefined });
});

test('metadata is looked for where the server says, at its path, then at its root', () => {
    const told = { metadataUrl: 'https://meta.example/of-a' };
    expect(resourceMetadataUrls('https://a.example/public/mcp', told)).toEqual([
        'https://meta.example/of-a',
        'https://a.example/.well-known/oauth-protected-resource/public/mcp',
        'https://a.example/.well-known/oauth-protected-resource'
    ]);
    for (const metadataUrl of ['file:///etc/passwd', 'https://user@a.example/', 'javascript:alert(1)', 'x'])
        expect(resourceMetadataUrls('https://a.example', { metadataUrl })).toEqual([
            'https://a.example/.well-known/oauth-protected-resource'
        ]);
    expect(serverMetadataUrls('https://b.example/tenant')).toEqual([
        'https://b.example/.well-known/oauth-authorization-server/tenant',
        'https://b.example/.well-known/openid-configuration/tenant',
        'https://b.example/tenant/.well-known/openid-configuration'
    ]);
    expect(serverMetadataUrls('https://b.example')).toEqual([
        'https://b.example/.well-known/oauth-authorization-server',
        'https://b.example/.well-known/openid-configuration'
    ]);
});

test.each([
    ['https://a.example/mcp', true],
    ['https://a.example/mcp/', true],
    ['https://a.example', true],
    ['https://a.example/other', false],
    ['https://a.example/mc', false],
    ['https://a.example/mcp/below', false],
    ['https://evil.example/mcp', false],
    ['http://a.example/mcp', false],
    ['https://a.example:8443/mcp', false],
    ['https://a.example/mcp#fragment', false]
])('metadata of the resource %s is of the server: %s', (resource, isOf) => {
    const json = { resource, authorization_servers: ['https://b.example'] };
    expect(readResourceMetadata(json, 'https://a.example/mcp') !== undefined).toBe(isOf);
});

test('a server that does not name itself is named by its address, without a slash at the end', () => {
    expect(resourceOf('https://a.example/')).toBe('https://a.example');
    expect(resourceOf('https://a.example/mcp/')).toBe('https://a.example/mcp');
});

const server = {
    issuer: 'https://b.example',
    authorization_endpoint: 'https://b.example/authorize',
    token_endpoint: 'https://b.example/token',
    code_challenge_methods_supported: ['S256']
};

test('metadata of another issuer is not taken, and a server without S256 is not used', () => {
    expect(readServerMetadata(server, 'https://b.example/')).toMatchObject({ tokenUrl: 'https://b.example/token', sendsIssuer: false });
    expect(readServerMetadata({ ...server, issuer: 'https://evil.example' }, 'https://b.example')).toBeUndefined();
    expect(readServerMetadata({ ...server, issuer: 'https://b.example/tenant/' }, 'https://b.example/tenant')).toBeUndefined();
    for (const code_challenge_methods_supported of [undefined, [], ['plain']])
        expect(readServerMetadata({ ...server, code_challenge_methods_supported }, 'https://b.example')).toBe('no_pkce');
    for (const bad of ['file:///etc', 'javascript:alert(1)', 'https://b.example/#x', 'https://u:p@b.example/'])
        for (const name of ['token_endpoint', 'authorization_endpoint'])
            expect(readServerMetadata({ ...server, [name]: bad }, 'https://b.example')).toBeUndefined();
    expect(readServerMetadata({ ...server, registration_endpoint: 'data:,x' }, 'https://b.example')).toMatchObject({
        registrationUrl: undefined
    });
});

test('scopes are those of RFC 6749, each once, and no more than a hundred', () => {
    expect(readChallenge('Bearer scope="a a b\u00e9 c"').scopes).toEqual(['a', 'c']);
    const many = Array.from({ length: 300 }, (_, index) => `s${index}`);
    const json = { resource: 'https://a.example', authorization_servers: ['https://b.example'], scopes_supported: many };
    expect(readResourceMetadata(json, 'https://a.example')?.scopes).toHaveLength(100);
});

test('a registration is taken with the secret that its method needs', () => {
    expect(chooseAuthMethod(['none', 'client_secret_basic'])).toBe('client_secret_basic');
    expect(chooseAuthMethod(['none'])).toBe('none');
    expect(readRegistration({ client_id: 'c' }, 'none')?.client).toEqual({ clientId: 'c', authMethod: 'none' });
    expect(readRegistration({ client_id: 'c', token_endpoint_auth_method: 'client_secret_post' }, 'none')).toBeUndefined();
    const secret = { client_id: 'c', client_secret: 's', token_endpoint_auth_method: 'client_secret_basic', client_secret_expires_at: 60 };
    expect(readRegistration(secret, 'none')).toEqual({
        client: { clientId: 'c', clientSecret: 's', authMethod: 'client_secret_basic' },
        endsAt: new Date(60_000)
    });
    expect(readRegistration({ client_id: 'c', token_endpoint_auth_method: 'private_key_jwt' }, 'none')).toBeUndefined();
});

test('a public client sends no secret, and others by the method that was registered', () => {
    const bodyOf = (client: Parameters<typeof authenticationOf>[0]) =>
        refreshRequest({ ...authenticationOf(client), tokenUrl: 'https://b.example/token', refreshToken: 'r' });
    expect(bodyOf({ clientId: 'c', authMethod: 'none' }).body).toBe('grant_type=refresh_token&refresh_token=r&client_id=c');
    expect(bodyOf({ clientId: 'c', clientSecret: 's', authMethod: 'client_secret_post' }).body).toContain('client_secret=s');
    const basic = bodyOf({ clientId: 'c', clientSecret: 's', authMethod: 'client_secret_basic' });
    expect([basic.headers['authorization'], basic.body]).toEqual(['Basic Yzpz', 'grant_type=refresh_token&refresh_token=r']);
});

test('a client on this machine is a native one, and others are on the web', () => {
    const typeOf = (redirectUri: string) =>
        clientMetadata({ name: 'A', url: 'https://a.example', redirectUri, authMethod: 'none' }).application_type;
    expect([typeOf('http://localhost:3003/oauth/callback'), typeOf('https://a.example/oauth/callback')]).toEqual(['native', 'web']);
});
