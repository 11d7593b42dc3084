import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { selectAccount } from '@patchbay/contracts';
import type { OAuth2Provider, Provider, ProviderRequest } from '@patchbay/providers';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type ApiResponse, keyWith, outcomeOf, sendJson, spellingsOf, storedText } from './api.fixtures.ts';
import { encodings } from './kernel/egress/encodings.fixtures.ts';
import { start, startSignIn } from './rooms/connect/attempts/attempts.fixtures.ts';
import { post } from './rooms/compat/compat.fixtures.ts';
import { refreshDue } from './rooms/connections/credentials/refresh-due.ts';

const clientSecret = 'the-client-secret/of+ours=1';
const openNames = new Set(['client_id', 'grant_type', 'redirect_uri', 'token_type_hint', 'username']);

/** A provider that repeats in every text, encoded as the test asks, all that it was sent. */
const vendor = {
    encode: (secret: string): string => secret,
    /** In this conversation. */
    received: new Set<string>(),
    everReceived: new Set<string>(),
    issued: 0,
    /** By path; else the response is good. */
    responses: new Map<string, { status: number; body: unknown }>()
};

function receive(...secrets: (string | null | undefined)[]): void {
    for (const secret of secrets) {
        if (!secret) continue;
        vendor.received.add(secret);
        vendor.everReceived.add(secret);
    }
}

function said(): string {
    return [...vendor.received].map((secret) => vendor.encode(secret)).join(' ');
}

function readSecrets({ headers, url }: IncomingMessage, body: string): void {
    const [scheme = '', given = ''] = (headers.authorization ?? '').split(' ');
    if (scheme === 'Basic') receive(Buffer.from(given, 'base64').toString().split(':')[1]);
    else receive(given);
    receive(headers['x-api-key']?.toString());
    const values = headers['content-type'] === 'application/json' ? Object.entries(JSON.parse(body)) : new URLSearchParams(body);
    for (const [name, value] of values) if (!openNames.has(name)) receive(String(value));
    receive(...new URL(url ?? '', 'http://unused').searchParams.values());
}

const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
        readSecrets(request, body);
        const path = request.url?.split('?')[0] ?? '';
        const { status, body: payload } = vendor.responses.get(path) ?? { status: 200, body: successResponse(path) };
        response.writeHead(status, { 'content-type': 'application/json', 'x-said': encodeURIComponent(said()) });
        response.end(typeof payload === 'function' ? JSON.stringify(payload()) : JSON.stringify(payload));
    });
});

function successResponse(path: string): unknown {
    if (path !== '/token') return { accounts: [{ id: 'one', name: said() }] };
    vendor.issued += 1;
    const [access, refresh] = [`access-token-${vendor.issued}-abcdefgh`, `refresh-token-${vendor.issued}-ijklmnop`];
    receive(access, refresh);
    return {
        access_token: access,
        refresh_token: refresh,
        expires_in: 3600,
        scope: `read ${said()}`,
        said: said(),
        note: { said: said() }
    };
}

const accountsOf = async (request: ProviderRequest) => {
    const { json, status, text } = await request({ url: '/me' });
    if (status !== 200) throw new Error(`Not understood: ${text}`);
    const { accounts } = json as { accounts: { id: string; name: string }[] };
    return { accounts: accounts.map(({ id, name }) => ({ id, label: name, connectionConfig: { account: `${id} ${name}` } })) };
};
const checked = async ({ request }: { request: ProviderRequest }) => {
    const { status, text } = await request({ url: '/check' });
    return status === 200
        ? { outcome: 'accepted' as const }
        : ({ outcome: status === 401 ? 'rejected' : 'unreachable', reason: text } as const);
};
const common = { categories: ['other'], docs: 'https://vendor.example/docs', checkCredentials: checked } as const;
const identify: Provider['identify'] = ({ request }) => accountsOf(request);
const connection_config = { account: { type: 'string', title: 'Account', automated: true } } as const;

const oauth: OAuth2Provider = {
    ...common,
    id: 'vendor-oauth',
    display_name: 'Vendor',
    auth_mode: 'OAUTH2',
    authorization_url: '${sandboxUrl}/authorize',
    token_url: '${sandboxUrl}/token',
    revocation_url: '${sandboxUrl}/revoke',
    revocation_ends: 'grant',
    granted_scope_names: {},
    token_response_metadata: ['said', 'note.said'],
    redirect_uri_metadata: ['workspace'],
    connection_config,
    proxy: { base_url: '${sandboxUrl}', headers: { authorization: 'Bearer ${accessToken}' } },
    identify
};
const catalogue: Provider[] = [
    oauth,
    {
        ...oauth,
        id: 'vendor-hooks',
        authorization_method: 'header',
        revoke: async ({ request, client }) => ({
            outcome: 'failed',
            reason: (await request({ url: '/hook', headers: { 'x-api-key': client.clientSecret } })).text
        }),
        fromCallback: ({ query }) => (query['reject'] ? { reject: 'provider_error', message: query['reject'] } : {})
    },
    {
        ...common,
        id: 'vendor-key',
        display_name: 'Vendor key',
        auth_mode: 'API_KEY',
        credentials: { apiKey: { type: 'string', title: 'Key', secret: true } },
        connection_config,
        proxy: { base_url: '${sandboxUrl}', headers: { 'x-api-key': '${apiKey}' } },
        identify
    },
    {
        ...common,
        id: 'vendor-cc',
        display_name: 'Vendor client',
        auth_mode: 'OAUTH2_CC',
        token_url: '${sandboxUrl}/token',
        token_response_metadata: ['said'],
        credentials: {
            client_id: { type: 'string', title: 'Id' },
            client_secret: { type: 'string', title: 'Secret', secret: true }
        },
        connection_config,
        proxy: { base_url: '${sandboxUrl}', headers: { authorization: 'Bearer ${accessToken}' } },
        identify
    }
];

let app: TestApp;
const responses: string[] = [];
beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    // A TCP server's address is an object once it listens.
    const base = `http://localhost:${(server.address() as AddressInfo).port}`;
    app = await startTestApp({
        providers: new Map(catalogue.map((provider) => [provider.id, provider])),
        config: { sandboxUrl: base, allowPrivateHosts: [new URL(base).host] },
        providerTimeouts: { revokeMs: 400 }
    });
    const credentials = { type: 'OAUTH2', client_id: 'client', client_secret: clientSecret, scopes: 'read' } as const;
    for (const { id, auth_mode: mode } of catalogue) await app.integrate(id, mode === 'OAUTH2' ? { credentials } : {});
});
afterAll(async () => {
    await app[Symbol.asyncDispose]();
    await new Promise((resolve) => server.close(resolve));
});
afterEach(() => vendor.responses.clear());

/** Anew, as far as the vendor knows. */
function begin(answered: Record<string, { status: number; body: unknown }> = {}): void {
    vendor.received.clear();
    vendor.responses = new Map(Object.entries(answered));
}
const keep = <T extends ApiResponse>(response: T): T => {
    responses.push(response.text);
    return response;
};

/** @param callback what the provider adds to the callback; a code unless it says an error */
async function signIn(
    integration: string,
    endUser = undefined as Awaited<ReturnType<TestApp['session']>> | undefined,
    callback = () => ({}) as Record<string, string>
) {
    const session = endUser ?? (await app.session());
    const attempt = await startSignIn(session, integration);
    const browser = app.browser();
    const { authorizationUrl = '' } = await browser.launch(attempt.launch_url);
    const code = `code-${crypto.randomUUID()}`;
    // It issued both.
    receive(clientSecret, code);
    const query = new URLSearchParams({ code, state: new URL(authorizationUrl).searchParams.get('state') ?? '', ...callback() });
    const page = await browser.get(new URL(`${app.url}/oauth/callback?${query}`));
    responses.push(JSON.stringify(page));
    const view = keep(await app.raw(`/connect/attempts/${attempt.attempt_id}`, { token: session.token }));
    return {
        session,
        id: attempt.attempt_id,
        view: (view.json as { data: { status: string; code: string | null; connection_id: string } }).data
    };
}

const error = (status: number, code: string) => ({
    status,
    body: () => ({ error: code, error_description: `${said()} is wrong`, message: said() })
});

const outcomes: string[] = [];
async function everyFlow(): Promise<void> {
    outcomes.length = 0;
    const note = (outcome: string) => outcomes.push(outcome);
    const readKey = await keyWith(app, ['environment:connections:read']);
    const look = async (id: string, integration: string, more = '') => {
        const response = await app.raw(`/connections/${id}?provider_config_key=${integration}${more}`);
        // Tokens belong there.
        responses.push(JSON.stringify({ ...Object(response.json), credentials: undefined }));
        return response;
    };

    // Sign-ins that fail: at the callback, at the token, at the check, at the question who it is.
    begin();
    note((await signIn('vendor-oauth', undefined, () => ({ error: 'server_error', error_description: said() }))).view.code ?? '');
    begin();
    note((await signIn('vendor-hooks', undefined, () => ({ reject: said() }))).view.code ?? '');
    for (const [path, response] of [
        ['/token', error(400, 'invalid_grant')],
        ['/token', error(401, 'invalid_client')],
        ['/token', error(503, 'server_error')],
        ['/token', { status: 400, body: () => ({ error: said() }) }],
        ['/check', error(401, 'no')],
        ['/check', error(500, 'no')],
        ['/me', error(500, 'no')]
    ] as const) {
        for (const integration of ['vendor-oauth', 'vendor-hooks']) {
            begin({ [path]: response });
            note((await signIn(integration)).view.code ?? '');
        }
    }

    // One that goes well, is read, renewed and refused to be renewed, and taken back.
    for (const integration of ['vendor-oauth', 'vendor-hooks']) {
        begin();
        const { view } = await signIn(integration, undefined, () => ({ workspace: said() }));
        note(view.status);
        await look(view.connection_id, integration);
        // Tokens belong there, and nothing else.
        const raw = JSON.stringify((await app.connection(view.connection_id, integration)).credentials['raw']);
        for (const spelling of spellingsOf(clientSecret)) expect(raw).not.toContain(spelling);
        for (const response of [
            error(503, 'server_error'),
            error(401, 'invalid_client'),
            error(400, 'odd'),
            undefined,
            error(400, 'invalid_grant')
        ]) {
            begin(response ? { '/token': response } : {});
            note(outcomeOf(await look(view.connection_id, integration, '&force_refresh=true')));
        }
        keep(await app.raw(`/connections?connectionId=${view.connection_id}`, { token: readKey }));
        const reconnect = await app.reconnectSession(view.connection_id, integration);
        keep(await app.raw('/connect/session', { token: reconnect.token }));
        begin({ '/me': { status: 200, body: () => ({ accounts: [{ id: 'another', name: said() }] }) } });
        note((await signIn(integration, reconnect)).view.status);
        const shortest = () => ({
            error: [...vendor.received].map((secret) => vendor.encode(secret)).find((text) => /^\w{1,60}$/.test(text)) ?? said()
        });
        begin({ '/revoke': { status: 500, body: shortest }, '/hook': error(500, 'no') });
        const address = `/connections/${view.connection_id}?provider_config_key=${integration}`;
        note(String(keep(await app.raw(address, { method: 'DELETE' })).status));
    }

    // Several accounts to choose from.
    begin({
        '/me': { status: 200, body: () => ({ accounts: ['a', 'b'].map((id) => ({ id: `${id} ${said()}`, name: `${id} ${said()}` })) }) }
    });
    const { session, id, view } = await signIn('vendor-oauth');
    note(view.status);
    const option = (view as unknown as { options: { id: string }[] }).options[0]?.id ?? '';
    responses.push(JSON.stringify(await session.call(selectAccount, { params: { attempt_id: id }, body: { account_id: option } })));

    // Typed and imported keys, and clients.
    for (const response of [undefined, error(401, 'no'), error(500, 'no')]) {
        for (const [integration, typed] of [
            ['vendor-key', { apiKey: `api-key-${crypto.randomUUID()}` }],
            ['vendor-cc', { client_id: 'client', client_secret: `client-secret-${crypto.randomUUID()}` }]
        ] as const) {
            begin(response ? { '/check': response, ...(integration === 'vendor-cc' ? { '/token': response } : {}) } : {});
            const attempt = await start(await app.session(), integration, { credentials: typed });
            responses.push(JSON.stringify(attempt));
            note(`${attempt.status} ${attempt.code}`);
            if (attempt.connection_id) await look(attempt.connection_id, integration);
        }
        begin(response ? { '/check': response } : {});
        const body = {
            provider_config_key: 'vendor-key',
            connection_id: `imported-${crypto.randomUUID()}`,
            credentials: { type: 'API_KEY', apiKey: 'an-imported-key-123' }
        };
        const imported = await sendJson(app, 'POST', '/connections', body);
        responses.push(JSON.stringify({ ...Object(imported.json), credentials: undefined }));
        note(String(imported.status));
        begin(response ? { '/check': response } : {});
        const { token } = await app.session();
        note(String(keep(await post(app, '/api-auth/api-key/vendor-key', { token, body: { apiKey: 'a-key-of-the-reference-1' } })).status));
    }
    // What could not be checked is checked in the background, and what is due renewed.
    begin({ '/check': error(401, 'no'), '/token': error(400, 'invalid_grant') });
    app.clock.advance(120_000);
    await Promise.all(await refreshDue(app.server.deps, 50));
    keep(await app.raw('/connections', { token: readKey }));
    keep(await app.raw('/connect/attempts?limit=100', { token: readKey }));
}

/** That each place was reached where a provider's words go. */
const renewed = [
    'succeeded',
    ...Array.from({ length: 3 }, () => '424 invalid_credentials'),
    '200',
    '400 invalid_credentials',
    'account_mismatch',
    '200'
];
const twice = (outcome: string) => [outcome, outcome];
const expectedOutcomes = [
    ['provider_error', 'provider_error', 'integration_misconfigured', 'provider_down', 'provider_error'].flatMap(twice),
    ['credentials_rejected', 'provider_down', 'provider_down'].flatMap(twice),
    renewed,
    renewed,
    'needs_choice',
    ['succeeded null', 'succeeded null', '201', '200'],
    ['failed credentials_rejected', 'failed credentials_rejected', '400', '400'],
    ['failed provider_down', 'failed provider_down', '201', '400']
].flat();

test.each(['as it is', 'base64 between two and three bytes', 'hex', 'percent-encoded byte by byte', 'form-encoded Basic credentials'])(
    'T-87, T-88: what a provider repeats of what it was sent reaches no row, no response and no line of the log: %s',
    async (name) => {
        vendor.encode = encodings[name] ?? String;
        responses.length = 0;
        await everyFlow();
        expect(outcomes).toEqual(expectedOutcomes);
        const [rows, log] = [await storedText(app.db), app.logLines.join('\n')];
        const found = new Set<string>();
        for (const secret of vendor.everReceived) {
            for (const spelling of [vendor.encode(secret), ...spellingsOf(secret)]) {
                if (rows.includes(spelling)) found.add(`row: ${secret}`);
                if (log.includes(spelling)) found.add(`log: ${secret}`);
                if (responses.some((response) => response.includes(spelling))) found.add(`answer: ${secret}`);
            }
        }
        expect([...found]).toEqual([]);
        expect(responses.join('\n')).toContain('[secret]');
    },
    // Some fifty conversations.
    120_000
);
