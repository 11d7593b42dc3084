import { importConnection, listLogs, type LogEntry, requestKinds } from '@patchbay/contracts';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectBySignIn } from '../../connect/attempts/attempts.fixtures.ts';
import { hourMs } from '../../connections/credentials/refresh.fixtures.ts';
import { detailOf, entriesOf } from './request-log.fixtures.ts';

let app: TestApp;
beforeAll(async () => {
    app = await startTestApp();
    await app.integrate('sandbox-oauth2');
    await app.integrate('sandbox-api-key');
});
afterAll(() => app[Symbol.asyncDispose]());

const oauth = 'sandbox-oauth2';
const summary = ({ kind, method, url, status }: LogEntry) => [kind, method, new URL(url).pathname, status];

test('a sign-in, a refresh and a deletion are in the log of their connection: token, check, refresh and revocation', async () => {
    const id = await connectBySignIn(app, oauth);
    const tokens = [
        (await app.connection(id, oauth)).credentials['access_token'],
        (await app.connection(id, oauth)).credentials['refresh_token']
    ];
    const signIn = await entriesOf(app, 2, { connection_id: id });
    expect(signIn.map(summary)).toEqual([
        ['token', 'POST', '/oauth/token', 200],
        ['check', 'GET', '/oauth/me', 200]
    ]);
    app.clock.advance(hourMs + 1);
    const headers = { 'patchbay-request-id': 'read-1' };
    const read = await app.raw(`/connections/${id}?provider_config_key=${oauth}`, { headers });
    expect([read.status, read.headers.get('patchbay-request-id')]).toEqual([200, 'read-1']);
    const [refresh] = await entriesOf(app, 1, { request_id: 'read-1' });
    expect(refresh && summary(refresh)).toEqual(['refresh', 'POST', '/oauth/token', 200]);
    expect(refresh).toMatchObject({ connection_id: id, integration_id: oauth, provider: oauth });
    tokens.push((await app.connection(id, oauth)).credentials['access_token']);
    await app.raw(`/connections/${id}?provider_config_key=${oauth}`, { method: 'DELETE', headers: { 'patchbay-request-id': 'delete-1' } });
    const [revocation] = await entriesOf(app, 1, { request_id: 'delete-1' });
    expect(revocation).toMatchObject({ kind: 'revocation', connection_id: id, status: 200 });
    const all = await entriesOf(app, 4, { connection_id: id });
    const told = JSON.stringify(await Promise.all(all.map((entry) => detailOf(app, entry))));
    expect(told).toContain('"authorization":"[redacted]"');
    for (const token of tokens) expect(told).not.toContain(token);
});

test('the check of an imported key is in the log, without the key, with what the provider said of a wrong one', async () => {
    const body = {
        provider_config_key: 'sandbox-api-key',
        connection_id: 'wrong',
        credentials: { type: 'API_KEY', apiKey: 'wrong-canary-key' }
    } as const;
    await expect(app.call(importConnection, { body })).rejects.toMatchObject({ code: 'connection_test_failed' });
    const [entry] = await entriesOf(app, 1, { connection_id: 'wrong' });
    expect(entry).toMatchObject({ kind: 'check', status: 401, failed: true, error: null });
    if (!entry) throw new Error('Without an entry the test has failed.');
    const detail = await detailOf(app, entry);
    expect(detail.response.body?.text).toEqual(expect.any(String));
    expect(JSON.stringify(detail)).not.toContain('wrong-canary-key');
});

test('a backend lists the entries of each kind, and no others', async () => {
    const all = (await app.call(listLogs, { query: { limit: 100 } })).data;
    expect(new Set(all.map(({ kind }) => kind))).toEqual(new Set(['token', 'check', 'refresh', 'revocation']));
    for (const kind of requestKinds)
        expect((await app.call(listLogs, { query: { limit: 100, kind } })).data).toEqual(all.filter((entry) => entry.kind === kind));
});
