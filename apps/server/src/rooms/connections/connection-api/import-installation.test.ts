import { importConnection, importConnectionLegacy } from '@patchbay/contracts';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { errorOf, outcomeOf, sendJson } from '../../../api.fixtures.ts';
import { atGitHub, passTime, registerApp } from '../../connect/attempts/installed-app.fixtures.ts';

const provider_config_key = 'sandbox-app';

let app: TestApp;
beforeAll(async () => {
    app = await startTestApp({ config: { keepRemovedEndpoints: true } });
    await app.integrate('sandbox-app', { credentials: await registerApp(app) });
});
beforeEach(async () => {
    await app.sandbox.control('reset', {});
    await app.sandbox.control('github/clock', { now: app.clock.now().toISOString() });
});
afterAll(() => app[Symbol.asyncDispose]());

const importOf = (installation_id: string, connection_id: string, app_id = '4711') =>
    sendJson(app, 'POST', '/connections', { provider_config_key, connection_id, credentials: { type: 'APP', app_id, installation_id } });

test('an installation is imported by its id: its token is requested, and its account is known', async () => {
    const installation_id = await atGitHub(app, 'flow-matic', 'install');
    const credentials = { type: 'APP', app_id: '4711', installation_id } as const;
    const made = await app.call(importConnection, { body: { provider_config_key, connection_id: 'c1', credentials } });
    expect(made).toMatchObject({
        credentials: { type: 'APP', access_token: expect.stringMatching(/^ghs_/) },
        connection_config: { installation_id, app_id: '4711' },
        verified_at: expect.any(String)
    });
    const row = await app.db.selectFrom('connections').selectAll().where('connection_id', '=', 'c1').executeTakeFirstOrThrow();
    expect(row.identity_label).toBe('flow-matic');
    const body = { provider_config_key, connection_id: 'c2', app_id: '4711', installation_id };
    await app.call(importConnectionLegacy, { body });
    expect((await app.connection('c2', provider_config_key)).credentials['type']).toBe('APP');
});

test('an installation that the app does not have, and another app, are refused; nothing is stored', async () => {
    const unknown = await importOf('1', 'c3');
    expect([outcomeOf(unknown), errorOf(unknown).message]).toEqual([
        '400 connection_test_failed',
        'Sandbox (installed app) refused the installation (Not Found). Nothing was stored.'
    ]);
    const other = await importOf('1', 'c3', '4712');
    expect([outcomeOf(other), errorOf(other).errors?.[0]?.path]).toEqual(['400 invalid_body', ['credentials', 'app_id']]);
    expect(outcomeOf(await importOf('../1', 'c3'))).toBe('400 invalid_body');
    expect(outcomeOf(await app.raw(`/connections/c3?provider_config_key=${provider_config_key}`))).toBe('404 not_found');
});

test('where the provider is down an installation is stored, and its token is requested at the first use', async () => {
    const installation_id = await atGitHub(app, 'flow-matic', 'install');
    await app.sandbox.control('github/faults', [{ action: { type: 'status', code: 503 } }]);
    const made = await importOf(installation_id, 'c4');
    expect([made.status, made.json]).toMatchObject([201, { verified_at: null }]);
    await app.sandbox.control('github/faults', []);
    await passTime(app, 60_000);
    expect((await app.connection('c4', provider_config_key)).credentials['access_token']).toMatch(/^ghs_/);
});

test('the token of the app itself is added where it is asked for, for keys that may read credentials', async () => {
    const installation_id = await atGitHub(app, 'flow-matic', 'install');
    await importOf(installation_id, 'c5');
    const path = `/connections/c5?provider_config_key=${provider_config_key}`;
    expect(Object((await app.raw(path)).json).credentials).not.toHaveProperty('jwtToken');
    const { credentials } = Object((await app.raw(`${path}&refresh_github_app_jwt_token=true`)).json);
    const headers = { authorization: `Bearer ${credentials.jwtToken}` };
    const own = await fetch(`${app.sandbox.url}/github/api/app`, { headers });
    expect([own.status, await own.json()]).toMatchObject([200, { slug: 'patchbay-sandbox' }]);
});
