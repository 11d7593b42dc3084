import {
    createAttempt,
    createConnectLink,
    createFreeze,
    endpoints,
    exchangeConnectLink,
    importConnection,
    listSecretKeys
} from '@patchbay/contracts';
import { BEARER_API_KEYS, startTestApp } from '@patchbay/test-kit';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { errorOf, sendSample, unknownIds } from './api.fixtures.ts';

// Without those that end the session that the others use, and freeze their integration.
const called = endpoints
    .filter(({ id }) => id !== 'deleteConnectSession' && id !== 'createFreeze')
    .toSorted((a, b) => order(a.method) - order(b.method));

test('where stored keys cannot be opened, every endpoint responds as its contract declares', async () => {
    await using app = await startTestApp();
    const credentials = { type: 'API_KEY', apiKey: BEARER_API_KEYS.acme } as const;
    await app.integrate('sandbox-oauth2');
    await app.integrate('sandbox-api-key');
    await app.call(importConnection, { body: { provider_config_key: 'sandbox-api-key', connection_id: 'c1', credentials } });
    const { token, call, connectLink } = await app.session();
    const { data: attempt } = await call(createAttempt, { body: { integration_id: 'sandbox-oauth2' } });
    const { data: freeze } = await app.call(createFreeze, {
        body: { integration_id: await app.integrate('unauthenticated'), reason: 'r' }
    });
    const { data: link } = await app.call(createConnectLink, { body: { end_user: { id: 'user_1' } } });
    const { data: keys } = await app.call(listSecretKeys, {});
    const lastByte = sql<Buffer>`set_byte(wrapped, length(wrapped) - 1, 255 - get_byte(wrapped, length(wrapped) - 1))`;
    await app.db.updateTable('data_keys').set({ wrapped: lastByte }).execute();
    // The disposal of the server fails when a response has an undeclared code.
    await using restarted = await startTestApp({ replicaOf: app });
    const ids = { ...unknownIds, connection: 'c1', key: keys[0]?.id ?? '', attempt: attempt.attempt_id, link: link.id, freeze: freeze.id };

    const unreadable = new Set<string>();
    for (const integration of ['sandbox-oauth2', 'sandbox-api-key'])
        for (const endpoint of called)
            for (const kind of endpoint.auth.length > 0 ? endpoint.auth : [undefined]) {
                const response = await sendSample(restarted, endpoint, {
                    ids: { ...ids, integration },
                    ...(endpoint.credentialIn === 'query' ? { path: `${endpoint.path}?connect_session_token=${token}` } : {}),
                    token:
                        kind === undefined
                            ? null
                            : { secret_key: app.keys.dev, account_key: app.keys.account, connect_session: token, dashboard_session: null }[
                                  kind
                              ]
                });
                if (errorOf(response).code === 'credential_unreadable') unreadable.add(endpoint.id);
            }
    const body = JSON.stringify({ code: connectLink.split('/').at(-1) });
    const headers = { 'content-type': 'application/json' };
    const exchanged = await restarted.raw(exchangeConnectLink.path, { method: 'POST', token: null, headers, body });
    expect(errorOf(exchanged).code).toBe('credential_unreadable');
    expect([...unreadable]).toEqual(expect.arrayContaining(['createAttempt', 'getConnection', 'connectWithApiKey', 'proxy']));
});

/** What deletes comes last. */
function order(method: string): number {
    return method === 'DELETE' ? 1 : 0;
}
