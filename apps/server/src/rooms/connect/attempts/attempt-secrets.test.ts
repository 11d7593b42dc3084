import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { outcomeOf, sendJson } from '../../../api.fixtures.ts';
import { sessionPlace } from '../connect-sessions/mint-session.ts';
import { attemptPlace, openSecrets } from './attempt-secrets.ts';
import { read, startSignIn, storedAttempt } from './attempts.fixtures.ts';

let app: TestApp;
beforeAll(async () => {
    app = await startTestApp();
    await app.integrate('sandbox-oauth2');
    await app.integrate('unauthenticated');
});
afterAll(() => app[Symbol.asyncDispose]());

const logged = (id: string, error: string) => app.logLines.filter((line) => line.includes(id) && line.includes(error));

/** A sign-in whose secrets another release stored, and whose window is still to be opened. */
async function startWith(change: object) {
    const endUser = await app.session();
    const { attempt_id: id, launch_url: url } = await startSignIn(endUser, 'sandbox-oauth2');
    const { seal } = app.server.deps;
    const row = await storedAttempt(app, id);
    const sealed = seal.seal(attemptPlace(row, 'secrets'), { ...openSecrets({ seal }, row), ...change });
    await app.db.updateTable('attempts').set({ secrets: sealed }).where('id', '=', id).execute();
    return { url, statusNow: async () => (await read(endUser, id)).status };
}

test('a sign-in whose secrets lack what is optional, and hold what is new, goes on', async () => {
    const { url, statusNow } = await startWith({ clientId: undefined, loginHint: undefined, addedLater: true });
    await app.browser().signIn(url);
    expect(await statusNow()).toBe('succeeded');
});

test('a sign-in whose secrets have an unknown form is reported, and does not go to the provider', async () => {
    const { url, statusNow } = await startWith({ scopes: 'openid' });
    const { status, authorizationUrl } = await app.browser().launch(url);
    expect([status, authorizationUrl]).toEqual([503, undefined]);
    expect(await statusNow()).toBe('created');
    expect(logged('sign_in_page_error', 'unknown form: scopes')).toHaveLength(1);
});

test('a session whose defaults have an unknown form is reported, and nothing is connected without them', async () => {
    const endUser = await app.session();
    const rows = await app.db.selectFrom('connect_sessions').selectAll().execute();
    for (const row of rows) {
        const sealed = app.server.deps.seal.seal(sessionPlace(row, 'config_defaults'), { unauthenticated: { connection_config: 'text' } });
        await app.db.updateTable('connect_sessions').set({ config_defaults: sealed }).where('id', '=', row.id).execute();
    }
    const response = await sendJson(app, 'POST', '/connect/attempts', { integration_id: 'unauthenticated' }, endUser.token);
    expect(outcomeOf(response)).toBe('503 credential_unreadable');
    expect(logged('secrets_unreadable', 'unknown form: unauthenticated.connection_config')).toHaveLength(1);
});
