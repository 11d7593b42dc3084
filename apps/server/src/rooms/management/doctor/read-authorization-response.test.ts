import { expect, test } from 'vitest';
import { readAuthorizationResponse } from './read-authorization-response.ts';

const redirectUri = 'https://patchbay.example.com/oauth/callback';
const read = (status: number, { location, body = '' }: { location?: string; body?: string }) =>
    readAuthorizationResponse({ status, headers: location === undefined ? {} : { location }, body: Buffer.from(body) }, redirectUri).kind;

const google = Buffer.from('\n\x15redirect_uri_mismatch\x12 You can’t sign in to this app').toString('base64url');

test.each([
    ['a page to sign in', 200, { body: '<form action="/login?redirect_uri=https%3A%2F%2Fpatchbay.example.com"></form>' }, 'ok'],
    ['on to its sign-in', 302, { location: '/login?client_id=1&redirect_uri=x&state=y' }, 'ok'],
    ['a page for errors, with the code in base64', 302, { location: `/signin/oauth/error?authError=${google}` }, 'redirect_refused'],
    ['words about the redirect URI', 400, { body: 'The redirect_uri MUST match the registered callback URL' }, 'redirect_refused'],
    ['words about the client', 400, { body: '<h1>invalid_client</h1> no such app' }, 'client_unknown'],
    ['a code in a page with status 200', 200, { body: 'error: invalid_client_id' }, 'client_unknown'],
    ['back with an error about scopes', 303, { location: `${redirectUri}?error=invalid_scope&state=y` }, 'scopes_refused'],
    ['back with an error about the client', 303, { location: `${redirectUri}?error=unauthorized_client` }, 'client_unknown'],
    ['back because a sign-in is needed first', 303, { location: `${redirectUri}?error=login_required` }, 'ok'],
    ['a failure of its own', 503, { body: 'redirect_uri' }, 'failing']
] as const)('of the start of a sign-in, %s', (_what, status, response, kind) => {
    expect(read(status, response)).toBe(kind);
});
