import { expect, test } from 'vitest';
import { fakeVendor } from './fake-vendor.ts';
import { identify } from './identify.ts';
import { defineProvider, type Identity } from './provider.ts';

const me: Identity = { url: '/me', id: 'id', label: ['name', 'email'] };
const response = (json: unknown, status = 200) => ({ status, text: JSON.stringify(json), json });

function ask(identity: Identity, answers: Parameters<typeof fakeVendor>[0], connectionConfig: Record<string, string> = {}) {
    const definition = defineProvider({
        id: 'acme',
        display_name: 'Acme',
        categories: ['other'],
        auth_mode: 'API_KEY',
        docs: 'https://acme.example/docs',
        credentials: { apiKey: { type: 'string', title: 'API key', secret: true } },
        connection_config: { region: { type: 'string', title: 'Region', pattern: '^[a-z]+$', optional: true } },
        identity,
        proxy: { base_url: 'https://api.acme.example', headers: { authorization: 'Bearer ${apiKey}' } }
    });
    const credentials = { type: 'API_KEY', apiKey: 'k' };
    return identify(definition, { credentials, connectionConfig, values: { connectionConfig }, request: fakeVendor(answers) });
}

test('the account is read from the response, its name by the first path that has a text', async () => {
    expect(await ask(me, { 'GET /me': response({ id: 7, name: '', email: 'a@acme.example' }) })).toEqual({
        accounts: [{ id: '7', label: 'a@acme.example' }]
    });
    expect(await ask(me, { 'GET /me': response({ id: 'x' }) })).toEqual({ accounts: [{ id: 'x', label: 'x' }] });
});

test('of a list each is an account, with its values for the connection', async () => {
    const sites: Identity = {
        url: 'https://sites.acme.example/all',
        list: '*',
        id: 'id',
        label: ['name'],
        connection_config: { region: 'at' }
    };
    const list = [
        { id: 'a', name: 'First', at: 'eu' },
        { id: 'b', name: 'Second' }
    ];
    expect(await ask(sites, { 'GET https://sites.acme.example/all': response(list) })).toEqual({
        accounts: [
            { id: 'a', label: 'First', connectionConfig: { region: 'eu' } },
            { id: 'b', label: 'Second', connectionConfig: {} }
        ]
    });
    expect(await ask({ ...me, list: 'data.all' }, { 'GET /me': response({ data: { all: [] } }) })).toEqual({ accounts: [] });
});

test('its address is a template, and is not asked while a value is missing', async () => {
    const own: Identity = { ...me, url: '/regions/${connectionConfig.region}/me' };
    expect(await ask(own, {})).toBeUndefined();
    expect(await ask(own, { 'GET /regions/eu/me': response({ id: 'x' }) }, { region: 'eu' })).toMatchObject({ accounts: [{ id: 'x' }] });
});

test('credentials that may not ask have no accounts, and the refusal is told with the words of the vendor', async () => {
    const refused = await ask(me, { 'GET /me': response({ message: 'The scope is missing.' }, 403) });
    expect(refused).toEqual({ accounts: [], refusal: { outcome: 'rejected', isForbidden: true, reason: 'The scope is missing.' } });
});

test.each([
    ['a failure', response({}, 500), /status 500/],
    ['no id', response({ name: 'a' }), /unexpected/],
    ['an object as id', response({ id: { a: 1 } }), /unexpected/],
    ['text', { status: 200, text: '<html>', json: undefined }, /unexpected/],
    ['null', response(null), /unexpected/]
])('%s is an error', async (_what, answer, message) => {
    await expect(ask(me, { 'GET /me': answer })).rejects.toThrow(message);
});

test('what is no list where there should be one is an error', async () => {
    await expect(ask({ ...me, list: 'all' }, { 'GET /me': response({ all: {} }) })).rejects.toThrow(/unexpected/);
});
