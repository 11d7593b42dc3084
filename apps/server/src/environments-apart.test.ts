import {
    createAlertChannel,
    createAttempt,
    createConnectLink,
    createEnvironment,
    createFreeze,
    createWebhookEndpoint,
    listEvents,
    listIssues,
    listWebhookDeliveries,
    createIntegration,
    createSecretKey,
    deleteEnvironment,
    deleteIntegration,
    type EndpointShape,
    endpoints,
    getConnection,
    importConnection,
    listEnvironments,
    listSecretKeys
} from '@patchbay/contracts';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiResponse, type Ids, sendSample, storedState, unknownIds } from './api.fixtures.ts';
import { cleanUp } from './clean-up.ts';
import { candidates, connect, contextOf, list, save, write } from './rooms/automation/records/records.fixtures.ts';
import { removeDeletedEnvironments } from './rooms/management/environment-api/remove-environment.ts';
import { watchRules } from './rooms/outbox/alerts/watch-rules.ts';

let app: TestApp;
beforeAll(async () => {
    // Before the day on which the removed endpoints stop being served.
    app = await startTestApp({ now: '2025-12-01T12:00:00Z' });
});
afterAll(() => app[Symbol.asyncDispose]());

// These make or change something of the caller's own, whatever other environments have.
const makesOwn = [
    'createIntegration',
    'createSecretKey',
    'updateConnectSettings',
    'updateRequestLogSettings',
    'updateCollector',
    'createWebhookEndpoint',
    'createAlertChannel',
    'rotateWebhookSigningKey'
];
// Would end the session that the other calls need.
const endsSession = ['deleteConnectSession'];
// Lists the calls of this test too.
const listsCalls = ['listLogs'];

test('T-34, T-52: objects of another environment, or of another session, are answered exactly like objects that do not exist', async () => {
    const prod = app.callAs(app.keys.prod);
    const { data: prodKeys } = await prod(listSecretKeys, {});
    expect(prodKeys).toHaveLength(1);
    const prodSession = await sessionOf(app.keys.prod);
    const responsesTo = async (ids: Ids) => {
        const told = new Map<string, string>();
        for (const endpoint of endpoints.filter(({ id }) => ![...makesOwn, ...endsSession, ...listsCalls].includes(id))) {
            // A key of the account reaches all environments.
            for (const kind of endpoint.auth.filter((each) => each !== 'account_key'))
                told.set(
                    `${endpoint.id} ${kind}`,
                    comparable(
                        await sendSample(app, endpoint, { ids, token: kind === 'secret_key' ? app.keys.prod : prodSession })
                        // A message may repeat the id that was asked for.
                    ).replaceAll(ids.attempt, 'its id')
                );
        }
        return told;
    };

    const names = { ...unknownIds, integration: 'acme', connection: 'c1' };
    // Twice, so that the second run's touches (a key's last use, for instance) are the same.
    await responsesTo(names);
    const before = await responsesTo(names);

    await app.integrate('unauthenticated', { unique_key: 'acme' });
    await app.call(importConnection, { body: { provider_config_key: 'acme', connection_id: 'c1', credentials: { type: 'NONE' } } });
    const { data: devKeys } = await app.call(listSecretKeys, {});
    await app.integrate('sandbox-oauth2');
    const devUser = await app.session();
    const { data: attempt } = await devUser.call(createAttempt, { body: { integration_id: 'sandbox-oauth2' } });
    const { data: link } = await app.call(createConnectLink, { body: { end_user: { id: 'user_1' } } });
    const { data: webhookEndpoint } = await app.call(createWebhookEndpoint, { body: { url: 'https://example.com/webhooks' } });
    await app.call(importConnection, { body: { provider_config_key: 'acme', connection_id: 'c1', credentials: { type: 'NONE' } } });
    await write(app, contextOf(app, await connect(app, 'c1', 'acme')), [save(candidates(3))]);
    const { data: events } = await app.call(listEvents, {});
    const { data: deliveries } = await app.call(listWebhookDeliveries, {});
    const { data: freeze } = await app.call(createFreeze, { body: { integration_id: 'acme', reason: 'r' } });
    const { data: channel } = await app.call(createAlertChannel, { body: { kind: 'slack', name: 'n', url: 'https://example.com/hook' } });
    await watchRules(app.server.deps);
    const { data: issues } = await app.call(listIssues, {});
    expect(issues.map(({ rule }) => rule)).toEqual(['integration_frozen']);
    const stored = withoutUse(await storedState(app.db));

    const after = await responsesTo({
        ...names,
        key: devKeys[0]?.id ?? '',
        attempt: attempt.attempt_id,
        link: link.id,
        freeze: freeze.id,
        endpoint: webhookEndpoint.id,
        delivery: deliveries[0]?.id ?? 'none',
        event: events[0]?.id ?? 'none',
        channel: channel.id,
        issue: issues[0]?.id ?? 'none'
    });
    expect(Object.fromEntries(after)).toEqual(Object.fromEntries(before));
    expect(after.size).toBeGreaterThan(30);
    expect(withoutUse(await storedState(app.db))).toBe(stored);

    const neighbour = await app.session();
    const attempts = endpoints.filter(({ path }) => path.includes(':attempt_id'));
    expect(attempts).toHaveLength(6);
    for (const endpoint of attempts) {
        const foreign = await sendSample(app, endpoint, { ids: { ...names, attempt: attempt.attempt_id }, token: neighbour.token });
        const unknown = await sendSample(app, endpoint, { ids: names, token: neighbour.token });
        expect([endpoint.id, comparable(foreign)]).toEqual([endpoint.id, comparable(unknown)]);
        expect(unknown.status).toBe(404);
    }
});

test('T-17, T-34: an integration of the same name does not lead to the other environment’s connections', async () => {
    const made = { provider_config_key: 'both', connection_id: 'shared', credentials: { type: 'NONE' } } as const;
    await app.integrate('unauthenticated', { unique_key: 'both' });
    await app.call(importConnection, { body: made });
    await app.callAs(app.keys.prod)(createIntegration, { body: { provider: 'unauthenticated', unique_key: 'both' } });
    const before = withoutUse(await storedState(app.db));
    const ids = { ...unknownIds, integration: 'both', connection: 'shared' };
    const byConnection = [
        'getConnection',
        'updateConnection',
        'deleteConnection',
        'confirmConnection',
        'setMetadata',
        'updateMetadata',
        'setMetadataLegacy',
        'updateMetadataLegacy',
        'createReconnectSession',
        'listRecords',
        'pruneRecords'
    ];
    for (const endpoint of endpoints.filter(({ id }) => byConnection.includes(id))) {
        const response = await sendSample(app, endpoint, { ids, token: app.keys.prod });
        expect([endpoint.id, response.status === 400 || response.status === 404]).toEqual([endpoint.id, true]);
    }
    expect(withoutUse(await storedState(app.db))).toBe(before);
    await app.callAs(app.keys.prod)(deleteIntegration, { params: { id: 'both' } });
    expect((await app.connection('shared', 'both')).connection_id).toBe('shared');
});

test('connections of the same names in two environments have records of their own', async () => {
    for (const [token, count] of [
        [app.keys.dev, 2],
        [app.keys.prod, 3]
    ] as const) {
        await app.callAs(token)(createIntegration, { body: { provider: 'unauthenticated', unique_key: 'twins' } });
        await write(app, contextOf(app, await connect(app, 'twin', 'twins', token)), [save(candidates(count))]);
    }
    const countOf = async (token: string) =>
        (await list(app, 'model=Candidate', { connection: 'twin', integration: 'twins', token })).records.length;
    expect([await countOf(app.keys.dev), await countOf(app.keys.prod)]).toEqual([2, 3]);
    await app.callAs(app.keys.prod)(deleteIntegration, { params: { id: 'twins' } });
});

test('lists show nothing of another environment', async () => {
    for (const endpoint of endpoints.filter(({ id }: EndpointShape) =>
        ['listIntegrations', 'listConnections', 'listConnectLinks', 'listAttempts', 'listWebhookEndpoints', 'listAlertChannels'].includes(
            id
        )
    )) {
        const { json } = await sendSample(app, endpoint, { token: app.keys.prod });
        expect(Object.values(Object(json))).toEqual([[]]);
    }
});

test('an environment that is made by API is apart as the first two are, and its deletion changes nothing of theirs', async () => {
    const account = app.callAs(app.keys.account);
    const { data: made } = await account(createEnvironment, { body: { name: 'third' } });
    const { data: key } = await account(createSecretKey, { body: { environment_id: made.id, display_name: 'First' } });
    // What earlier tests have left to be cleaned up.
    await cleanUp(app.server.deps);
    const before = withoutUse(await storedState(app.db));
    await app.callAs(key.secret)(createIntegration, { body: { provider: 'unauthenticated', unique_key: 'both' } });
    const ids = { ...unknownIds, integration: 'both', connection: 'shared' };
    expect((await sendSample(app, getConnection, { ids, token: key.secret })).status).toBe(404);
    await app.callAs(key.secret)(deleteIntegration, { params: { id: 'both' } });
    expect((await sendSample(app, deleteEnvironment, { ids, token: key.secret })).status).toBe(403);
    await account(deleteEnvironment, { params: { environment_id: made.id } });
    for (let minute = 0; minute < 3; minute += 1) {
        await removeDeletedEnvironments(app.server.deps);
        app.clock.advance(60_000);
    }
    // The audit log outlasts its environment.
    const ofOthers = (text: string) =>
        text.split('\n').filter((row) => !row.includes(',third,') && !row.includes(made.id) && !row.includes('Test'));
    expect(ofOthers(withoutUse(await storedState(app.db)))).toEqual(ofOthers(before));
    expect((await account(listEnvironments, {})).data.map(({ name }) => name)).toEqual(['dev', 'prod']);
});

/** Everything of a response but what differs from request to request. */
function comparable({ status, headers, text }: ApiResponse): string {
    const kept = [...headers].filter(([name]) => !['x-request-id', 'patchbay-request-id', 'date'].includes(name));
    return `${status} ${JSON.stringify(kept)} ${text.replaceAll(/"last_used_at":"[^"]*"/g, '"last_used_at":"…"')}`;
}

/** Without the time of a key's last use. */
function withoutUse(text: string): string {
    return text
        .split('\n')
        .filter((row) => !row.includes('First key'))
        .toSorted()
        .join('\n');
}

async function sessionOf(key: string): Promise<string> {
    const { json } = await app.raw('/connect/sessions', {
        method: 'POST',
        token: key,
        headers: { 'content-type': 'application/json' },
        body: '{"end_user":{"id":"u"},"manage_connections":true}'
    });
    // A session that was minted has a token.
    return (json as { data: { token: string } }).data.token;
}
