import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getProvider, importConnection, listProviders } from '@patchbay/contracts';
import { providers } from '@patchbay/providers';
import { startTestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { errorOf, outcomeOf } from '../../../api.fixtures.ts';
import { send, startThirdParty } from '../../traffic/proxy/proxy.fixtures.ts';
import { readOwnDefinitions } from './read-own-definitions.ts';

const acme = {
    display_name: 'Acme CRM',
    categories: ['crm'],
    auth_mode: 'API_KEY',
    docs: 'https://acme.example/docs',
    credentials: { apiKey: { type: 'string', title: 'API key', secret: true } },
    connection_config: {
        subdomain: { type: 'string', title: 'Subdomain', pattern: '^[a-z0-9-]+$', example: 'north', suffix: '.acme.example' }
    },
    identity: { url: '/me', id: 'id', label: ['name'] },
    proxy: { base_url: 'https://${connectionConfig.subdomain}.acme.example', headers: { authorization: 'Bearer ${apiKey}' } }
};

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'patchbay-own-providers-'))));
afterAll(() => rm(folder, { recursive: true }));
beforeEach(async () => {
    await rm(folder, { recursive: true });
    folder = await mkdtemp(join(tmpdir(), 'patchbay-own-providers-'));
});

const write = (definition: unknown, name = 'acme.json') =>
    writeFile(join(folder, name), typeof definition === 'string' ? definition : JSON.stringify(definition));
const read = () => readOwnDefinitions(folder, [...providers.values()]);
const mistakesOf = async (definition: unknown) => {
    await write(definition);
    return read().mistakes;
};

describe('a definition of an operator', () => {
    test('is a provider as ours are: it is listed, connected to and called', async () => {
        await using thirdParty = await startThirdParty();
        thirdParty.handle = (request, response) =>
            void response.end(JSON.stringify({ id: 7, name: 'North', path: request.url, key: request.headers.authorization }));
        await write({
            ...acme,
            connection_config: { base_url: { type: 'string', title: 'Base URL', format: 'uri' } },
            proxy: { ...acme.proxy, base_url: '${connectionConfig.base_url}' }
        });
        await using app = await startTestApp({
            config: { providersDir: folder, allowPrivateHosts: [`*.localhost:${thirdParty.port}`] }
        });
        expect((await app.call(getProvider, { params: { provider: 'acme' } })).data).toMatchObject({
            name: 'acme',
            display_name: 'Acme CRM'
        });
        expect((await app.call(listProviders, { query: { search: 'acme' } })).data).toHaveLength(1);
        // Pages go by the order of the ids.
        const { data, next_cursor: next } = await app.call(listProviders, { query: { limit: '1' } });
        expect([data.map(({ name }) => name), next]).toEqual([['acme'], 'acme']);
        const second = await app.call(listProviders, { query: { limit: '1', cursor: 'acme' } });
        expect(second.data.map(({ name }) => name)).toEqual([[...providers.keys()][0]]);
        await app.integrate('acme');
        const credentials = { type: 'API_KEY' as const, apiKey: 'canary' };
        const body = { provider_config_key: 'acme', connection_id: 'one', credentials, connection_config: { base_url: thirdParty.url } };
        await app.call(importConnection, { body });
        expect(JSON.parse((await send({ app }, '/leads', { provider: 'acme' })).text)).toMatchObject({
            path: '/leads',
            key: 'Bearer canary'
        });
    });

    test('may have a login of its own, or keys that sign tokens, and is held to what these need', async () => {
        const login = {
            ...acme,
            auth_mode: 'TWO_STEP',
            credentials: { password: { type: 'string', title: 'Password', secret: true } },
            token_url: 'https://${connectionConfig.subdomain}.acme.example/login',
            token_params: { secret: '${credentials.password}' },
            token_response: { token: 'session' },
            proxy: { ...acme.proxy, headers: { authorization: 'Bearer ${accessToken}' } }
        };
        expect(await mistakesOf(login)).toEqual([]);
        const { token_response: _, ...withoutPaths } = login;
        expect(await mistakesOf({ ...withoutPaths, no_refresh: 'x' })).toEqual([
            'acme.json: token_response: TWO_STEP needs it.',
            'acme.json: no_refresh: It does not belong to TWO_STEP.'
        ]);
        const key = {
            ...acme,
            auth_mode: 'JWT',
            credentials: { privateKey: { type: 'string', title: 'Private key', secret: true, multiline: true } },
            signature: { protocol: 'EC', algorithm: 'ES256' },
            token: { signing_key: '${credentials.privateKey}', expires_in_ms: 600_000 },
            proxy: login.proxy
        };
        expect(await mistakesOf(key)).toEqual([]);
        expect(await mistakesOf({ ...key, signature: { protocol: 'EC', algorithm: 'HS256' } })).toEqual([
            'acme.json: signature.algorithm: No key of the protocol EC signs by it.'
        ]);
        expect(await mistakesOf({ ...key, signature: { protocol: 'WSSE' }, token: { expires_in_ms: 600_000 } })).toEqual([
            'acme.json: signature.algorithm: JWT needs it.',
            'acme.json: token.signing_key: JWT needs it.'
        ]);
        const digest = {
            ...acme,
            auth_mode: 'SIGNATURE',
            credentials: {
                username: { type: 'string', title: 'Username' },
                password: { type: 'string', title: 'Password', secret: true }
            },
            signature: { protocol: 'WSSE' },
            token: { expires_in_ms: 300_000 },
            proxy: { ...login.proxy, headers: { 'x-wsse': '${accessToken}' } }
        };
        expect(await mistakesOf(digest)).toEqual([]);
        expect(await mistakesOf({ ...digest, signature: { protocol: 'EC' }, token: { expires_in_ms: 1000 } })).toEqual([
            'acme.json: signature.protocol: Give WSSE.',
            'acme.json: token.expires_in_ms: At least a minute: clocks differ.'
        ]);
    });

    test('may have a password that end users approve on a site, which no form asks for', async () => {
        const password = { type: 'string', title: 'Application password', secret: true, automated: true };
        const site = {
            ...acme,
            auth_mode: 'INSTALL_PLUGIN',
            credentials: { username: { type: 'string', title: 'Username', automated: true }, password },
            proxy: { ...acme.proxy, headers: { authorization: 'Basic ${base64(${username}:${password})}' } }
        };
        expect(await mistakesOf(site)).toEqual([]);
        expect(await mistakesOf({ ...site, credentials: { ...site.credentials, password: { ...password, automated: false } } })).toEqual([
            'acme.json: credentials.password.automated: Give true: the site sends it back.'
        ]);
        expect(await mistakesOf({ ...site, credentials: { password }, token_url: 'https://acme.example/token' })).toEqual([
            'acme.json: credentials.username: INSTALL_PLUGIN needs it.',
            'acme.json: token_url: It does not belong to INSTALL_PLUGIN.'
        ]);
    });

    test('may be an MCP server, which is held to what that needs', async () => {
        const server = {
            display_name: 'Acme (MCP)',
            categories: ['crm'],
            docs: 'https://acme.example/docs',
            setup: { url: 'https://acme.example/docs', text: 'Nothing to register.' },
            auth_mode: 'MCP_OAUTH2',
            client_registration: 'dynamic',
            proxy: { base_url: 'https://mcp.acme.example', headers: { authorization: 'Bearer ${accessToken}' } }
        };
        const any = { mcp_server_url: { type: 'string', title: 'Address', format: 'uri' } };
        expect(await mistakesOf(server)).toEqual([]);
        expect(await mistakesOf({ ...server, client_registration: 'static' })).toEqual([
            'acme.json: issuer: Name the authorization server at which the OAuth app is registered.'
        ]);
        expect(await mistakesOf({ ...server, auth_mode: 'MCP_OAUTH2_GENERIC', connection_config: any })).toEqual([
            'acme.json: client_registration: It does not belong to MCP_OAUTH2_GENERIC.'
        ]);
        // The address of the server would be what an end user types.
        const template = '${connectionConfig.mcp_server_url}';
        expect(await mistakesOf({ ...server, connection_config: any, proxy: { ...server.proxy, base_url: template } })).toEqual([
            'acme.json: connection_config.mcp_server_url: It chooses the host: restrict it by a pattern or an enum to hosts of the provider.'
        ]);
        expect(
            await mistakesOf({ ...server, authorization_url: 'https://acme.example', registration_params: { redirect_uris: 'x' } })
        ).toEqual(['acme.json: authorization_url: It does not belong to MCP_OAUTH2.']);
    });

    test('may be an app that is installed, alone or on behalf of a person, and is held to what each needs', async () => {
        const dataOf = (id: string) => {
            const attributes = Object.entries(providers.get(id) ?? {});
            return Object.fromEntries(attributes.filter(([name]) => !['id', 'mark', 'webhooks', 'revoke'].includes(name)));
        };
        const [alone, both] = [dataOf('github-app'), dataOf('github-app-oauth')];
        expect([await mistakesOf(alone), await mistakesOf(both)]).toEqual([[], []]);
        const bothUrls = { APP: 'https://api.github.com/app', OAUTH2: 'https://github.com/login' };
        expect(await mistakesOf({ ...alone, token_url: bothUrls })).toEqual(['acme.json: token_url: APP has one address.']);
        const halfOnly = await mistakesOf({ ...both, token_url: bothUrls.APP });
        expect(halfOnly).toEqual(['acme.json: token_url.APP: CUSTOM needs it.', 'acme.json: token_url.OAUTH2: CUSTOM needs it.']);
    });

    test('that has the id of one of ours replaces it', async () => {
        await write(acme, 'github.json');
        await using app = await startTestApp({ config: { providersDir: folder } });
        const { data } = await app.call(listProviders, {});
        expect(data.filter(({ name }) => name === 'github').map((provider) => provider.display_name)).toEqual(['Acme CRM']);
    });

    test('with a mistake keeps the server from starting, which names file, field and remedy', async () => {
        await write({ ...acme, proxy: { ...acme.proxy, base_url: 'http://api.acme.example/' } });
        await write('{', 'beta.json');
        await expect(startTestApp({ config: { providersDir: folder } })).rejects.toThrow(
            /PATCHBAY_PROVIDERS_DIR has mistakes:\n {2}acme\.json: proxy\.base_url: Begin it with https:\/\/\.\n {2}acme\.json: proxy\.base_url: Leave out the slash at its end\.\n[^]*beta\.json: It is no JSON/
        );
    });

    test.each([
        ['a missing field', { ...acme, docs: undefined }, 'docs: '],
        ['no address of its API', { ...acme, proxy: { headers: {} } }, 'proxy.base_url: '],
        ['a field that there is not', { ...acme, proxy: { ...acme.proxy, paginated: true } }, 'proxy.paginated: There is no such field.'],
        [
            'a field of another credential type',
            { ...acme, token_url: 'https://acme.example/t' },
            'token_url: It does not belong to API_KEY.'
        ],
        ['a credential type that needs code', { ...acme, auth_mode: 'TBA' }, 'auth_mode: '],
        ['no key', { ...acme, credentials: {} }, 'credentials.apiKey: API_KEY needs it.'],
        [
            'an undeclared variable',
            { ...acme, identity: { ...acme.identity, url: '/${connectionConfig.team}' } },
            'identity.url: ${connectionConfig.team} is not declared'
        ],
        [
            'a host that any value can choose',
            {
                ...acme,
                connection_config: { subdomain: { type: 'string', title: 'Host', pattern: '^.+$' } },
                proxy: { ...acme.proxy, base_url: 'https://${connectionConfig.subdomain}' }
            },
            'connection_config.subdomain.pattern: It lets '
        ],
        [
            'a key in the address',
            { ...acme, proxy: { ...acme.proxy, query: { key: '${apiKey}' } } },
            'proxy.query.key: ${apiKey} would stand in an address'
        ],
        [
            'an example that does not match',
            { ...acme, connection_config: { subdomain: { ...acme.connection_config.subdomain, example: 'No!' } } },
            'connection_config.subdomain.example: '
        ],
        ['a check and a reason for none', { ...acme, no_check: 'It has none.' }, 'no_check: There is a check'],
        ['an id of its own', { ...acme, id: 'beta' }, 'id: Leave it out'],
        ['the id of another one', { ...acme, other_ids: ['github'] }, 'other_ids: Another provider has the id github.'],
        ['a webhook without signature', { ...acme, webhooks: { forms: [{}] } }, 'webhooks.signature: '],
        ['a list', [acme], 'It has to be an object.']
    ])('with %s is refused by the path of it', async (_what, definition, expected) => {
        const mistakes = await mistakesOf(definition);
        expect(mistakes.find((line) => line.startsWith(`acme.json: ${expected}`))).toBeDefined();
    });

    test('cannot bring code, nor take the place of a sandbox', async () => {
        expect(await mistakesOf({ ...acme, sandbox: true, identify: 'x' })).toEqual([
            'acme.json: sandbox: There is no such field.',
            'acme.json: identify: There is no such field.'
        ]);
    });

    test('of ours is one too, but for its hooks', async () => {
        const { id: _, mark: __, untranslated: ___, ...attributes } = providers.get('intercom') ?? {};
        await write(Object.fromEntries(Object.entries(attributes).filter(([, value]) => typeof value !== 'function')), 'intercom.json');
        const { definitions, mistakes } = read();
        expect([definitions.length, mistakes.filter((line) => !line.includes('proxy.verification'))]).toEqual([definitions.length, []]);
    });
});

test('a folder that is not there is a start error', async () => {
    await expect(startTestApp({ config: { providersDir: join(folder, 'missing') } })).rejects.toThrow(/The folder can’t be read/);
});

test('the API takes no definitions, and says where they go', async () => {
    await using app = await startTestApp();
    const refused = await app.raw('/providers', { method: 'POST', body: JSON.stringify(acme) });
    expect([outcomeOf(refused), errorOf(refused).message]).toEqual([
        '405 method_not_allowed',
        'There is no POST /providers here. There is GET, HEAD. Own providers are files of the operator, in the folder PATCHBAY_PROVIDERS_DIR: see docs/integrations.md.'
    ]);
});
