import { createIntegration, getIntegration, updateIntegration } from '@patchbay/contracts';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { errorOf, outcomeOf, sendJson } from '../../../api.fixtures.ts';
import { registerApp } from '../../connect/attempts/installed-app.fixtures.ts';
import { deleteIntegrations } from '../../platform/integrations/integrations.fixtures.ts';

let app: TestApp;
let own: Awaited<ReturnType<typeof registerApp>>;
beforeAll(async () => {
    app = await startTestApp();
    own = await registerApp(app, { asksUser: true });
});
beforeEach(() => deleteIntegrations(app));
afterAll(() => app[Symbol.asyncDispose]());

const make = (changes: object) =>
    sendJson(app, 'POST', '/integrations', { provider: 'sandbox-app', unique_key: 'installed', credentials: { ...own, ...changes } });
const fieldOf = (response: Awaited<ReturnType<typeof make>>) => [outcomeOf(response), errorOf(response).errors?.[0]?.path.at(-1)];

test('the app of an integration is entered, read with the scope alone, and changed in parts', async () => {
    const { data: made } = await app.call(createIntegration, {
        body: { provider: 'sandbox-app', unique_key: 'installed', credentials: own }
    });
    expect(made).toMatchObject({ oauth_app: { state: 'ok', client_id: '4711' }, redirect_uri: `${app.url}/oauth/callback` });
    expect(made).not.toHaveProperty('scopes');
    const read = async () => (await app.call(getIntegration, { params: { id: 'installed' }, query: { include: ['credentials'] } })).data;
    expect((await read()).credentials).toEqual({ ...own, webhook_secret: null });
    await app.call(updateIntegration, { params: { id: 'installed' }, body: { credentials: { type: 'APP', app_id: 'Iv23other' } } });
    expect((await read()).credentials).toMatchObject({ ...own, app_id: 'Iv23other' });
});

test('credentials of another type, or none, are refused with what is needed', async () => {
    const none = await sendJson(app, 'POST', '/integrations', { provider: 'sandbox-app', unique_key: 'installed' });
    expect([outcomeOf(none), errorOf(none).message]).toEqual(['400 invalid_body', expect.stringContaining('"type": "APP"')]);
    const oauth = { type: 'OAUTH2', client_id: 'a', client_secret: 'b' };
    const other = await sendJson(app, 'POST', '/integrations', { provider: 'sandbox-app', unique_key: 'installed', credentials: oauth });
    expect(fieldOf(other)).toEqual(['400 invalid_body', 'type']);
    const swapped = await sendJson(app, 'POST', '/integrations', { provider: 'github', unique_key: 'gh', credentials: own });
    expect(fieldOf(swapped)).toEqual(['400 invalid_body', 'type']);
});

test('a link to something else, and half of a client, are refused', async () => {
    for (const app_link of [
        'https://evil.example/apps/x',
        `${app.sandbox.url}/other/patchbay-sandbox`,
        `${app.sandbox.url}/github/apps/../x`
    ])
        expect(fieldOf(await make({ app_link }))).toEqual(['400 invalid_body', 'app_link']);
    expect(fieldOf(await make({ client_secret: undefined }))).toEqual(['400 invalid_body', 'client_secret']);
    expect((await make({ app_link: `${own.app_link}/installations/new/` })).status).toBe(200);
});

const pemOf = (type: 'ec' | 'rsa', bits = 2048) => {
    const { privateKey } =
        type === 'ec' ? generateKeyPairSync('ec', { namedCurve: 'P-256' }) : generateKeyPairSync('rsa', { modulusLength: bits });
    return privateKey;
};

test('a private key is checked, and what is wrong with it is said', async () => {
    const rsa = pemOf('rsa');
    const publicPem = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ type: 'spki', format: 'pem' }).toString();
    const cases: [string, string][] = [
        ['not a key', 'This is no key in PEM form.'],
        [String(pemOf('ec').export({ type: 'pkcs8', format: 'pem' })), 'This is a key of the type ec. An RSA key is needed.'],
        [String(pemOf('rsa', 1024).export({ type: 'pkcs1', format: 'pem' })), 'The key is too short'],
        [publicPem, 'This is a public key or a certificate. Give the private key.'],
        [
            String(rsa.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'p' })),
            'The key is protected by a passphrase. Give it without one.'
        ],
        [own.private_key.slice(0, 300), 'This is no key in PEM form.'],
        [own.private_key.replace(/\n.{64}\n/, '\n'), 'This private key cannot be read. Copy all of it again.']
    ];
    for (const [private_key, words] of cases) {
        const response = await make({ private_key });
        expect([...fieldOf(response), errorOf(response).errors?.[0]?.message]).toEqual([
            '400 invalid_body',
            'private_key',
            expect.stringContaining(words)
        ]);
        expect(app.logLines.join('\n')).not.toContain(private_key.split('\n')[2] ?? private_key);
    }
});

test.each([
    ['in one line', (pem: string) => pem.replaceAll('\n', '')],
    ['as in JSON', (pem: string) => pem.replaceAll('\n', String.raw`\n`)],
    ['with line breaks of Windows', (pem: string) => `\r\n${pem.replaceAll('\n', '\r\n')}`]
])('a private key %s is taken', async (_how, change) => {
    expect((await make({ private_key: change(own.private_key) })).status).toBe(200);
});
