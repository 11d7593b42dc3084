import {
    createFreeze,
    deleteWebhookEndpoint,
    liftFreeze,
    listEvents,
    listIssues,
    listWebhookDeliveries,
    type PatchbayEvent,
    replayWebhookDeliveries,
    resolveIssue,
    updateIntegration,
    updateWebhookEndpoint
} from '@patchbay/contracts';
import { sandboxClient } from '@patchbay/test-kit';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type ProxyWorld, send, startProxyWorld } from '../../traffic/proxy/proxy.fixtures.ts';
import { breakProvider, connectBySignIn, restoreProvider, tokenPath } from '../../connect/attempts/attempts.fixtures.ts';
import { addConnections } from '../../platform/integration-status/integration-status.fixtures.ts';
import { entriesOf } from '../../platform/request-log/request-log.fixtures.ts';
import { recordEvent } from '../events/record-event.ts';
import { type AlertApp, hourMs, minuteMs, roundOf, startAlertApp } from './alerts.fixtures.ts';

let app: AlertApp;
beforeAll(async () => {
    // It delivers events, too.
    app = await startAlertApp({ runsJobs: true });
    // The test alone looks: its own look leaves out a rule that the server looks at meanwhile.
    await sql`create function leave_it() returns trigger language plpgsql as $$ begin return null; end $$`.execute(app.db);
    await sql`create trigger leave_it before insert on alert_looks for each row execute function leave_it()`.execute(app.db);
    await app.integrate('unauthenticated', { unique_key: 'other' });
});
beforeEach(async () => {
    await app.db.deleteFrom('connections').execute();
    await app.db.deleteFrom('alert_channels').execute();
    await app.db.deleteFrom('webhook_endpoints').execute();
    await app.db.deleteFrom('issues').execute();
    app.receiver.received.length = 0;
    app.receiver.respond((response) => response.end('ok'));
    app.clock.advance(minuteMs);
});
afterAll(() => app[Symbol.asyncDispose]());

const patience = { timeout: 20_000 };
/** The server sends messages too, and may be at it when a round of the test has ended. */
async function told(path: string, texts: unknown[]): Promise<void> {
    await expect.poll(() => app.texts(path), patience).toEqual(texts);
}
const deliveries = async (status: 'exhausted' | 'delivered') => (await app.call(listWebhookDeliveries, { query: { status } })).data;
const alertCodes = async () => {
    const { data } = await app.call(listEvents, { query: { limit: 1000 } });
    return data.flatMap(({ payload }) => (payload['type'] === 'alert' ? [payload['code']] : []));
};

test('events that are given up are an issue until they are replayed', async () => {
    await app.channel('/alerts', { rules: ['delivery_exhausted'] });
    app.receiver.respond((response, { path }) => response.writeHead(path === '/left' ? 410 : 200).end());
    await app.connect('left', { webhook_url_override: app.receiver.url('/left') });
    const [delivery] = await vi.waitFor(async () => {
        const found = await deliveries('exhausted');
        expect(found).toHaveLength(1);
        return found;
    }, patience);
    await app.round();
    const subject = { type: 'webhook_endpoint', id: delivery?.endpoint_id ?? '' };
    expect(await app.issues({ rule: 'delivery_exhausted' })).toMatchObject([
        { status: 'open', count: 1, subject, connection_ids: ['left'] }
    ]);
    await told('/alerts', [expect.stringContaining('Affected connections, among others: `left`.')]);
    expect(app.texts('/alerts')[0]).toContain(`POST /webhook-deliveries/replay {"endpoint_id": "${subject.id}"}`);
    app.receiver.respond((response) => response.end());
    await app.call(replayWebhookDeliveries, { body: { endpoint_id: subject.id } });
    await vi.waitFor(async () => expect(await deliveries('delivered')).toHaveLength(1), patience);
    await app.round();
    expect(await app.issues({ rule: 'delivery_exhausted' })).toMatchObject([{ status: 'resolved', resolved_by: 'patchbay' }]);
});

test('an endpoint that Patchbay disables is an issue until it is enabled; one that its owner disables is none', async () => {
    app.receiver.respond((response, { path }) => response.writeHead(path === '/gone' ? 410 : 200).end());
    const byRequest = await app.endpoint('/disabled');
    await app.call(updateWebhookEndpoint, { params: { endpoint_id: byRequest.id }, body: { disabled: true } });
    const { id } = await app.endpoint('/gone');
    const before = await alertCodes();
    await app.connect('c1');
    await vi.waitFor(async () => expect((await alertCodes()).slice(before.length)).toEqual(['webhook_endpoint_disabled']), patience);
    await app.round();
    expect(await app.issues({ rule: 'endpoint_disabled' })).toMatchObject([
        { status: 'open', subject: { type: 'webhook_endpoint', id }, repair: `PATCH /webhook-endpoints/${id} {"disabled": false}` }
    ]);
    expect((await alertCodes()).slice(before.length)).toEqual(['webhook_endpoint_disabled']);
    app.receiver.respond((response) => response.end());
    await app.call(updateWebhookEndpoint, { params: { endpoint_id: id }, body: { disabled: false } });
    await app.round();
    expect(await app.issues({ rule: 'endpoint_disabled', status: 'open' })).toEqual([]);
});

test('an endpoint that Patchbay disabled is no issue once it is deleted', async () => {
    app.receiver.respond((response, { path }) => response.writeHead(path === '/away' ? 410 : 200).end());
    const { id } = await app.endpoint('/away');
    await app.connect('c1');
    await vi.waitFor(async () => {
        await app.round();
        expect(await app.issues({ rule: 'endpoint_disabled', status: 'open' })).toHaveLength(1);
    }, patience);
    await app.call(deleteWebhookEndpoint, { params: { endpoint_id: id } });
    await app.round();
    expect(await app.issues({ rule: 'endpoint_disabled', status: 'open' })).toEqual([]);
});

test('a sync that fails for several connections is one issue, until the next run of each succeeds or a day has passed', async () => {
    for (const id of ['c1', 'c2', 'c3']) await app.connect(id);
    const run = async (connectionId: string, success: boolean, syncName = 'issues') => {
        app.clock.advance(1000);
        const at = app.clock.now().toISOString();
        const about = { from: 'patchbay', type: 'sync', connectionId, providerConfigKey: 'unauthenticated', syncName } as const;
        const common = { ...about, syncVariant: 'base', model: 'Issue', syncType: 'INCREMENTAL' } as const;
        const content: PatchbayEvent = success
            ? { ...common, success, modifiedAfter: at, queryTimeStamp: at, responseResults: { added: 1, updated: 0, deleted: 0 } }
            : { ...common, success, error: { type: 'script_http_error', description: '<!here>' }, startedAt: at, failedAt: at };
        const { environment_id: environmentId, id: integrationId } = await app.db
            .selectFrom('integrations')
            .select(['environment_id', 'id'])
            .where('unique_key', '=', 'unauthenticated')
            .executeTakeFirstOrThrow();
        await app.db.transaction().execute((trx) => recordEvent(trx, app.server.deps, { environmentId, integrationId, content }));
    };
    await app.channel('/syncs');
    for (const id of ['c1', 'c2', 'c3']) await run(id, true);
    for (const id of ['c1', 'c2', 'c1']) await run(id, false);
    await run('c3', false, 'contacts');
    await run('c3', true, 'contacts');
    await app.round();
    const failing = await app.issues({ rule: 'sync_failing' });
    expect(failing).toMatchObject([
        { status: 'open', count: 2, subject: { type: 'sync', id: 'unauthenticated/issues' }, connection_ids: ['c1', 'c2'] }
    ]);
    expect(failing[0]?.repair).toBe('GET /logs?integration_id=unauthenticated&failed=true');
    await told('/syncs', [expect.not.stringContaining('here')]);
    await run('c1', true);
    await app.round();
    expect(await app.issues({ rule: 'sync_failing' })).toMatchObject([{ status: 'open', count: 1, connection_ids: ['c2'] }]);
    await run('c2', true);
    await app.round();
    expect(await app.issues({ rule: 'sync_failing' })).toMatchObject([{ status: 'resolved', resolved_by: 'patchbay' }]);
    await run('c2', false);
    await app.round();
    expect(await app.issues({ rule: 'sync_failing', status: 'open' })).toHaveLength(1);
    app.clock.advance(25 * hourMs);
    await app.round();
    expect(await app.issues({ rule: 'sync_failing', status: 'open' })).toEqual([]);
});

test('an OAuth app that its provider refuses is one issue, which says who waits for it, until it is accepted or replaced', async () => {
    await app.integrate('sandbox-oauth2', { unique_key: 'crm' });
    await app.channel('/apps', { rules: ['app_refused'] });
    const ids = [await connectBySignIn(app, 'crm'), await connectBySignIn(app, 'crm')];
    const use = (id: string) => app.raw(`/connections/${id}?provider_config_key=crm&force_refresh=true`);
    await breakProvider(app, tokenPath, { type: 'status', code: 401, body: { error: 'invalid_client', error_description: '<!here>' } });
    app.clock.advance(minuteMs);
    for (const id of ids) await use(id);
    await app.round();
    expect(await app.issues({ rule: 'app_refused' })).toMatchObject([
        {
            status: 'open',
            subject: { type: 'integration', id: 'crm' },
            count: 2,
            affected_connections: 2,
            connection_ids: expect.arrayContaining(ids),
            repair: 'PATCH /integrations/crm {"credentials": {"client_secret": "…"}}'
        }
    ]);
    await told('/apps', [expect.stringContaining('*The provider of `crm` refuses its OAuth app*')]);
    expect(app.texts('/apps')[0]).not.toContain('!here');
    await restoreProvider(app);
    await app.call(updateIntegration, { params: { id: 'crm' }, body: { credentials: sandboxClient } });
    await app.round();
    expect(await app.issues({ rule: 'app_refused' })).toMatchObject([{ status: 'resolved', resolved_by: 'patchbay' }]);
});

test('a freeze is an issue until it is lifted', async () => {
    await app.channel('/freezes');
    const { data: freeze } = await app.call(createFreeze, { body: { integration_id: 'other', reason: 'A key has leaked' } });
    await app.round();
    expect(await app.issues()).toMatchObject([
        {
            rule: 'integration_frozen',
            status: 'open',
            subject: { id: freeze.id },
            integration_id: 'other',
            repair: `GET /freezes/${freeze.id}`
        }
    ]);
    await told('/freezes', [expect.stringContaining('Affected: every connection of `other`.')]);
    await app.call(liftFreeze, { params: { freeze_id: freeze.id } });
    await app.round();
    expect(await app.issues()).toMatchObject([{ status: 'resolved' }]);
});

describe('of the calls of an integration', () => {
    let sent = 0;
    beforeEach(() => {
        sent = 0;
    });
    const answer = async (world: ProxyWorld, status: number, count: number, connections = ['one']) => {
        world.thirdParty.handle = (_request, response) => void response.writeHead(status).end();
        for (let call = 0; call < count; call += 1)
            await send(world, '/things', { method: 'POST', connection: connections[call % connections.length] ?? 'one' });
        await world.app.server.deps.trafficCounter.flush();
        await entriesOf(world.app, (sent += count), { limit: 100 });
        await roundOf(world.app);
    };

    const issues = async (world: ProxyWorld) => (await world.app.call(listIssues, {})).data;

    test('those that fail are an issue from 10 % of 20 calls on, until they are less than 5 %', async () => {
        await using world = await startProxyWorld(undefined, { now: '2026-01-20T14:00:10Z' });
        await answer(world, 404, 17);
        await answer(world, 500, 2);
        expect(await issues(world)).toEqual([]);
        await answer(world, 200, 1);
        const [issue] = await issues(world);
        expect(issue).toMatchObject({ rule: 'error_rate', status: 'open', count: 10, title: expect.stringMatching(/that fail: 10 %$/) });
        world.app.clock.advance(5 * minuteMs);
        await answer(world, 200, 15);
        expect(await issues(world)).toMatchObject([{ status: 'open', count: 6 }]);
        await world.app.call(resolveIssue, { params: { issue_id: issue?.id ?? '' } });
        await roundOf(world.app);
        expect(await issues(world)).toMatchObject([{ status: 'resolved', resolved_by: 'request' }]);
        world.app.clock.advance(15 * minuteMs);
        await roundOf(world.app);
        await answer(world, 503, 20);
        expect(await issues(world)).toMatchObject([{ id: issue?.id, status: 'open', count: expect.any(Number) }]);
        world.app.clock.advance(16 * minuteMs);
        await roundOf(world.app);
        expect(await issues(world)).toMatchObject([{ status: 'resolved', resolved_by: 'patchbay' }]);
    });

    test('those that fail name the connections that are affected, and no others', async () => {
        await using world = await startProxyWorld(undefined, { now: '2026-01-20T14:00:10Z' });
        await addConnections(world.app, ['two', 'three', 'caller-mistakes']);
        await answer(world, 200, 10);
        await answer(world, 404, 5, ['caller-mistakes']);
        await answer(world, 429, 5, ['caller-mistakes']);
        await answer(world, 200, 1, ['unknown']);
        await answer(world, 502, 5, ['two', 'three']);
        expect(await issues(world)).toMatchObject([
            { rule: 'error_rate', status: 'open', integration_id: 'acme', affected_connections: 3, connection_ids: ['two', 'three'] }
        ]);
        world.app.clock.advance(minuteMs);
        await answer(world, 429, 10, ['caller-mistakes']);
        expect(await issues(world)).toMatchObject([
            { rule: 'rate_limit_starved', count: 15, connection_ids: ['caller-mistakes'] },
            { rule: 'error_rate', connection_ids: ['two', 'three'] }
        ]);
    });

    test('those that a rate limit refuses are an issue from 10 on', async () => {
        await using world = await startProxyWorld(undefined, { now: '2026-01-20T14:00:10Z' });
        await answer(world, 429, 9);
        expect(await issues(world)).toEqual([]);
        await answer(world, 429, 1);
        expect(await issues(world)).toMatchObject([{ rule: 'rate_limit_starved', status: 'open', count: 10 }]);
        world.app.clock.advance(16 * minuteMs);
        await roundOf(world.app);
        expect(await issues(world)).toMatchObject([{ status: 'resolved', resolved_by: 'patchbay' }]);
    });
});
