import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createIntegration, getConnection } from '@patchbay/contracts';
import { type OAuth2Provider, providers } from '@patchbay/providers';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type WholeRow, findWholeById } from '../../connection-store/usable-connection.sql.ts';
import { acquireLease } from '../../credentials/refresh.sql.ts';
import { read, startSignIn, storedConnection } from '../../../connect/attempts/attempts.fixtures.ts';

interface Sent {
    path: string;
    params: Record<string, string>;
    headers: IncomingMessage['headers'];
}
type Answer = (sent: Sent) => { status?: number; body: unknown } | Promise<{ status?: number; body: unknown }>;

/** A vendor that rotates its refresh tokens, and takes each one once. */
const vendor = {
    sent: [] as Sent[],
    refreshTokens: new Set<string>(),
    issued: 0,
    sessions: 0,
    /** What the request after a token response gets, where it is not what the vendor says. */
    step: undefined as Answer | undefined,
    base: '',
    /** While it is asked for a token. */
    onToken: undefined as (() => Promise<void>) | undefined
};

const answers: Record<string, Answer> = {
    '/oauth/token': async ({ params }) => {
        await vendor.onToken?.();
        if (params.grant_type === 'refresh_token' && !vendor.refreshTokens.delete(params.refresh_token ?? ''))
            return { status: 400, body: { error: 'invalid_grant' } };
        vendor.issued += 1;
        vendor.refreshTokens.add(`rt-${vendor.issued}`);
        return { body: { access_token: `at-${vendor.issued}`, refresh_token: `rt-${vendor.issued}`, expires_in: 600 } };
    },
    '/rest-services/login': ({ params }) => {
        vendor.sessions += 1;
        return {
            body: { BhRestToken: `session-${vendor.sessions}-of-${params.access_token}`, restUrl: `${vendor.base}/rest-services/e999/` }
        };
    },
    '/v24.0/oauth/access_token': ({ params }) => {
        vendor.issued += 1;
        if (params.grant_type === 'fb_exchange_token')
            return { body: { access_token: `long-${vendor.issued}`, token_type: 'bearer', expires_in: 5_184_000 } };
        return { body: { access_token: `short-${vendor.issued}`, token_type: 'bearer', expires_in: 3600 } };
    },
    '/v24.0/me': () => ({ body: { id: '10', name: 'Ada Lovelace' } })
};

const noItems: Answer = () => ({ body: { data: [] } });

const isStep = ({ path, params }: Sent) => path === '/rest-services/login' || params.grant_type === 'fb_exchange_token';

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://vendor');
    const params = Object.fromEntries([...searchParams, ...new URLSearchParams(text)]);
    const sent = { path: pathname, params, headers: request.headers };
    vendor.sent.push(sent);
    const answer = (isStep(sent) && vendor.step) || answers[pathname] || noItems;
    const { status = 200, body } = await answer(sent);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

const server = createServer((request, response) => void respond(request, response));

let app: TestApp;
beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    // A TCP server's address is an object once it listens.
    vendor.base = `http://localhost:${(server.address() as AddressInfo).port}`;
    app = await startTestApp(options());
    await integrate('bullhorn');
    await integrate('revocable');
    await integrate('meta-marketing-api');
});
beforeEach(() => Object.assign(vendor, { sent: [], step: undefined, onToken: undefined }));
afterAll(async () => {
    await app[Symbol.asyncDispose]();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
});

function options() {
    const bullhorn = atVendor('bullhorn');
    const revocable = { ...bullhorn, id: 'revocable', revocation_url: '${sandboxUrl}/oauth/revoke', revocation_ends: 'grant' as const };
    return {
        providers: new Map([bullhorn, revocable, atVendor('meta-marketing-api')].map((one) => [one.id, one])),
        config: { sandboxUrl: vendor.base, allowPrivateHosts: [new URL(vendor.base).host] },
        providerTimeouts: { tokenMs: 3000, checkMs: 3000 }
    };
}

/** The definition that we ship, at a vendor on this machine. */
function atVendor(id: string): OAuth2Provider {
    const definition = providers.get(id);
    if (definition?.auth_mode !== 'OAUTH2' || !definition.proxy || !definition.token_step) throw new Error(`${id} has no such step`);
    const at = (address: string) => address.replace(/^https:\/\/[^/]+/, '${sandboxUrl}');
    const { connection_config: fields, proxy } = definition;
    return {
        ...definition,
        authorization_url: at(definition.authorization_url),
        token_url: at(definition.token_url),
        token_step: { ...definition.token_step, token_url: at(definition.token_step.token_url) },
        ...(fields?.restUrl && {
            connection_config: { ...fields, restUrl: { type: 'string', title: 'REST URL', format: 'uri', automated: true } }
        }),
        proxy: { ...proxy, base_url: at(proxy.base_url) }
    };
}

function integrate(provider: string) {
    const credentials = { type: 'OAUTH2', client_id: 'client', client_secret: 'client-secret' } as const;
    return app.call(createIntegration, { body: { provider, unique_key: provider, credentials } });
}

async function signIn(integrationId: string, typed: Record<string, string> = {}) {
    const endUser = await app.session();
    const attempt = await startSignIn(endUser, integrationId, { connection_config: typed });
    const browser = app.browser();
    const { authorizationUrl = '' } = await browser.launch(attempt.launch_url);
    const callback = new URL(`${app.url}/oauth/callback?code=code-1`);
    callback.searchParams.set('state', new URL(authorizationUrl).searchParams.get('state') ?? '');
    await browser.get(callback);
    return read(endUser, attempt.attempt_id);
}

async function connect(integrationId: string, typed?: Record<string, string>): Promise<string> {
    const attempt = await signIn(integrationId, typed);
    expect(attempt).toMatchObject({ status: 'succeeded' });
    return attempt.connection_id ?? '';
}

function readConnection(id: string, integrationId: string, at: TestApp = app) {
    const query = { provider_config_key: integrationId, refresh_token: 'true' } as const;
    return at.call(getConnection, { params: { connection_id: id }, query });
}

const almost60Days = 60 * 24 * 3_600_000 - 10 * 60_000;
const atDataCenter = { dataCenter: 'emea' };
const paths = () => vendor.sent.map(({ path }) => path);

test('after the token response the provider is asked for the token that calls carry, and for where to', async () => {
    const id = await connect('bullhorn', atDataCenter);
    const [, login] = vendor.sent;
    expect(paths().slice(0, 2)).toEqual(['/oauth/token', '/rest-services/login']);
    expect(login?.params).toEqual({ version: '*', access_token: `at-${vendor.issued}`, ttl: '60' });
    const { credentials, connection_config: config } = await readConnection(id, 'bullhorn');
    const session = `session-${vendor.sessions}-of-at-${vendor.issued}`;
    expect(credentials).toMatchObject({ access_token: session, refresh_token: `rt-${vendor.issued}` });
    expect(config).toEqual({ dataCenter: 'emea', restUrl: `${vendor.base}/rest-services/e999/` });
    const proxied = await app.raw('/proxy/entity/Candidate/1', { headers: { 'connection-id': id, 'provider-config-key': 'bullhorn' } });
    expect(proxied.status).toBe(200);
    expect(vendor.sent.at(-1)).toMatchObject({ path: '/rest-services/e999/entity/Candidate/1', headers: { bhresttoken: session } });
});

test('each renewal is followed by the same request', async () => {
    const id = await connect('bullhorn', atDataCenter);
    vendor.sent = [];
    app.clock.advance(56 * 60_000);
    const { credentials } = await readConnection(id, 'bullhorn');
    expect(paths()).toEqual(['/oauth/token', '/rest-services/login']);
    expect(credentials).toMatchObject({
        access_token: `session-${vendor.sessions}-of-at-${vendor.issued}`,
        refresh_token: `rt-${vendor.issued}`
    });
});

test.each<[string, Answer, code: string, words: string | null]>([
    ['is down', () => ({ status: 503, body: {} }), 'provider_down', null],
    [
        'refuses the token',
        () => ({ status: 401, body: { errorCode: 401, errorMessage: 'Invalid or expired OAuth access token.' } }),
        'provider_error',
        'Invalid or expired OAuth access token.'
    ],
    ['brings no token', () => ({ body: { restUrl: `${vendor.base}/rest-services/e999/` } }), 'provider_down', null],
    ['names no address', () => ({ body: { BhRestToken: 'session' } }), 'provider_down', null],
    ['names what is no address', () => ({ body: { BhRestToken: 'session', restUrl: 'javascript:alert(1)' } }), 'provider_down', null]
])('a sign-in whose second request %s fails, stores nothing, and its grant is revoked', async (_what, step, code, words) => {
    vendor.step = step;
    const before = (await app.connections()).length;
    expect(await signIn('revocable', atDataCenter)).toMatchObject({ status: 'failed', code, provider_text: words, connection_id: null });
    expect(await app.connections()).toHaveLength(before);
    await vi.waitFor(() => expect(paths()).toContain('/oauth/revoke'));
    expect(vendor.sent.find(({ path }) => path === '/oauth/revoke')?.params).toMatchObject({ token: `rt-${vendor.issued}` });
});

test('a renewal whose second request fails keeps the rotated refresh token, and is tried again with it', async () => {
    const id = await connect('bullhorn', atDataCenter);
    app.clock.advance(56 * 60_000);
    vendor.step = () => ({ status: 503, body: {} });
    await expect(readConnection(id, 'bullhorn')).rejects.toThrow(
        'Bullhorn is down or busy (status 503). Patchbay will retry automatically.'
    );
    expect(await storedConnection(app, id)).toMatchObject({ auth_state: 'failing', auth_failure: { kind: 'transient' } });
    vendor.step = undefined;
    vendor.sent = [];
    app.clock.advance(5 * 60_000);
    const { credentials } = await readConnection(id, 'bullhorn');
    // The vendor takes a refresh token once: the old one would have ended the grant.
    expect(vendor.sent[0]?.params.refresh_token).toBe(`rt-${vendor.issued - 1}`);
    expect(credentials).toMatchObject({ refresh_token: `rt-${vendor.issued}` });
    expect(await storedConnection(app, id)).toMatchObject({ auth_state: 'ok', auth_failure: null });
});

test('a server that dies between the two requests leaves the rotated refresh token to the others', async () => {
    const id = await connect('bullhorn', atDataCenter);
    app.clock.advance(56 * 60_000);
    const dying = await startTestApp({ ...options(), replicaOf: app });
    let release = () => {};
    const isReleased = new Promise<void>((resolve) => (release = resolve));
    const isAsked = new Promise<void>((resolve) => {
        vendor.step = async (sent) => {
            resolve();
            await isReleased;
            return { body: { BhRestToken: 'too-late', restUrl: `${vendor.base}/rest-services/${sent.params.access_token}/` } };
        };
    });
    const stored = await storedConnection(app, id);
    let before: WholeRow | undefined;
    vendor.onToken = async () => void (before = stored && (await findWholeById(app.db, stored)));
    const lost = readConnection(id, 'bullhorn', dying).catch(() => undefined);
    await isAsked;
    vendor.step = undefined;
    // Its lease ends.
    app.clock.advance(31_000);
    if (!before) throw new Error('The row was not read.');
    const times = { now: app.clock.now(), until: new Date(app.clock.now().getTime() + 30_000) };
    // Who read the row before it was stored would spend the old token once more.
    expect(await acquireLease(app.db, before, times)).toBeUndefined();
    const { credentials } = await readConnection(id, 'bullhorn');
    expect(credentials).toMatchObject({
        refresh_token: `rt-${vendor.issued}`,
        access_token: `session-${vendor.sessions}-of-at-${vendor.issued}`
    });
    release();
    await lost;
    expect((await readConnection(id, 'bullhorn')).credentials).toEqual(credentials);
    await dying[Symbol.asyncDispose]();
});

test('a token without a refresh token is traded for a long-lived one, and that one again before its end', async () => {
    const id = await connect('meta-marketing-api');
    const first = await readConnection(id, 'meta-marketing-api');
    const exchange = vendor.sent.find(isStep);
    expect(exchange?.params).toMatchObject({
        client_id: 'client',
        client_secret: 'client-secret',
        fb_exchange_token: `short-${vendor.issued - 1}`
    });
    expect(first.credentials).toMatchObject({ access_token: `long-${vendor.issued}` });
    const { access_token: before } = Object(first.credentials);
    vendor.sent = [];
    app.clock.advance(almost60Days);
    const { credentials } = await readConnection(id, 'meta-marketing-api');
    expect(vendor.sent.map(({ params }) => params.fb_exchange_token)).toEqual([before]);
    expect(credentials).toMatchObject({ access_token: `long-${vendor.issued}`, refresh_token: `long-${vendor.issued}` });
});

test('where the long-lived token has ended, the end user is asked to connect again; where Meta is busy, it is tried again', async () => {
    const id = await connect('meta-marketing-api');
    app.clock.advance(almost60Days);
    const refusal =
        (code: number, message: string): Answer =>
        () => ({ status: 400, body: { error: { message, type: 'OAuthException', code } } });
    vendor.step = refusal(4, 'Application request limit reached');
    const { credentials } = await readConnection(id, 'meta-marketing-api');
    expect(credentials).toMatchObject({ access_token: `long-${vendor.issued}` });
    expect(await storedConnection(app, id)).toMatchObject({
        auth_state: 'failing',
        auth_failure: { message: expect.stringContaining('4: Application request limit reached') }
    });
    app.clock.advance(11 * 60_000);
    vendor.step = refusal(190, 'Error validating access token: Session has expired');
    await expect(readConnection(id, 'meta-marketing-api')).rejects.toThrow(
        /has ended the access \(190: .*\)\. Ask the end user to connect again\./
    );
    expect(await storedConnection(app, id)).toMatchObject({ auth_state: 'broken', auth_failure: { kind: 'revoked' } });
});
