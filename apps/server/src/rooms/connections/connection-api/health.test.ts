import {
    type CallInput,
    causesOf,
    countConnections,
    createFreeze,
    getConnection,
    healthCauseCodes,
    healthStatuses,
    importConnection,
    liftFreeze,
    listConnections,
    summarizeHealth,
    updateIntegration
} from '@patchbay/contracts';
import { BEARER_API_KEYS, startTestApp, type TestApp } from '@patchbay/test-kit';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { errorOf, outcomeOf } from '../../../api.fixtures.ts';
import { breakProvider, connectBySignIn, restoreProvider } from '../../connect/attempts/attempts.fixtures.ts';
import { failureCauseInSql } from '../connection-store/health.sql.ts';
import { refreshDue } from '../credentials/refresh-due.ts';
import { dayMs, hourMs, minuteMs } from '../credentials/refresh.fixtures.ts';

let app: TestApp;
beforeAll(async () => {
    app = await startTestApp();
    await app.integrate('sandbox-oauth2', { display_name: 'Acme $& CRM' });
    await app.integrate('sandbox-api-key');
    await app.integrate('sandbox-oauth2', { unique_key: 'other' });
    await app.integrate('unauthenticated');
});
beforeEach(async () => {
    await app.sandbox.control('reset', {});
    await app.db.deleteFrom('connections').execute();
});
afterAll(() => app[Symbol.asyncDispose]());

type Query = NonNullable<CallInput<typeof listConnections>['query']>;
const list = async (query: Query = {}) => (await app.call(listConnections, { query })).connections;
const ids = async (query: Query) => (await list(query)).map(({ connection_id: id }) => id).toSorted();
const summary = async () => (await app.call(summarizeHealth, {})).data;
const refreshAll = async () => Promise.all(await refreshDue(app.server.deps, 100));
/** The same in the list and on its own. */
async function healthOf(id: string, integrationId = 'sandbox-oauth2') {
    const [listed] = await list({ connectionId: id });
    const params = { params: { connection_id: id }, query: { provider_config_key: integrationId } };
    const { health } = await app.call(getConnection, params).catch((error) => error.payload.connection);
    expect(health).toEqual(listed?.health);
    return health;
}

describe('an admin reads of a connection how it is, why, since when, and who has to do what', () => {
    test('when all is well', async () => {
        expect(await healthOf(await connectBySignIn(app, 'sandbox-oauth2'))).toEqual({
            status: 'healthy',
            since: null,
            cause: null,
            action: null
        });
    });

    test('when the provider has ended the access, in words of ours', async () => {
        const id = await connectBySignIn(app, 'sandbox-oauth2');
        await breakProvider(app, '/oauth/token', {
            type: 'status',
            code: 400,
            body: { error: 'invalid_grant', error_description: 'words of theirs' }
        });
        app.clock.advance(dayMs);
        await refreshAll();
        const health = await healthOf(id);
        expect(health).toMatchObject({
            status: 'needs_reconnect',
            since: expect.any(String),
            cause: { code: 'access_revoked', message: 'Acme $& CRM has ended the access.' },
            action: { code: 'reconnect', by: 'end_user' }
        });
        expect(JSON.stringify(health)).not.toContain('words of theirs');
    });

    test('when the provider is down, and again when it is back', async () => {
        const id = await connectBySignIn(app, 'sandbox-oauth2');
        await breakProvider(app, '/oauth/token', { type: 'status', code: 503 });
        app.clock.advance(dayMs);
        await refreshAll();
        const { since } = await healthOf(id);
        expect(Math.abs(Date.parse(since) - app.clock.now().getTime())).toBeLessThan(minuteMs);
        app.clock.advance(minuteMs);
        await refreshAll();
        expect(await healthOf(id)).toMatchObject({
            status: 'degraded',
            since,
            cause: { code: 'provider_unavailable' },
            action: { code: 'wait', by: 'patchbay' }
        });
        await restoreProvider(app);
        app.clock.advance(hourMs);
        await refreshAll();
        expect((await healthOf(id)).status).toBe('healthy');
    });

    test('when it refuses the OAuth app', async () => {
        const id = await connectBySignIn(app, 'sandbox-oauth2');
        await breakProvider(app, '/oauth/token', { type: 'status', code: 401, body: { error: 'invalid_client' } });
        app.clock.advance(dayMs);
        await refreshAll();
        expect(await healthOf(id)).toMatchObject({
            status: 'needs_attention',
            cause: { code: 'app_refused' },
            action: { code: 'fix_integration', by: 'admin' }
        });
        await app.db.updateTable('integrations').set({ app_refusal: null }).execute();
    });

    test('when a key was imported while the provider could not be asked', async () => {
        await breakProvider(app, '/bearer', { type: 'status', code: 503 });
        const credentials = { type: 'API_KEY', apiKey: BEARER_API_KEYS.acme } as const;
        const body = { provider_config_key: 'sandbox-api-key', connection_id: 'unchecked', credentials };
        const imported = await app.call(importConnection, { body });
        expect(imported.health).toMatchObject({ status: 'unverified', cause: { code: 'not_checked' }, since: imported.created_at });
        expect(await healthOf('unchecked', 'sandbox-api-key')).toEqual(imported.health);
    });

    test('when its integration is switched off', async () => {
        await connectBySignIn(app, 'sandbox-oauth2');
        const setEnabled = (enabled: boolean) => app.call(updateIntegration, { params: { id: 'sandbox-oauth2' }, body: { enabled } });
        await setEnabled(false);
        const [listed] = await list({ status: 'paused' });
        expect(listed?.health).toMatchObject({ status: 'paused', cause: { code: 'integration_disabled' }, action: { by: 'admin' } });
        await setEnabled(true);
        expect(await list({ status: 'paused' })).toEqual([]);
    });

    test('when its integration is frozen, and again when the freeze is lifted', async () => {
        const id = await connectBySignIn(app, 'sandbox-oauth2');
        const { data: freeze } = await app.call(createFreeze, { body: { integration_id: 'sandbox-oauth2', reason: 'A key has leaked' } });
        const [listed] = await list({ cause: 'frozen', connectionId: id });
        expect(listed?.health).toEqual({
            status: 'paused',
            since: freeze.created_at,
            cause: { code: 'frozen', message: expect.stringContaining('is frozen') },
            action: { code: 'lift_freeze', by: 'admin', message: expect.stringContaining('GET /freezes') }
        });
        expect((await list({ status: 'paused' })).map(({ health }) => health.cause?.code)).toContain('frozen');
        expect(await list({ cause: 'integration_disabled' })).toEqual([]);
        await app.call(liftFreeze, { params: { freeze_id: freeze.id } });
        expect((await healthOf(id)).status).toBe('healthy');
    });
});

/** Rows with every combination of what decides the health, also of other releases. */
async function insertCombinations(): Promise<void> {
    const kinds = ['revoked', 'transient', 'configuration', 'unknown'];
    const failure = { message: 'm', at: '2026-01-01T00:00:00.000Z', tries: 1, odd_days: [], retry_at: null, event_id: null };
    const failures = kinds.flatMap((kind) =>
        [undefined, 'of the next release', ...healthCauseCodes].flatMap((cause) =>
            [undefined, true].map((has_expired) => ({ ...failure, since: '2026-01-01T00:00:00.000Z', kind, cause, has_expired }))
        )
    );
    const states = [
        { state: 'ok', failure: null },
        ...['failing', 'broken'].flatMap((state) => [null, ...failures].map((each) => ({ state, failure: each })))
    ];
    const rows = states.flatMap((each) =>
        ['API_KEY', 'OAUTH2'].flatMap((type) =>
            [true, false].flatMap((isVerified) => [true, false].map((isProbed) => ({ ...each, type, isVerified, isProbed })))
        )
    );
    await sql`insert into connections (environment_id, integration_id, connection_id, credentials_type, credentials, secret_config,
            verified_at, probe_due_at, auth_state, auth_failure)
        select environment_id, id, unique_key || n, row ->> 'type', '', '',
            case when (row ->> 'isVerified')::boolean then now() end, case when (row ->> 'isProbed')::boolean then now() end,
            row ->> 'state', nullif(row -> 'failure', 'null')
        from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) with ordinality as given (row, n)
        cross join integrations where unique_key in ('other', 'sandbox-api-key')`.execute(app.db);
}

test('each status and each cause lists exactly the connections that say so themselves', async () => {
    await insertCombinations();
    const body = { provider_config_key: 'unauthenticated', connection_id: 'frozen', credentials: { type: 'NONE' } } as const;
    await app.call(importConnection, { body });
    const { data: freeze } = await app.call(createFreeze, { body: { integration_id: 'unauthenticated', reason: 'A test' } });
    await app.call(updateIntegration, { params: { id: 'other' }, body: { enabled: false } });
    const all = await list();
    expect(all.length).toBeGreaterThan(1000);
    for (const status of healthStatuses) {
        const expected = all.filter(({ health }) => health.status === status);
        expect([status, (await list({ status })).map(({ id }) => id)]).toEqual([status, expected.map(({ id }) => id)]);
        expect([status, expected.length > 0]).toEqual([status, true]);
    }
    for (const cause of healthCauseCodes) {
        const expected = all.filter(({ health }) => health.cause?.code === cause);
        expect([cause, (await list({ cause })).map(({ id }) => id)]).toEqual([cause, expected.map(({ id }) => id)]);
        expect([cause, expected.length > 0]).toEqual([cause, true]);
    }
    const counted = await app.call(countConnections, {});
    for (const [status, count] of [...Object.entries((await summary()).counts), ...Object.entries(counted.data.counts)])
        expect([status, count]).toEqual([status, all.filter(({ health }) => health.status === status).length]);
    for (const status of healthStatuses) {
        const { data } = await app.call(countConnections, { query: { status } });
        expect(Object.entries(data.counts).filter(([, count]) => count > 0)).toEqual([[status, counted.data.counts[status]]]);
    }
    await app.call(updateIntegration, { params: { id: 'other' }, body: { enabled: true } });
    await app.call(liftFreeze, { params: { freeze_id: freeze.id } });
});

/** Connections that the provider has ended, at this time. */
async function breakAt(integrationKey: string, names: string[], since: Date): Promise<void> {
    const failure = { kind: 'revoked', cause: 'access_revoked', message: 'm', since, at: since, tries: 1, odd_days: [], retry_at: null };
    await sql`insert into connections
            (environment_id, integration_id, connection_id, credentials_type, credentials, secret_config, auth_state, auth_failure)
        select environment_id, id, name, 'OAUTH2', '', '', 'broken', ${JSON.stringify({ ...failure, event_id: null })}::jsonb
        from unnest(${names}::text[]) as name cross join integrations where unique_key = ${integrationKey}`.execute(app.db);
}

test('an admin finds what one outage broke by the group that names it', async () => {
    const first = new Date('2026-01-20T14:00:00Z');
    const after = (minutes: number) => new Date(first.getTime() + minutes * minuteMs);
    await breakAt('sandbox-oauth2', ['a', 'b'], first);
    await breakAt('sandbox-oauth2', ['c'], after(50));
    await breakAt('sandbox-oauth2', ['d'], after(111));
    await breakAt('other', ['e'], after(10));
    const { counts, outages } = await summary();
    expect(counts).toEqual({ unverified: 0, degraded: 0, needs_attention: 0, needs_reconnect: 5 });
    const about = { status: 'needs_reconnect', cause: 'access_revoked' };
    const at = (minutes: number) => after(minutes).toISOString();
    expect(outages).toEqual([
        { ...about, integration_id: 'sandbox-oauth2', count: 3, since: at(0), until: at(50) },
        { ...about, integration_id: 'sandbox-oauth2', count: 1, since: at(111), until: at(111) },
        { ...about, integration_id: 'other', count: 1, since: at(10), until: at(10) }
    ]);
    const [{ integration_id: integrationId, cause, since, until } = expect.fail()] = outages;
    expect(await ids({ integrationId, cause, since, until })).toEqual(['a', 'b', 'c']);
    expect(await ids({ since: '2026-01-20T15:30:00+01:00' })).toEqual(['c', 'd']);
    expect(await ids({ until: at(0), status: 'needs_reconnect' })).toEqual(['a', 'b']);
    expect(await ids({ status: 'needs_reconnect', integrationId: 'other' })).toEqual(['e']);
    expect(await ids({ status: 'needs_reconnect', limit: 2, page: 2 })).toHaveLength(1);
    expect((await app.callAs(app.keys.prod)(summarizeHealth, {})).data.outages).toEqual([]);
});

test.each([
    ['status=broken', expect.stringContaining('Invalid option')],
    ['cause=bad_luck', expect.stringContaining('Invalid option')],
    ['since=yesterday', expect.any(String)],
    ['cause=access_revoked&status=degraded', 'The cause access_revoked is one of status needs_reconnect'],
    ['status=healthy&since=2026-01-01T00:00:00Z', 'since and until are of failures'],
    ['cause=not_checked&until=2026-01-01T00:00:00Z', 'since and until are of failures'],
    ['since=2026-01-02T00:00:00Z&until=2026-01-01T00:00:00Z', 'since is later than until'],
    ['unconfirmed=true&status=healthy', 'Unconfirmed connections']
])('the filter %s makes no sense, and the response says why', async (query, message) => {
    const response = await app.raw(`/connections?${query}`);
    expect(outcomeOf(response)).toBe('400 invalid_query_params');
    const { errors, message: said = '' } = errorOf(response);
    expect(errors?.[0]?.message ?? said).toEqual(typeof message === 'string' ? expect.stringContaining(message) : message);
});

test('PostgreSQL knows the cause of a failure as the lists of connections ask for it', async () => {
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select from connections
        where environment_id = ${'00000000-0000-4000-8000-000000000000'} and auth_state <> 'ok' and ${failureCauseInSql} = 'refused_once'`.execute(
        app.db
    );
    expect(rows.map((row) => row['QUERY PLAN']).join(' ')).toMatch(
        /Scan .*connections_by_failure .*Index Cond: \(\(environment_id = .*CASE .* = 'refused_once'/s
    );
});

test('each cause has one status that it lists under', () => {
    expect(healthStatuses.flatMap(causesOf).toSorted()).toEqual(healthCauseCodes.toSorted());
});
