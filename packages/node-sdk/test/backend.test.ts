import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createAttempt, getAttempt } from '@patchbay/contracts';
import { BASIC_USERS, BEARER_API_KEYS, sandboxClient, startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { Patchbay } from '../src/index.ts';

let app: TestApp;
const [basicUser = { user: '', password: '' }] = BASIC_USERS;
const user = { id: 'user_1', email: 'noor@example.com' };
beforeAll(async () => {
    app = await startTestApp();
    // The documents name real products; their places are taken by the sandbox.
    await app.integrate('sandbox-oauth2', { unique_key: 'github', credentials: sandboxClient });
    await app.integrate('sandbox-api-key', { unique_key: 'openai' });
    await app.integrate('sandbox-basic', { unique_key: 'ashby' });
    await app.integrate('sandbox-oauth2-cc', { unique_key: 'greenhouse' });
    await app.integrate('unauthenticated', { unique_key: 'open-data' });
});
beforeEach(async () => {
    vi.stubEnv('PATCHBAY_SECRET_KEY', app.keys.dev);
    vi.stubEnv('PATCHBAY_PUBLIC_URL', app.url);
    for (const { connection_id, provider_config_key } of await app.connections())
        await new Patchbay({ secretKey: app.keys.dev, baseUrl: app.url }).connections.delete({ connection_id, provider_config_key });
});
afterAll(async () => {
    vi.unstubAllEnvs();
    await app[Symbol.asyncDispose]();
});

/** Runs a shell example as its reader would. @returns its responses, one per request */
async function shell(name: string, variables: Record<string, string> = {}): Promise<Record<string, never>[]> {
    const file = join(import.meta.dirname, '../examples/backend', `${name}.sh`);
    const env = { ...process.env, PATCHBAY_SECRET_KEY: app.keys.dev, PATCHBAY_PUBLIC_URL: app.url, ...variables };
    const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', file], { env });
    return JSON.parse(`[${stdout.replaceAll(/\}\s*\{"/g, '},{"')}]`);
}

/** An end user signs in. */
async function connect(token: string): Promise<{ connection_id: string; provider_config_key: string }> {
    const { data } = await app.callAs(token)(createAttempt, { body: { integration_id: 'github' } });
    await app.browser().signIn(data.launch_url ?? '');
    const { data: ended } = await app.callAs(token)(getAttempt, { params: { attempt_id: data.attempt_id } });
    return { connection_id: ended.connection_id ?? '', provider_config_key: 'github' };
}

test('a session is minted, for the app that it names', async () => {
    const { mint } = await import('../examples/backend/mint.ts');
    const [response] = await shell('mint');
    for (const token of [String(Object(response?.data).token), await mint(user)]) {
        const connection = await connect(token);
        expect(await app.connection(connection.connection_id, 'github')).toMatchObject({ end_user: user });
        const other = await app
            .callAs(token)(createAttempt, { body: { integration_id: 'open-data' } })
            .catch((error: unknown) => error);
        expect(other).toMatchObject({ code: 'integration_not_allowed' });
    }
});

test('a reconnect is for the connection’s owner alone', async () => {
    const { mint } = await import('../examples/backend/mint.ts');
    const { reconnect } = await import('../examples/backend/reconnect.ts');
    const key = await connect(await mint(user));
    const [response] = await shell('reconnect', { CONNECTION_ID: key.connection_id });
    for (const token of [String(Object(response?.data).token), (await reconnect('user_1', key)) ?? ''])
        expect(await connect(token)).toEqual(key);
    expect(await reconnect('mallory', key)).toBeUndefined();
    await app.sandbox.control('revoke', { account: 'ada' });
    const { patchbay } = await import('../examples/backend/client.ts');
    app.clock.advance(2 * 60 * 60 * 1000);
    await expect(patchbay.connections.get(key)).rejects.toMatchObject({ code: 'invalid_credentials' });
    expect(await reconnect('user_1', key)).toMatch(/^pb_cs_/);
    expect(await reconnect('user_1', { ...key, connection_id: 'nothing' })).toBeUndefined();
});

test('connections of each kind of credentials are imported, listed and read', async () => {
    const examples = await import('../examples/backend/import.ts');
    const { connectionsOf } = await import('../examples/backend/list.ts');
    const { accessToken } = await import('../examples/backend/read.ts');
    const secrets = { API_KEY: BEARER_API_KEYS.acme, USERNAME: basicUser.user, PASSWORD: basicUser.password };
    const responses = await shell('import', secrets);
    expect(responses.map((response) => response.connection_id)).toEqual(['old-1', 'old-2', 'old-3', 'old-4', 'old-5']);
    const endsAt = '2027-01-01T00:00:00Z';
    const given = {
        github: examples.oauth({ access: 'gho_1', refresh: 'ghr_1', endsAt }),
        openai: examples.apiKey(BEARER_API_KEYS.acme),
        ashby: examples.basic(basicUser.user, basicUser.password),
        greenhouse: examples.clientCredentials({ token: 't', id: 'id', secret: 'secret', endsAt }),
        'open-data': examples.none
    };
    for (const [integration, credentials] of Object.entries(given))
        await examples.importOne(integration, `new-${integration}`, 'user_1', credentials);
    expect(await app.connections()).toHaveLength(10);

    const [listed] = await shell('list');
    expect(Object(listed).connections).toHaveLength(4);
    expect((await connectionsOf('user_1')).map((one) => one.connection_id).toSorted()).toEqual([
        'new-github',
        'new-openai',
        'old-1',
        'old-2'
    ]);
    const [read] = await shell('read', { CONNECTION_ID: 'new-github' });
    expect(read?.credentials).toMatchObject({ access_token: 'gho_1' });
    expect(await accessToken({ connection_id: 'new-github', provider_config_key: 'github' })).toBe('gho_1');
});

test('who has a connection to an app reconnects it, who has none connects', async () => {
    const { mintOnce } = await import('../examples/backend/one-per-app.ts');
    const first = await connect(await mintOnce(user, 'github'));
    expect(await connect(await mintOnce(user, 'github'))).toEqual(first);
    const another = await connect(await mintOnce({ id: 'user_2', email: 'two@example.com' }, 'github'));
    expect(another.connection_id).not.toBe(first.connection_id);
    expect(await app.connections()).toHaveLength(2);
});

test('all pages of a list are walked', async () => {
    const { importOne, none } = await import('../examples/backend/import.ts');
    const { allConnections } = await import('../examples/backend/page.ts');
    for (const id of ['a', 'b', 'c']) await importOne('open-data', id, 'user_1', none);
    const [page] = await shell('page');
    expect(Object(page).connections).toHaveLength(3);
    const ids: string[] = [];
    for await (const connection of allConnections(2)) ids.push(connection.connection_id);
    expect(ids.toSorted()).toEqual(['a', 'b', 'c']);
});

test('an end user is changed, and a connection is deleted, which says what became of the access', async () => {
    const { mint } = await import('../examples/backend/mint.ts');
    const { changeEmail } = await import('../examples/backend/change.ts');
    const { disconnect } = await import('../examples/backend/delete.ts');
    const key = await connect(await mint(user));
    expect(await shell('change', { CONNECTION_ID: key.connection_id })).toEqual([{ success: true }]);
    expect((await app.connection(key.connection_id, 'github')).end_user?.email).toBe('noor@new.example.com');
    await changeEmail(key, 'user_1', 'third@example.com');
    expect((await app.connection(key.connection_id, 'github')).end_user?.email).toBe('third@example.com');
    expect(await disconnect(key)).toBe('revoked');

    const next = await connect(await mint(user));
    expect(await shell('delete', { CONNECTION_ID: next.connection_id })).toMatchObject([
        { success: true, revocation: { outcome: 'revoked' } }
    ]);
    expect(await app.connections()).toEqual([]);
});

test('a key for minting mints and lists, and reads no credentials', async () => {
    const { keyForMinting } = await import('../examples/backend/key.ts');
    const [response] = await shell('key');
    for (const secretKey of [String(Object(response?.data).secret), await keyForMinting()]) {
        const patchbay = new Patchbay({ secretKey, baseUrl: app.url });
        await patchbay.connectSessions.create({ end_user: user });
        await patchbay.connections.list();
        await expect(patchbay.integrations.list()).rejects.toMatchObject({ code: 'forbidden' });
    }
});

test('integrations are configured, in their own environment, and a request goes to the provider with the credentials', async () => {
    const { integrateGitHub } = await import('../examples/backend/integrate.ts');
    const { whoIsThis } = await import('../examples/backend/proxy.ts');
    // The examples use the names that the other tests have given away in dev.
    const prod = { PATCHBAY_SECRET_KEY: app.keys.prod };
    const variables = { ...prod, GITHUB_CLIENT_ID: 'a', GITHUB_CLIENT_SECRET: 'b', GOOGLE_CLIENT_ID: 'c', GOOGLE_CLIENT_SECRET: 'd' };
    const responses = [
        ...(await shell('integrate', variables)),
        ...(await shell('integrate-google', variables)),
        ...(await shell('integrate-key', variables))
    ];
    expect(responses.map((response) => response.data)).toMatchObject([
        { unique_key: 'github', scopes: ['read:user', 'repo'], redirect_uri: `${app.url}/oauth/callback` },
        { unique_key: 'google-calendar', display_name: 'Google Calendar' },
        { unique_key: 'openai', provider: 'openai' }
    ]);
    vi.resetModules();
    await expect(integrateGitHub({ id: 'a', secret: 'b' })).rejects.toMatchObject({ code: 'invalid_body' });

    const { mint } = await import('../examples/backend/mint.ts');
    const key = await connect(await mint(user));
    // The sandbox has no such address.
    await expect(whoIsThis(key)).rejects.toThrow('GitHub responded with 404.');
    const [response] = await shell('proxy', { CONNECTION_ID: key.connection_id });
    expect(response).not.toHaveProperty('error.code');
});
