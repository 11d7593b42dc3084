import {
    confirmConnection,
    createConnectSession,
    createReconnectSession,
    destinationScope,
    type EndpointShape,
    endpoints,
    importConnection,
    type Scope,
    scopes
} from '@patchbay/contracts';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { type ApiResponse, keyWith, methodOf, sampleOf, sendJson, sendSample, unknownIds } from './api.fixtures.ts';
import { signIn } from './rooms/connect/attempts/attempts.fixtures.ts';
import { createEgress } from './kernel/egress/egress.ts';
import { recordingDial } from './kernel/egress/egress.fixtures.ts';

/** Scopes that read credentials, or are worth as much. */
const reading: Scope[] = ['environment:*', 'environment:connections:read_credentials', 'environment:integrations:read_credentials'];
const narrow = scopes.filter((scope) => !reading.includes(scope));

const canary = 'canary-credential-of-an-end-user';
const operatorsHosts = ['partner.example', 'private.example', 'api.gem.com', 'localhost'];

let app: TestApp;
/** Host names that were dialled with credentials at hand. */
const dialled: string[] = [];
/** Those that were called, also by a connection that was kept open. */
const called = new Set<string>();
let world: World;

beforeAll(async () => {
    const { dial } = recordingDial();
    app = await startTestApp({
        // Before the day on which the removed endpoints stop being served.
        now: '2025-12-01T12:00:00Z',
        createEgress(allowPrivateHosts) {
            const egress = createEgress({
                allowPrivateHosts,
                resolve: async (host) => [host === 'localhost' ? '127.0.0.1' : '1.1.1.1'],
                dial: (destination, addresses) => {
                    dialled.push(destination.hostname);
                    return dial(destination, addresses);
                }
            });
            const request: typeof egress.request = (call) => {
                called.add(new URL(call.url).hostname);
                return egress.request(call);
            };
            return { ...egress, request };
        }
    });
    oauthConnection = await (async () => {
        await app.integrate('sandbox-oauth2', { unique_key: 'template' });
        const { attempt } = await signIn(app, await app.session(), 'template');
        return (await app.connection(attempt.connection_id ?? '', 'template')).credentials as { access_token: string };
    })();
});
afterAll(() => app[Symbol.asyncDispose]());

let oauthConnection: { access_token: string };
let worlds = 0;

/** Integrations of the operator, each with a connection of an end user. */
interface World {
    private: string;
    gem: string;
    oauth: string;
    /** Deleted by the caller and made anew with another provider. */
    recycled: string;
    connection: string;
}

beforeEach(async () => {
    world = await newWorld();
    dialled.length = 0;
    called.clear();
});

async function newWorld(): Promise<World> {
    const n = ++worlds;
    const made: World = { private: `private-${n}`, gem: `gem-${n}`, oauth: `oauth-${n}`, recycled: `recycled-${n}`, connection: 'c' };
    await app.integrate('private-api-bearer', { unique_key: made.private, allowed_base_urls: ['https://partner.example'] });
    await app.integrate('gem', { unique_key: made.gem, integration_config: { appSecret: `${canary}-app` } });
    await app.integrate('sandbox-oauth2', { unique_key: made.oauth });
    await app.integrate('gem', { unique_key: made.recycled });
    for (const [integration, credentials, connection_config] of [
        [made.private, { type: 'API_KEY', apiKey: canary }, { base_url: 'https://private.example' }],
        [made.gem, { type: 'API_KEY', apiKey: canary }, {}],
        [made.recycled, { type: 'API_KEY', apiKey: canary }, {}],
        [made.oauth, { type: 'OAUTH2', access_token: oauthConnection.access_token, refresh_token: canary }, {}]
    ] as const)
        await app.call(importConnection, {
            body: { provider_config_key: integration, connection_id: 'c', credentials, connection_config }
        });
    return made;
}

interface Write {
    endpoint: EndpointShape;
    /** The place in the input that names the foreign address. */
    at: string;
    /** Name of the foreign host, told apart from those of other writes. */
    host: string;
    body: Record<string, unknown>;
    integration: string;
    connection: string;
}

/** After a freeze every other write would be refused; a collector gets what was measured. */
const excluded = ['createFreeze', 'updateCollector'];

/** For every endpoint that writes, every place in its body set to a foreign address. */
function writesOf(scope: readonly Scope[]): Write[] {
    const writes: Write[] = [];
    const written = endpoints.filter(({ body, method, id }) => body && method !== 'DELETE' && !excluded.includes(id));
    for (const endpoint of written.filter((each) => each.scope && scope.includes(each.scope))) {
        const schema = z.toJSONSchema(endpoint.body ?? z.never(), { io: 'input', unrepresentable: 'any' }) as Schema;
        for (const integration of [world.private, world.oauth, world.recycled])
            for (const path of places(schema, integration)) {
                // Other places are the same for all.
                if (integration !== world.private && !path.includes('connection_config')) continue;
                const n = writes.length;
                const connection = endpoint.id.startsWith('importConnection') ? `imported-${n}` : world.connection;
                const { body = {} } = sampleOf(endpoint, { ...unknownIds, integration, connection });
                const sample = { ...body, ...credentialsFor(endpoint, integration) };
                if (endpoint.id === 'createIntegration')
                    Object.assign(sample, { provider: 'private-api-bearer', unique_key: `made-${n}-${worlds}` });
                const host = `w${n}.evil.example`;
                writes.push({
                    endpoint,
                    integration: endpoint.id === 'createIntegration' ? `made-${n}-${worlds}` : integration,
                    connection,
                    host,
                    at: path.join('.').replace(integration, ':id'),
                    body: withValue(sample, path, `https://${host}`)
                });
            }
    }
    return writes;
}

interface Schema {
    type?: string;
    properties?: Record<string, Schema>;
    additionalProperties?: Schema | boolean;
    items?: Schema;
    anyOf?: Schema[];
    oneOf?: Schema[];
    const?: unknown;
    enum?: unknown[];
}

/** Names read out of an open object: fields of these and another provider, and the server's. */
const openNames = [
    'base_url',
    'appSecret',
    'instance_url',
    'webhook_url',
    'oauth_client_id_override',
    'token_url',
    'authorization_url',
    'redirect_uri'
];

/** Every place of a body that takes a text. */
function places(schema: Schema, integration: string, path: string[] = []): string[][] {
    const { additionalProperties: more } = schema;
    const names = /^(?:integrations_config_defaults|overrides)$/.test(path.at(-1) ?? '')
        ? [integration]
        : path.at(-1)?.endsWith('_config')
          ? openNames
          : ['base_url'];
    return [
        ...Object.entries(schema.properties ?? {}).flatMap(([name, part]) => places(part, integration, [...path, name])),
        ...(more ? names.flatMap((name) => places(more === true ? {} : more, integration, [...path, name])) : []),
        ...(schema.items ? places(schema.items, integration, [...path, '0']) : []),
        ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap((part) => places(part, integration, path)),
        ...(schema.const === undefined && !schema.enum && (schema.type === 'string' || Object.keys(schema).length === 0) ? [path] : [])
    ];
}

function withValue(body: Record<string, unknown>, [name = '', ...rest]: string[], value: string): Record<string, unknown> {
    if (rest.length === 0) return { ...body, [name]: value };
    if (rest[0] === '0') return { ...body, [name]: [value] };
    const inner = body[name];
    return { ...body, [name]: withValue(typeof inner === 'object' && inner !== null ? { ...inner } : {}, rest, value) };
}

function credentialsFor(endpoint: EndpointShape, integration: string): Record<string, unknown> {
    const own = 'the-importers-own';
    if (endpoint.id === 'importConnectionLegacy') return { api_key: own, access_token: own, no_expiration: true };
    if (endpoint.id !== 'importConnection') return {};
    const isOauth = integration === world.oauth;
    return {
        credentials: isOauth ? { type: 'OAUTH2', access_token: own } : { type: 'API_KEY', apiKey: own },
        connection_config: { base_url: 'https://private.example' }
    };
}

/** What a body sent as it is, to an endpoint's path with ids of the world. */
function send(write: Write, token: string): Promise<ApiResponse> {
    const { endpoint, integration, connection, body } = write;
    const { params = {}, query = {} } = sampleOf(endpoint, { ...unknownIds, integration, connection });
    const path = endpoint.path.replaceAll(/[:*](\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
    const search = Object.keys(query).length > 0 ? `?${new URLSearchParams(query)}` : '';
    return sendJson(app, methodOf(endpoint), path + search, body, token);
}

/** Tries every write; then the operator, end users and the key's holder go on with what they do. */
async function runAll(granted: Scope[], token: string): Promise<{ tried: number; taken: number; reached: string[]; leaks: string[] }> {
    const writes = writesOf(granted.includes('environment:*') ? scopes : granted);
    const leaks: string[] = [];
    const look = (what: string, response: ApiResponse) => {
        if (response.text.includes(canary) || response.text.includes(oauthConnection.access_token)) leaks.push(what);
        return response;
    };
    const taken: { write: Write; session: string | undefined }[] = [];
    for (const write of writes) {
        const response = look(`${write.endpoint.id} ${write.at}`, await send(write, token));
        if (response.status >= 300) continue;
        const { data = {} } = Object(response.json) as { data?: Record<string, string> };
        taken.push({ write, session: data['token'] ?? (data['url'] === undefined ? undefined : await exchange(data['url'])) });
    }
    await recycle(token);
    const connections = new Map<string, Set<string>>();
    const use = async (integration: string, id: string) => {
        const headers = { 'provider-config-key': integration, 'connection-id': id };
        await app.raw('/proxy/x', { headers });
        look(`proxy ${integration}`, await app.raw('/proxy/x', { token, headers }));
        look(`getConnection ${integration}`, await app.raw(`/connections/${id}?provider_config_key=${integration}`, { token }));
    };
    const used = new Set<string>();
    const isFirst = (what: string) => !used.has(what) && used.add(what).size > 0;
    // One after the other: reconnects of one connection replace each other.
    for (const { write, session } of taken) {
        const { integration, connection } = write;
        // All writes are done: what others have written to it as well is the same.
        if (isFirst(`connection ${integration} ${connection}`)) await use(integration, connection);
        // What was imported is connected again by its end user, who types anew.
        const given = session ?? (write.endpoint.id.startsWith('import') ? await reconnect(write) : undefined);
        if (given === undefined && !isFirst(`session ${integration}`)) continue;
        const id = await connect(given ?? (await mint()), integration);
        if (id === undefined) continue;
        connections.set(integration, (connections.get(integration) ?? new Set()).add(id));
        await confirm(integration, id);
        await use(integration, id);
    }
    for (const { write } of taken) {
        const { integration, connection, host } = write;
        for (const id of write.endpoint.id === 'createIntegration' ? (connections.get(integration) ?? []) : [connection]) {
            const headers = { 'provider-config-key': integration, 'connection-id': id, 'base-url-override': `https://${host}` };
            look(`proxy ${integration}`, await app.raw('/proxy/x', { token, headers }));
        }
    }
    const readers = endpoints.filter((each) => each.auth.includes('secret_key') && each.method === 'GET').values();
    const readRest = async () => {
        for (const endpoint of readers)
            for (const integration of Object.values(world)) {
                const ids = { ...unknownIds, integration, connection: world.connection };
                look(endpoint.id, await sendSample(app, endpoint, { token, ids }));
            }
    };
    // Three at once: unified ones ask a vendor that does not respond again and again.
    await Promise.all([readRest(), readRest(), readRest()]);
    const reached = writes.filter(({ host }) => dialled.includes(host)).map(({ endpoint, at }) => `${endpoint.id} ${at}`);
    return { tried: writes.length, taken: taken.length, reached: [...new Set(reached)].toSorted(), leaks };
}

/** What a share link made waits for its end user's product. */
async function confirm(integration: string, connection: string): Promise<void> {
    const body = { provider_config_key: integration, end_user_id: 'sample' };
    await app.call(confirmConnection, { params: { connection_id: connection }, body }).catch(() => undefined);
}

async function mint(): Promise<string> {
    return (await app.call(createConnectSession, { body: { end_user: { id: 'u' } } })).data.token;
}

async function reconnect({ integration, connection }: Write): Promise<string | undefined> {
    const body = { integration_id: integration, connection_id: connection };
    return (await app.call(createReconnectSession, { body }).catch(() => undefined))?.data.token;
}

async function exchange(url: string): Promise<string | undefined> {
    const response = await sendJson(app, 'POST', '/connect/links/exchange', { code: new URL(url).pathname.slice('/l/'.length) });
    return (response.json as { data?: { token: string } }).data?.token;
}

/** The integration that sessions and links were made for becomes another one of the same key. */
async function recycle(token: string): Promise<void> {
    await app.raw(`/integrations/${world.recycled}`, { method: 'DELETE', token });
    await sendJson(app, 'POST', '/integrations', { provider: 'private-api-bearer', unique_key: world.recycled }, token);
}

/** An end user connects by this session with credentials that are theirs, or opens the sign-in. */
async function connect(session: string, integration: string): Promise<string | undefined> {
    const view = (await app.raw('/connect/session', { token: session })).json as {
        data?: { integrations: { id: string; fields: { name: string; target: string }[] }[] };
    };
    const fields = view.data?.integrations.find(({ id }) => id === integration)?.fields ?? [];
    const typed: Record<string, Record<string, string>> = { credentials: {}, connection_config: {} };
    for (const { name, target } of fields) (typed[target] ??= {})[name] = name === 'base_url' ? 'https://private.example' : canary;
    const response = await sendJson(app, 'POST', '/connect/attempts', { integration_id: integration, ...typed }, session);
    const { data } = response.json as { data?: { connection_id: string | null; launch_url?: string } };
    if (data?.launch_url !== undefined) await checkSignIn(data.launch_url);
    return data?.connection_id ?? undefined;
}

async function checkSignIn(launchUrl: string): Promise<void> {
    const launched = await fetch(launchUrl, { redirect: 'manual' });
    const location = launched.headers.get('location');
    if (location === null) return;
    const { hostname, searchParams } = new URL(location);
    expect([hostname, searchParams.get('redirect_uri')]).toEqual(['localhost', `${app.url}/oauth/callback`]);
}

test('what can set a destination of credentials, with a key that may: each of these asks for its scope', async () => {
    const { reached, tried, taken } = await runAll(['environment:*'], app.keys.dev);
    expect(reached).toEqual([
        'createConnectLink integrations_config_defaults.:id.connection_config.base_url',
        'createConnectSession integrations_config_defaults.:id.connection_config.base_url',
        'createIntegration allowed_base_urls.0',
        'createIntegration integration_config.base_url',
        'createReconnectSession integrations_config_defaults.:id.connection_config.base_url',
        'importConnection connection_config.base_url',
        'importConnectionLegacy connection_config.base_url',
        'updateIntegration allowed_base_urls.0',
        'updateIntegration integration_config.base_url'
    ]);
    expect([tried > 150, taken > 100]).toEqual([true, true]);
}, 300_000);

// A key with all of them can do whatever one with any two of them can.
test('T-96: with all scopes but those for credentials, nothing is sent anywhere that the operator has not allowed, and nothing is handed out', async () => {
    const { reached, leaks, taken } = await runAll(narrow, await keyWith(app, narrow));
    expect({ reached, leaks }).toEqual({ reached: [], leaks: [] });
    expect(dialled.filter((host) => !operatorsHosts.includes(host))).toEqual([]);
    expect(dialled).toContain('private.example');
    expect([...called]).toContain('localhost');
    expect(taken).toBeGreaterThan(100);
}, 300_000);

test('a key with the scope for reading credentials may set an address, and one without is told which it lacks', async () => {
    const able = await keyWith(app, ['environment:integrations:write', destinationScope]);
    const unable = await keyWith(app, ['environment:integrations:write']);
    const patch = (token: string, body: unknown) => sendJson(app, 'PATCH', `/integrations/${world.private}`, body, token);
    const body = { allowed_base_urls: ['https://other.example'] };
    expect((await patch(able, body)).status).toBe(200);
    expect(await patch(unable, body)).toMatchObject({
        status: 403,
        json: {
            error: {
                code: 'forbidden',
                message:
                    'Insufficient scope. Required: environment:connections:read_credentials, because allowed_base_urls decides where credentials are sent. Use a key that has it.'
            }
        }
    });
    // Taking addresses away sends nothing anywhere.
    expect((await patch(unable, { allowed_base_urls: [] })).status).toBe(200);
});
