import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { importConnection } from '@patchbay/contracts';
import { APPLICATION_SECRET, BASIC_USERS, BEARER_API_KEYS, KEYED_API_KEYS, startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectBySignIn } from '../../connect/attempts/attempts.fixtures.ts';
import { send } from './proxy.fixtures.ts';

const page = readFileSync(join(import.meta.dirname, '../../../../../../docs/sandbox.md'), 'utf8');
/** Called in the tests of their credential types, which have what they log in or sign with. */
const ofOtherTypes = ['sandbox-two-step', 'sandbox-jwt', 'sandbox-signature', 'sandbox-bill', 'sandbox-oauth1'];
const listed = [...page.matchAll(/^\| `([\w-]+)` \| `(\/[^`]+)` \|/gm)]
    .map(([, provider = '', path = '']) => ({ provider, path }))
    .filter(({ provider }) => !ofOtherTypes.includes(provider));

let app: TestApp;
const connections = new Map<string, string>();
beforeAll(async () => {
    app = await startTestApp();
    const keyed = {
        'sandbox-api-key': { type: 'API_KEY', apiKey: BEARER_API_KEYS.acme },
        'sandbox-two-keys': { type: 'API_KEY', apiKey: KEYED_API_KEYS.acme },
        'sandbox-basic': { type: 'BASIC', username: BASIC_USERS[0]?.user ?? '', password: BASIC_USERS[0]?.password ?? '' }
    } as const;
    for (const [provider, credentials] of Object.entries(keyed)) {
        await app.integrate(provider, provider === 'sandbox-two-keys' ? { integration_config: { appSecret: APPLICATION_SECRET } } : {});
        await app.call(importConnection, { body: { provider_config_key: provider, connection_id: 'one', credentials } });
        connections.set(provider, 'one');
    }
    for (const provider of ['sandbox-oauth2', 'sandbox-plugin']) {
        await app.integrate(provider);
        connections.set(provider, await connectBySignIn(app, provider));
    }
});
afterAll(() => app[Symbol.asyncDispose]());

test('the document lists paths of every kind of sandbox', () => {
    expect(new Set(listed.map(({ provider }) => provider))).toEqual(new Set(connections.keys()));
});

test.each(listed)('$provider answers $path, as the document says', async ({ provider, path }) => {
    const { status } = await send({ app }, path, { provider, connection: connections.get(provider) ?? '' });
    expect(status).toBe(200);
});

test.each(['sandbox-oauth2', 'sandbox-api-key'])('the list of %s can be followed through all of its pages', async (provider) => {
    const path = listed.find((one) => one.provider === provider && one.path.endsWith('/pages/cursor'))?.path ?? '';
    const connection = connections.get(provider) ?? '';
    const { status, text } = await send({ app }, `${path}?total=250`, { provider, connection, headers: { 'patchbay-paginate': 'true' } });
    expect(status).toBe(200);
    expect(JSON.parse(text)).toHaveLength(250);
    expect((await send({ app }, `${path}?limit=1000`, { provider, connection })).status).toBe(400);
});
