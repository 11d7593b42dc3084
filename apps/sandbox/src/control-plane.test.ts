import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { APPLICATION_SECRET, BEARER_API_KEYS, KEYED_API_KEYS, OAUTH_CLIENT } from './accounts.ts';
import { FormBrowser } from './form-browser.ts';
import { SHAREABLE_KEY } from './gem/keys.ts';
import { startSandbox } from './sandbox.ts';
import type { Sandbox } from './sandbox.ts';

const CALLBACK = 'http://app.localhost:3003/oauth/callback';
let sandbox: Sandbox;

beforeAll(async () => {
    sandbox = await startSandbox();
});
beforeEach(() => control('POST', 'reset'));
afterAll(() => sandbox.stop());

test('revoke by account ends every token of that account, and no other; the account can allow again', async () => {
    const ada = await signIn('ada');
    const grace = await signIn('grace');
    expect(await control('POST', 'revoke', { account: 'ada' })).toEqual({ account: 'ada', grants_revoked: 1 });
    expect(await statusOf('/api/me', { authorization: `Bearer ${ada.access_token}` })).toBe(401);
    expect(await refreshOf(ada)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    expect(await statusOf('/api/me', { authorization: `Bearer ${grace.access_token}` })).toBe(200);
    const again = await signIn('ada');
    expect(await statusOf('/api/me', { authorization: `Bearer ${again.access_token}` })).toBe(200);
});

test('revoke by account and client leaves what the account gave to others', async () => {
    const ada = await signIn('ada');
    const atLedgerly = { account: 'ada', client_id: 'juniper-at-ledgerly' };
    expect(await control('POST', 'revoke', atLedgerly)).toEqual({ account: 'ada', grants_revoked: 0 });
    expect(await statusOf('/api/me', { authorization: `Bearer ${ada.access_token}` })).toBe(200);
    expect(await control('POST', 'revoke', { account: 'ada', client_id: OAUTH_CLIENT.id })).toMatchObject({ grants_revoked: 1 });
    expect(await statusOf('/api/me', { authorization: `Bearer ${ada.access_token}` })).toBe(401);
});

test.each([
    ['keyed', { key: KEYED_API_KEYS.acme }, '/keyed/v0/account', keyed(KEYED_API_KEYS.acme), 403],
    ['bearer', { key: BEARER_API_KEYS.acme }, '/bearer/v1/account', { authorization: `Bearer ${BEARER_API_KEYS.acme}` }, 401],
    ['basic', { user: 'ada' }, '/basic/v1/account', { authorization: `Basic ${btoa('ada:lovelace')}` }, 401]
])('revoke and restore switch %s credentials off and on', async (_api, target, path, headers, refusal) => {
    expect(await control('POST', 'revoke', target)).toEqual({ ...target, enabled: false });
    expect(await statusOf(path, headers)).toBe(refusal);
    expect(await control('POST', 'restore', target)).toEqual({ ...target, enabled: true });
    expect(await statusOf(path, headers)).toBe(200);
    await control('POST', 'revoke', target);
    await control('POST', 'restore');
    expect(await statusOf(path, headers)).toBe(200);
});

test('rotate gives a new key of the same account, and the old one is dead', async () => {
    const { key } = Object(await control('POST', 'rotate', { key: KEYED_API_KEYS.globex }));
    expect(key).toMatch(/^sandboxkey[a-z0-9]{30}$/);
    expect(await statusOf('/keyed/v0/account', keyed(KEYED_API_KEYS.globex))).toBe(403);
    const account = await fetch(`${sandbox.url}/keyed/v0/account`, { headers: keyed(key) });
    expect(await account.json()).toMatchObject({ id: 'globex' });
    expect(await (await fetch(sandbox.url)).text()).toContain(key);
});

test('reset takes back keys, users, tokens, faults, headers, callbacks, modes, limits, orders and the journal', async () => {
    const ada = await signIn('ada');
    await control('POST', 'rotate', { key: KEYED_API_KEYS.acme });
    await control('POST', 'revoke', { user: 'ada' });
    await control('POST', 'faults', [{ action: 'garbage' }]);
    await control('POST', 'coop', { value: 'same-origin' });
    await control('POST', 'callback', { mode: 'drop' });
    await control('POST', 'modes', { consent_page: 'hangs' });
    await control('POST', 'limits', { section: 'keyed', windows: [{ requests: 1, per_ms: 60_000 }] });
    const asGlobex = { authorization: `Bearer ${BEARER_API_KEYS.globex}` };
    await fetch(`${sandbox.url}/bearer/v1/orders`, { method: 'POST', headers: asGlobex, body: '{}' });
    await statusOf('/keyed/v0/account', keyed(KEYED_API_KEYS.globex));
    await control('POST', 'reset');
    expect(await control('GET', 'journal')).toEqual({ requests: [] });
    expect(await control('GET', 'token-calls')).toEqual({ grants: [], refresh_tokens: [] });
    expect(await control('GET', 'limits')).toEqual({ limits: [], keys: [] });
    expect(await (await fetch(`${sandbox.url}/bearer/v1/orders`, { headers: asGlobex })).json()).toMatchObject({ count: 0 });
    expect(await statusOf('/keyed/v0/account', keyed(KEYED_API_KEYS.acme))).toBe(200);
    expect(await statusOf('/basic/v1/account', { authorization: `Basic ${btoa('ada:lovelace')}` })).toBe(200);
    expect(await statusOf('/api/me', { authorization: `Bearer ${ada.access_token}` })).toBe(401);
    expect(await control('GET', 'faults')).toEqual({ faults: [] });
    const page = await new FormBrowser().open(authorizationUrl());
    expect('html' in page && page.headers.get('cross-origin-opener-policy')).toBe(null);
    expect(await new FormBrowser().consent(authorizationUrl(), { decision: 'allow' })).toHaveProperty('callback');
});

test('a user whose password is replaced needs the new one', async () => {
    const { password } = Object(await control('POST', 'rotate', { user: 'ada' }));
    expect(await statusOf('/basic/v1/loans', { authorization: `Basic ${btoa('ada:lovelace')}` })).toBe(401);
    expect(await statusOf('/basic/v1/loans', { authorization: `Basic ${btoa(`ada:${password}`)}` })).toBe(200);
    expect(await (await fetch(`${sandbox.url}/shelfmark`)).text()).toContain(password);
});

test('every made-up service has a page in its own look, with the keys that its API accepts', async () => {
    const { vendors } = Object(await control('GET', 'vendors'));
    expect(vendors.length).toBeGreaterThan(4);
    for (const { id, name, mark } of vendors) {
        const html = await (await fetch(`${sandbox.url}/${id}`)).text();
        expect(html).toContain(name);
        expect(html).toContain('class="vendor"');
        expect(mark).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
    }
    const talentry = await (await fetch(`${sandbox.url}/talentry`)).text();
    expect(talentry).toContain(BEARER_API_KEYS.acme);
    const response = await fetch(`${sandbox.url}/bearer/v1/candidates`, { headers: { authorization: `Bearer ${BEARER_API_KEYS.acme}` } });
    expect(await response.json()).toMatchObject({ data: [{ name: 'Amara Okafor' }, { name: 'Tomás Rivera' }] });
});

test('the made-up services on emulators have what is valid there now', async () => {
    const { vendors } = Object(await control('GET', 'vendors'));
    const { apps } = Object(await control('GET', 'quickbooks/apps'));
    const { client, webhook_secret: webhookSecret } = vendors.find(({ id }: { id: string }) => id === 'tallystone');
    expect(apps).toContainEqual({ ...client, environment: 'production', verifierToken: webhookSecret });
    expect(await (await fetch(`${sandbox.url}/tallystone`)).text()).toContain('Acme Landscaping');

    const page = async () => (await fetch(`${sandbox.url}/gatherwell`)).text();
    expect(await page()).toContain(SHAREABLE_KEY);
    await control('POST', 'gem/keys', { key: SHAREABLE_KEY, enabled: false });
    await control('POST', 'gem/keys', { key: 'the-one-after-it', kind: 'shareable' });
    expect(await page()).not.toContain(SHAREABLE_KEY);
    expect(await page()).toContain('the-one-after-it');
});

test('accounts shows everything one can sign in with, and what is switched off', async () => {
    await control('POST', 'revoke', { key: KEYED_API_KEYS.acme });
    expect(await control('GET', 'accounts')).toMatchObject({
        application_secret: APPLICATION_SECRET,
        keys: expect.arrayContaining([
            { key: KEYED_API_KEYS.acme, api: 'keyed', account: 'acme', enabled: false },
            { key: KEYED_API_KEYS.globex, api: 'keyed', account: 'globex', enabled: true }
        ]),
        basic_users: expect.arrayContaining([{ user: 'grace', password: 'hopper', enabled: true }]),
        people: expect.arrayContaining([expect.objectContaining({ id: 'linus' })]),
        oauth_clients: expect.arrayContaining([expect.objectContaining({ id: OAUTH_CLIENT.id })])
    });
});

test('coop puts the header on every page of the authorization server, errors too, and null takes it off', async () => {
    const policies = async () => {
        const consent = await new FormBrowser().open(authorizationUrl());
        const unknownClient = await new FormBrowser().open(`${sandbox.url}/oauth/auth?client_id=unknown&response_type=code`);
        const expired = await new FormBrowser().open(`${sandbox.url}/oauth/interaction/expired`);
        return [consent, unknownClient, expired].map((page) =>
            'html' in page ? page.headers.get('cross-origin-opener-policy') : 'no page'
        );
    };
    expect(await control('POST', 'coop', { value: 'same-origin' })).toEqual({ value: 'same-origin' });
    expect(await policies()).toEqual(['same-origin', 'same-origin', 'same-origin']);
    await control('POST', 'coop', { value: null });
    expect(await policies()).toEqual([null, null, null]);
});

describe('callback', () => {
    const arrivalIn = async (mode: string | object, decision: 'allow' | 'deny' = 'allow') => {
        const plan = typeof mode === 'string' ? { mode } : mode;
        expect(await control('POST', 'callback', plan)).toEqual(plan);
        return new FormBrowser().consent(authorizationUrl({ state: 'right' }), { decision });
    };
    const parametersIn = async (mode: string | object, decision: 'allow' | 'deny' = 'allow') => {
        const arrival = await arrivalIn(mode, decision);
        return 'callback' in arrival ? Object.fromEntries(arrival.callback.searchParams) : {};
    };
    const issuer = () => `${sandbox.url}/oauth`;
    const hopsWith = async (plan: object) => {
        await control('DELETE', 'journal');
        await arrivalIn(plan);
        const { requests } = Object(await control('GET', 'journal'));
        return requests.length;
    };

    test('normal sends code, state and iss', async () => {
        expect(await parametersIn('normal')).toEqual({ code: expect.any(String), state: 'right', iss: issuer() });
    });
    test('wrong_state sends another state', async () => {
        const parameters = await parametersIn('wrong_state');
        expect(parameters).toEqual({ code: expect.any(String), state: expect.stringMatching(/^wrong-/), iss: issuer() });
    });
    test('wrong_state also applies to a refusal', async () => {
        expect(await parametersIn('wrong_state', 'deny')).toMatchObject({
            error: 'access_denied',
            state: expect.stringMatching(/^wrong-/)
        });
    });
    test('altered_iss sends another issuer', async () => {
        expect(await parametersIn('altered_iss')).toEqual({ code: expect.any(String), state: 'right', iss: 'https://elsewhere.example' });
    });
    test('no_state and no_iss leave it out', async () => {
        expect(await parametersIn('no_state')).toEqual({ code: expect.any(String), iss: issuer() });
        expect(await parametersIn('no_iss')).toEqual({ code: expect.any(String), state: 'right' });
    });
    test('error sends one in place of the code, with its description or without', async () => {
        const error = { error: 'temporarily_unavailable', error_description: 'Come back <b>tomorrow</b> & bring cake' };
        expect(await parametersIn({ mode: 'error', ...error })).toEqual({ ...error, state: 'right', iss: issuer() });
        expect(await parametersIn({ mode: 'error', error: 'access_denied' }, 'deny')).toEqual({
            error: 'access_denied',
            state: 'right',
            iss: issuer()
        });
    });
    test('delay sends people back late', async () => {
        const startedAt = performance.now();
        expect(await parametersIn({ mode: 'delay', ms: 120 })).toEqual({ code: expect.any(String), state: 'right', iss: issuer() });
        expect(performance.now() - startedAt).toBeGreaterThan(110);
    });
    test('redirect_chain goes over as many redirects as told, with the code only in the last', async () => {
        const hopsBefore = await hopsWith({ mode: 'normal' });
        const hopsAfter = await hopsWith({ mode: 'redirect_chain', hops: 5 });
        expect(hopsAfter).toBe(hopsBefore + 5);
        expect(await parametersIn({ mode: 'redirect_chain', hops: 2 })).toEqual({
            code: expect.any(String),
            state: 'right',
            iss: issuer()
        });
        const { requests } = Object(await control('GET', 'journal?path_regex=/onward/'));
        expect(requests).toHaveLength(7);
        for (const { query } of requests) expect(query).toEqual({});
        expect(await statusOf(requests[0].path.replace(/onward.*/, 'onward/unknown/1'), {})).toBe(404);
    });
    test('drop stays on a page of the sandbox', async () => {
        const arrival = await arrivalIn('drop');
        expect(arrival).toMatchObject({ status: 200, html: expect.not.stringContaining(CALLBACK) });
    });
    test('duplicate shows a page that goes to the callback twice', async () => {
        const arrival = await arrivalIn('duplicate');
        if (!('html' in arrival)) throw new Error('No page was shown.');
        expect(arrival.html.match(/go\(\)|setTimeout\(go/g)).toHaveLength(2);
        expect(arrival.html).toContain(`href="${CALLBACK}?`);
        expect(arrival.headers.get('content-security-policy')).toContain("script-src 'unsafe-inline'");
    });
    test('form_post shows a page that sends the same by POST', async () => {
        const arrival = await arrivalIn('form_post');
        if (!('html' in arrival)) throw new Error('No page was shown.');
        expect(arrival.html).toContain(`<form class="card" method="post" action="${CALLBACK}">`);
        expect([...arrival.html.matchAll(/<input type="hidden" name="(\w+)"/g)].map(([, name]) => name)).toEqual(['code', 'state', 'iss']);
    });
});

describe('journal', () => {
    test('lists what arrived, with secrets as hashes only', async () => {
        const headers = keyed(KEYED_API_KEYS.acme);
        await fetch(`${sandbox.url}/keyed/v0/users?page_size=1&tag=a&tag=b&code=hidden`, { headers });
        const { requests } = Object(await control('GET', 'journal'));
        expect(requests).toEqual([
            {
                method: 'GET',
                path: '/keyed/v0/users',
                query: { page_size: ['1'], tag: ['a', 'b'], code: [sha256('hidden')] },
                form: {},
                header_names: expect.arrayContaining(['x-api-key', 'x-application-secret', 'host']),
                secret_headers: { 'x-api-key': sha256(KEYED_API_KEYS.acme), 'x-application-secret': sha256(APPLICATION_SECRET) },
                body_bytes: 0,
                body_sha256: createHash('sha256').digest('hex'),
                target_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
                status: 200,
                aborted: false,
                time: expect.stringMatching(/^\d{4}-.*Z$/)
            }
        ]);
    });

    test('shows no secret of an OAuth round trip, but how it went', async () => {
        const tokens = await signIn('ada');
        await refreshOf(tokens);
        await statusOf('/api/me', { authorization: `Bearer ${tokens.access_token}` });
        const journal = await control('GET', 'journal');
        for (const secret of [tokens.code, tokens.access_token, tokens.refresh_token, OAUTH_CLIENT.secret])
            expect(JSON.stringify(journal)).not.toContain(secret);
        const { requests } = Object(await control('GET', 'journal?path_regex=/token$'));
        expect(requests).toMatchObject([
            {
                form: { grant_type: ['authorization_code'], code: [sha256(tokens.code)], client_secret: [sha256(OAUTH_CLIENT.secret)] },
                status: 200
            },
            { form: { grant_type: ['refresh_token'], refresh_token: [sha256(tokens.refresh_token)] }, status: 200 }
        ]);
    });

    test('filters by path and forgets on DELETE', async () => {
        await statusOf('/api/me', {});
        await statusOf('/basic/v1/account', {});
        expect(await control('GET', 'journal?path_regex=^/basic')).toMatchObject({
            requests: [{ path: '/basic/v1/account', status: 401 }]
        });
        await control('DELETE', 'journal');
        expect(await control('GET', 'journal')).toEqual({ requests: [] });
    });
});

test.each([
    ['POST', 'revoke', {}, 400],
    ['POST', 'revoke', { account: 'ada', key: 'x' }, 400],
    ['POST', 'revoke', { account: 'nobody' }, 404],
    ['POST', 'revoke', { key: 'unknown' }, 404],
    ['POST', 'revoke', { user: 'nobody' }, 404],
    ['POST', 'revoke', ['ada'], 400],
    ['POST', 'restore', { account: 'ada' }, 400],
    ['POST', 'rotate', { key: 'unknown' }, 404],
    ['POST', 'revoke', { grant: 'unknown' }, 404],
    ['POST', 'narrow', { account: 'nobody', scopes: [] }, 404],
    ['POST', 'narrow', { account: 'ada', scopes: ['contacts.delete'] }, 400],
    ['POST', 'narrow', { account: 'ada' }, 400],
    ['POST', 'callback', { mode: 'sideways' }, 400],
    ['POST', 'callback', { mode: 'delay' }, 400],
    ['POST', 'callback', { mode: 'normal', ms: 5 }, 400],
    ['POST', 'callback', { mode: 'redirect_chain', hops: 0 }, 400],
    ['POST', 'callback', { mode: 'error', error: '' }, 400],
    ['POST', 'modes', { client_id: 'unknown' }, 400],
    ['POST', 'modes', { grace: 5 }, 400],
    ['POST', 'modes', { toString: 5 }, 400],
    ['POST', 'modes', { grace_s: '5' }, 400],
    ['POST', 'modes', { access_token_lifetime_s: 0 }, 400],
    ['POST', 'modes', { refresh_token: 'toString' }, 400],
    ['POST', 'modes', { withheld_scopes: ['everything'] }, 400],
    ['POST', 'modes', { revocation: 'sometimes' }, 400],
    ['POST', 'limits', {}, 400],
    ['POST', 'limits', { section: 'api', windows: [] }, 400],
    ['POST', 'limits', { section: 'keyed' }, 400],
    ['POST', 'limits', { section: 'keyed', windows: [{ requests: 0, per_ms: 1000 }] }, 400],
    ['POST', 'limits', { section: 'keyed', windows: [{ requests: 1 }] }, 400],
    ['POST', 'limits', { section: 'keyed', windows: [], headers: 'all' }, 400],
    ['POST', 'limits', { section: 'keyed', windows: [], retry_after: 'soon' }, 400],
    ['POST', 'clock', { advance_s: -1 }, 400],
    ['POST', 'clock', { advance_ms: 1 }, 400],
    ['POST', 'coop', { value: 'a\nb' }, 400],
    ['POST', 'coop', {}, 400],
    ['GET', 'journal?path_regex=(', undefined, 400],
    ['POST', 'faults', {}, 400],
    ['POST', 'faults', [{ action: 'explode' }], 400],
    ['POST', 'faults', [{ action: 'delay' }], 400],
    ['POST', 'faults', [{ action: { type: 'status', code: 99 } }], 400],
    ['POST', 'faults', [{ action: { type: 'redirect', location: 'a\r\nb: c' } }], 400],
    ['POST', 'faults', [{ action: 'hang', match: { path_regex: '(' } }], 400],
    ['POST', 'faults', [{ action: 'hang', match: { path: '/x' } }], 400],
    ['POST', 'faults', [{ action: 'hang', times: 0 }], 400],
    ['POST', 'faults', [{ action: 'hang', match: { grant_type: 5 } }], 400],
    ['PUT', 'faults', undefined, 404],
    ['GET', 'elsewhere', undefined, 404]
])('%s %s with %j gets %4$i and a reason', async (method, verb, body, status) => {
    const response = await fetch(`${sandbox.controlUrl}/_ctl/${verb}`, {
        method,
        ...(body === undefined ? {} : { body: JSON.stringify(body) })
    });
    expect(response.status).toBe(status);
    expect(await response.json()).toEqual({ error: expect.stringMatching(/\.$/) });
});

test('a body that is not JSON is refused', async () => {
    const response = await fetch(`${sandbox.controlUrl}/_ctl/coop`, { method: 'POST', body: '{' });
    expect(response.status).toBe(400);
});

test.each([{ origin: 'http://localhost:3010' }, { host: 'rebound.example' }])('a web page can not drive it: %j', async (headers) => {
    const status = await new Promise((resolve, reject) => {
        httpRequest(`${sandbox.controlUrl}/_ctl/accounts`, { headers }, (response) => resolve(response.resume().statusCode))
            .on('error', reject)
            .end();
    });
    expect(status).toBe(403);
});

test('the public port does not respond for the control plane', async () => {
    expect(await statusOf('/_ctl/accounts', {})).toBe(404);
});

async function control(method: string, verb: string, body?: unknown): Promise<unknown> {
    const response = await fetch(`${sandbox.controlUrl}/_ctl/${verb}`, {
        method,
        ...(body === undefined ? {} : { body: JSON.stringify(body) })
    });
    return response.json();
}

interface Tokens {
    code: string;
    access_token: string;
    refresh_token: string;
}

async function signIn(account: string): Promise<Tokens> {
    const arrival = await new FormBrowser().consent(authorizationUrl(), { account, decision: 'allow' });
    const code = 'callback' in arrival ? (arrival.callback.searchParams.get('code') ?? '') : '';
    const { body } = await tokenRequest({ grant_type: 'authorization_code', code, redirect_uri: CALLBACK });
    return { code, ...Object(body) };
}

function refreshOf({ refresh_token }: Tokens): Promise<{ status: number; body: unknown }> {
    return tokenRequest({ grant_type: 'refresh_token', refresh_token });
}

async function tokenRequest(form: Record<string, string>): Promise<{ status: number; body: unknown }> {
    const body = new URLSearchParams({ ...form, client_id: OAUTH_CLIENT.id, client_secret: OAUTH_CLIENT.secret });
    const response = await fetch(`${sandbox.url}/oauth/token`, { method: 'POST', body });
    return { status: response.status, body: await response.json() };
}

function authorizationUrl(parameters: Record<string, string> = {}): string {
    const request = { client_id: OAUTH_CLIENT.id, redirect_uri: CALLBACK, response_type: 'code', scope: 'contacts.read', ...parameters };
    return `${sandbox.url}/oauth/auth?${new URLSearchParams(request)}`;
}

async function statusOf(path: string, headers: Record<string, string>): Promise<number> {
    return (await fetch(sandbox.url + path, { headers })).status;
}

function keyed(key: string): Record<string, string> {
    return { 'x-api-key': key, 'x-application-secret': APPLICATION_SECRET };
}

function sha256(text: string): string {
    return createHash('sha256').update(text).digest('hex');
}

describe('webhooks', () => {
    const sentTo = async (statuses: number[], order: Record<string, unknown>) => {
        const bodies: { headers: IncomingHttpHeaders; body: string }[] = [];
        const receiver = createServer((request, response) => {
            let body = '';
            request.on('data', (chunk: Buffer) => (body += chunk.toString()));
            request.on('end', () => {
                bodies.push({ headers: request.headers, body });
                response.writeHead(statuses.shift() ?? 200).end('{}');
            });
        });
        await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening));
        const { port } = receiver.address() as AddressInfo;
        await control('POST', 'webhooks', { url: `http://127.0.0.1:${port}/`, secret: 's', ...order });
        await expect.poll(async () => control('GET', 'webhooks'), { timeout: 10_000 }).toMatchObject({ webhooks: [{ done: true }] });
        receiver.closeAllConnections();
        await new Promise((closed) => receiver.close(closed));
        return { bodies, sent: await control('GET', 'webhooks') };
    };

    test('a webhook is signed as its vendor does, and sent again until it is taken', async () => {
        const { bodies, sent } = await sentTo([503, 401], { form: 'github', account: '7', id: 'd1', retries_ms: [1, 1, 1] });
        expect(sent).toEqual({ webhooks: [{ id: 'd1', form: 'github', attempts: [503, 401, 200], response: '{}', done: true }] });
        const [first] = bodies;
        const expected = createHmac('sha256', 's')
            .update(first?.body ?? '')
            .digest('hex');
        expect(first?.headers).toMatchObject({ 'x-hub-signature-256': `sha256=${expected}`, 'x-github-delivery': 'd1' });
        expect(JSON.parse(first?.body ?? '')).toMatchObject({ installation: { id: 7 } });
    });

    test('another body than the signed one is sent where it is told to', async () => {
        const { bodies } = await sentTo([], { form: 'github', tampered_body: '{}' });
        expect(bodies.map(({ body }) => body)).toEqual(['{}']);
    });

    test.each([
        [{ form: 'nothing' }, /"form" must be one of github/],
        [{ form: 'github', url: 'https://example.com/' }, /address on this machine/],
        [{ form: 'github', url: 'http://localhost:1/', retries_ms: 'often' }, /"retries_ms"/],
        [{ form: 'github', url: 'http://localhost:1/', secret: 1 }, /are texts/],
        [{ form: 'github', url: 'http://localhost:1/', colour: 'red' }, /no "colour"/]
    ])('an order such as %j is refused', async (order, message) => {
        expect(await control('POST', 'webhooks', order)).toEqual({ error: expect.stringMatching(message) });
    });
});
