import { createReconnectSession, getConnection, importConnection, listConnections, listIntegrations } from '@patchbay/contracts';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { outcomeOf, sendJson } from './api.fixtures.ts';
import { start, storedConnection } from './rooms/connect/attempts/attempts.fixtures.ts';
import { connectByLink, makeLink } from './rooms/connect/connect-links/connect-links.fixtures.ts';

let app: TestApp;
beforeAll(async () => {
    app = await startTestApp();
    await app.integrate('unauthenticated');
});
afterAll(() => app[Symbol.asyncDispose]());

const integration = 'unauthenticated';
const ada = { id: 'ada', email: 'ada@example.com', display_name: 'Ada', tags: null, organization: null };

async function importFor(connectionId: string): Promise<void> {
    await app.call(importConnection, {
        body: {
            provider_config_key: integration,
            connection_id: connectionId,
            credentials: { type: 'NONE' },
            end_user: { id: 'ada', email: 'ada@example.com', display_name: 'Ada' },
            tags: { plan: 'gold' }
        }
    });
}
/** As a newer release, or a person, may have written it. */
async function store(connectionId: string, columns: Record<string, unknown>): Promise<void> {
    const values = Object.entries(columns).map(([name, value]) => [name, JSON.stringify(value)]);
    await app.db.updateTable('connections').set(Object.fromEntries(values)).where('connection_id', '=', connectionId).execute();
}
const viewOf = (connectionId: string) =>
    app.call(getConnection, { params: { connection_id: connectionId }, query: { provider_config_key: integration } });
const complaints = () => app.logLines.flatMap((line) => (line.includes('stored_json_unreadable') ? [JSON.parse(line)] : []));

test('a connection whose JSON cannot be read stays in the list, with the others, and the log tells which column', async () => {
    await importFor('whole');
    await importFor('broken');
    await store('broken', { end_user: 'ada', tags: [], metadata: 3, auth_failure: { kind: 'revoked' } });
    // At once, so that requests open connections to the database.
    const lists = await Promise.all(Array.from({ length: 8 }, () => app.call(listConnections, {})));
    expect(lists[0]?.connections).toMatchObject([
        { connection_id: 'broken', end_user: { id: '', email: null }, tags: {}, metadata: null, errors: [] },
        { connection_id: 'whole', end_user: ada, tags: { plan: 'gold' } }
    ]);
    expect((await viewOf('broken')).auth.failure).toBeNull();
    const told = complaints();
    for (const column of ['auth_failure', 'end_user', 'metadata', 'tags'])
        expect(told).toContainEqual(expect.objectContaining({ reason: expect.stringContaining(` ${column} `) }));
    expect(told.filter((line) => 'request_id' in line)).toEqual([]);
    await store('broken', { end_user: null });
});

test('an integration whose refusal cannot be read is listed as accepted', async () => {
    await app.integrate('sandbox-oauth2');
    await app.db.updateTable('integrations').set({ app_refusal: '{"until": 5}' }).execute();
    const { data } = await app.call(listIntegrations, {});
    expect(data).toMatchObject([{ unique_key: integration }, { unique_key: 'sandbox-oauth2', oauth_app: { state: 'ok', failure: null } }]);
});

test('a connection whose end user cannot be read is neither confirmed nor reconnected for an end user', async () => {
    const { url } = await makeLink(app, { end_user: { id: 'ada' } });
    const connectionId = (await connectByLink(app, url)).connection_id;
    await store(connectionId, { end_user: { name: 'Ada' } });
    const confirmed = await sendJson(app, 'POST', `/connections/${connectionId}/confirm`, {
        provider_config_key: integration,
        end_user_id: 'ada'
    });
    expect(outcomeOf(confirmed)).toBe('409 end_user_mismatch');
    await importFor('lost');
    await store('lost', { end_user: { name: 'Ada' } });
    const body = { connection_id: 'lost', integration_id: integration, end_user: { id: 'ada' } };
    await expect(app.call(createReconnectSession, { body })).rejects.toMatchObject({ code: 'end_user_mismatch' });
});

test('what a newer server stored of an end user and of a failure is read as far as it is known, and kept', async () => {
    const session = await app.session({ end_user: { id: 'grace' } });
    await sql`update connect_sessions set end_user = end_user - 'email' || '{"phone": "123"}' where end_user ->> 'id' = 'grace'`.execute(
        app.db
    );
    const connectionId = (await start(session, integration)).connection_id ?? '';
    expect((await viewOf(connectionId)).end_user).toEqual({ ...ada, id: 'grace', email: null, display_name: null });
    expect((await storedConnection(app, connectionId))?.end_user).toMatchObject({ id: 'grace', phone: '123' });
    const since = '2026-01-01T00:00:00.000Z';
    const failure = {
        kind: 'paused',
        message: 'Paused.',
        since,
        at: since,
        tries: 1,
        odd_days: [],
        retry_at: null,
        event_id: 'evt',
        by: 'them'
    };
    await store(connectionId, { auth_failure: failure });
    const view = await viewOf(connectionId);
    expect([view.errors, view.auth.failure]).toEqual([
        [{ type: 'auth', log_id: 'evt' }],
        { kind: 'unknown', message: 'Paused.', since, retry_at: null }
    ]);
});
