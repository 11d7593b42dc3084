import { confirmConnection, deleteConnection, updateFunction } from '@patchbay/contracts';
import { BEARER_API_KEYS, startTestApp, type TestApp } from '@patchbay/test-kit';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { outcomeOf } from '../../../api.fixtures.ts';
import { connectByLink, makeLink } from '../../connect/connect-links/connect-links.fixtures.ts';
import { eventsAbout, requestsAt, signIn, start, storedConnection } from '../../connect/attempts/attempts.fixtures.ts';
import { insertHandlerRun } from '../../connections/connection-store/handler-runs.sql.ts';
import { deployHandlers, handler } from '../deployments/deployments.fixtures.ts';
import { outcome, send } from '../syncs/syncs.fixtures.ts';
import { recoverHandlers } from './recover-handlers.ts';

const key = 'sandbox-api-key';
const oauth = 'sandbox-oauth2';
const acme = { credentials: { apiKey: BEARER_API_KEYS.acme } };

let app: TestApp;
beforeAll(async () => {
    app = await startTestApp({ runsJobs: true });
    for (const provider of [key, oauth, 'unauthenticated']) await app.integrate(provider);
});
beforeEach(async () => {
    await app.sandbox.control('reset', {});
    for (const integration of [key, oauth, 'unauthenticated']) await deployHandlers(app, [], integration);
});
afterAll(() => app[Symbol.asyncDispose]());

const runsOf = (connectionId: string) =>
    app.db
        .selectFrom('function_runs')
        .innerJoin('connections', 'connections.id', 'function_runs.connection_row_id')
        .select(['function_runs.name', 'function_runs.status', 'function_runs.kind', 'function_runs.error', 'function_runs.log'])
        .where('connections.connection_id', '=', connectionId)
        .orderBy('function_runs.created_at')
        .execute();
const endsOf = async (connectionId: string) => (await runsOf(connectionId)).map(({ name, status }) => `${name} ${status}`);
const untilEnded = async (connectionId: string, ...ends: string[]) => {
    await expect.poll(() => endsOf(connectionId), { timeout: 20_000 }).toEqual(ends);
};
const importIt = (connectionId: string, more: Record<string, unknown> = {}) =>
    send(app, 'POST', '/connections', {
        provider_config_key: key,
        connection_id: connectionId,
        credentials: { type: 'API_KEY', apiKey: BEARER_API_KEYS.acme },
        ...more
    });
const metadataOf = async (connectionId: string, integration = key) => (await app.connection(connectionId, integration)).metadata;
const messageOf = ({ body }: { body: unknown }) => (body as { error: { message: string } }).error.message;

test('a function that runs after a connection is made runs once for each, and not for another reconnect', async () => {
    await deployHandlers(
        app,
        [await handler('greet', 'post-connection-creation', `await context.updateMetadata({ greeted: context.connectionId });`)],
        key
    );
    expect(outcome(await importIt('made'))).toBe('201');
    await untilEnded('made', 'greet succeeded');
    expect(await metadataOf('made')).toEqual({ greeted: 'made' });
    expect(outcome(await importIt('made', { metadata: { again: true } }))).toBe('201');
    expect(outcome(await importIt('later'))).toBe('201');
    await untilEnded('later', 'greet succeeded');
    await untilEnded('made', 'greet succeeded');
    expect(await metadataOf('made')).toEqual({ again: true });
});

test('it runs too for a connection of a share link, once that is confirmed', async () => {
    await deployHandlers(app, [await handler('greet', 'post-connection-creation', '')], 'unauthenticated');
    const link = await makeLink(app, { end_user: { id: 'u1' }, allowed_integrations: ['unauthenticated'] });
    const { connection_id: connectionId } = await connectByLink(app, link.url);
    expect(await runsOf(connectionId)).toEqual([]);
    await app.call(confirmConnection, {
        params: { connection_id: connectionId },
        body: { provider_config_key: 'unauthenticated', end_user_id: 'u1' }
    });
    await untilEnded(connectionId, 'greet succeeded');
});

test('it waits on where it cannot be looked up, and runs once it can', async () => {
    await importIt('patient');
    const { id: connectionRowId, environment_id: environmentId } = await app.db
        .selectFrom('connections')
        .select(['id', 'environment_id'])
        .where('connection_id', '=', 'patient')
        .executeTakeFirstOrThrow();
    await deployHandlers(app, [await handler('greet', 'post-connection-creation', '')], key);
    await sql`alter table functions rename to functions_away`.execute(app.db);
    const since = app.logLines.length;
    await insertHandlerRun(app.db, { environmentId, connectionRowId, id: randomUUID(), name: 'greet', now: app.clock.now() });
    await expect.poll(() => app.logLines.slice(since).join('')).toContain('on_event_run_failed');
    await sql`alter table functions_away rename to functions`.execute(app.db);
    await untilEnded('patient', 'greet succeeded');
});

/** Leaves a run as a server does that is gone. */
const abandon = (connectionId: string, more: { attempt?: number; cancelled_at?: Date } = {}) =>
    app.db
        .updateTable('function_runs')
        .set({ status: 'running', finished_at: null, error: null, lease_until: new Date(app.clock.now().getTime() - 1), ...more })
        .where(sql<boolean>`connection_row_id in (select id from connections where connection_id = ${connectionId})`)
        .execute();
const recover = () => Promise.all([recoverHandlers(app.server.deps), recoverHandlers(app.server.deps)]);

test('one whose server is gone runs again, is told so, and runs three times at most', async () => {
    const body = `await context.updateMetadata({ ['attempt ' + context.attempt]: true });`;
    await deployHandlers(app, [await handler('greet', 'post-connection-creation', body)], key);
    await importIt('abandoned');
    await untilEnded('abandoned', 'greet succeeded');
    await abandon('abandoned');
    await recover();
    await expect.poll(() => metadataOf('abandoned')).toEqual({ 'attempt 1': true, 'attempt 2': true });
    await untilEnded('abandoned', 'greet succeeded');
    await abandon('abandoned', { attempt: 3 });
    await recover();
    await untilEnded('abandoned', 'greet failed');
    expect((await runsOf('abandoned'))[0]).toMatchObject({ error: expect.stringContaining('outcome_unknown') });
    expect((await eventsAbout(app, 'abandoned')).map(({ type }) => type)).toEqual(['auth', 'function.failed']);
    expect(await metadataOf('abandoned')).toEqual({ 'attempt 1': true, 'attempt 2': true });
});

test('one that was cancelled while its server died does not run again, and is no failure to tell of', async () => {
    await deployHandlers(app, [await handler('greet', 'post-connection-creation', '')], key);
    await importIt('cancelled');
    await untilEnded('cancelled', 'greet succeeded');
    await abandon('cancelled', { cancelled_at: app.clock.now() });
    await recover();
    await untilEnded('cancelled', 'greet failed');
    expect((await runsOf('cancelled'))[0]).toMatchObject({ error: expect.stringContaining('script_aborted') });
    expect((await eventsAbout(app, 'cancelled')).map(({ type }) => type)).toEqual(['auth']);
});

test('one that looks at a connection is not repeated, since the end user waits for it no more', async () => {
    await deployHandlers(app, [await handler('look', 'validate-connection', '')], key);
    await importIt('unwatched');
    await untilEnded('unwatched', 'look succeeded');
    await abandon('unwatched');
    await recover();
    await untilEnded('unwatched', 'look failed');
    expect((await runsOf('unwatched'))[0]).toMatchObject({ error: expect.stringContaining('outcome_unknown') });
});

test('of one that fails there is one event, which names its run, and it is not repeated', async () => {
    await deployHandlers(
        app,
        [await handler('greet', 'post-connection-creation', `context.log('now'); throw new context.ActionError({ message: 'no room' });`)],
        key
    );
    await importIt('unlucky');
    await untilEnded('unlucky', 'greet failed');
    const [run] = await runsOf('unlucky');
    expect(run).toMatchObject({ kind: 'on-event', error: expect.stringContaining('no room'), log: expect.stringContaining('now') });
    await expect.poll(async () => (await eventsAbout(app, 'unlucky')).map(({ type }) => type)).toEqual(['auth', 'function.failed']);
    expect((await eventsAbout(app, 'unlucky'))[1]).toMatchObject({
        functionType: 'on-event',
        functionName: 'greet',
        runId: expect.any(String),
        error: { type: 'action_script_runtime_error' }
    });
});

test('what is switched off does not run', async () => {
    await deployHandlers(app, [await handler('refuse', 'validate-connection', `throw new Error('no');`)], key);
    await app.call(updateFunction, { params: { id: key, type: 'on-event', name: 'refuse' }, body: { enabled: false } });
    expect(outcome(await importIt('unchecked'))).toBe('201');
    await app.call(updateFunction, { params: { id: key, type: 'on-event', name: 'refuse' }, body: { enabled: true } });
    expect(outcome(await importIt('checked'))).toBe('400 connection_validation_failed');
});

const refusal = `throw new context.ActionError({ message: 'Connect the account of an owner.' });`;

test('a connection that a function refuses is not stored, and the end user reads why', async () => {
    await deployHandlers(app, [await handler('owners-only', 'validate-connection', refusal)], key);
    const attempt = await start(await app.session(), key, acme);
    expect(attempt).toMatchObject({
        status: 'failed',
        code: 'connection_rejected',
        provider_text: 'Connect the account of an owner.',
        connection_id: null
    });
    const connections = await app.db
        .selectFrom('connections')
        .select('connection_id')
        .where('connection_id', '=', attempt.attempt_id)
        .execute();
    expect(connections).toEqual([]);
    const imported = await importIt('refused');
    expect([outcome(imported), messageOf(imported)]).toEqual(['400 connection_validation_failed', 'Connect the account of an owner.']);
    expect(await storedConnection(app, 'refused')).toBeUndefined();
    const kept = await app.db.selectFrom('function_runs').select(['name', 'status']).where('connection_id', '=', 'refused').execute();
    expect(kept).toEqual([{ name: 'owners-only', status: 'failed' }]);
});

test('the grant of a sign-in that a function refuses is revoked, and a reconnect leaves the connection as it was', async () => {
    const { attempt: first } = await signIn(app, await app.session(), oauth);
    const connectionId = first.connection_id ?? '';
    const before = await storedConnection(app, connectionId);
    await deployHandlers(app, [await handler('owners-only', 'validate-connection', refusal)], oauth);
    const { attempt } = await signIn(app, await app.reconnectSession(connectionId, oauth), oauth);
    expect(attempt).toMatchObject({ status: 'failed', code: 'connection_rejected' });
    expect(await storedConnection(app, connectionId)).toEqual(before);
    expect((await eventsAbout(app, connectionId)).at(-1)).toMatchObject({
        type: 'auth',
        operation: 'override',
        success: false,
        error: { type: 'connection_rejected', description: 'Connect the account of an owner.' }
    });
    await untilEnded(connectionId, 'owners-only failed');
});

test('a function that looks at a connection asks the provider with its credentials, before they are stored', async () => {
    const body = `
        const { data } = await context.get({ endpoint: '/v1/account' });
        const { credentials_withheld, connection_config } = await context.getConnection();
        const before = await context.getMetadata();
        await context.updateMetadata({ account: data, withheld: typeof credentials_withheld, config: typeof connection_config, before });`;
    await deployHandlers(app, [await handler('look', 'validate-connection', body)], key);
    expect(outcome(await importIt('seen', { metadata: { plan: 'gold' } }))).toBe('201');
    expect(await metadataOf('seen')).toMatchObject({ plan: 'gold', withheld: 'string', before: { plan: 'gold' } });
    await untilEnded('seen', 'look succeeded');
});

test.each([
    ['a mistake of its own', 'undefined.name;', 'connection_rejected', null],
    ['words', `throw new Error('Too many accounts.');`, 'connection_rejected', 'Too many accounts.'],
    ['a refusal of the provider', `await context.get({ endpoint: '/nowhere' });`, 'connection_rejected', null]
])('a function that ends with %s refuses the connection, and what is meant for people is shown', async (_name, body, code, said) => {
    await deployHandlers(app, [await handler('look', 'validate-connection', body)], key);
    expect(await start(await app.session(), key, acme)).toMatchObject({ status: 'failed', code, provider_text: said });
});

test('before a connection is deleted its functions run with its credentials, and cannot keep it', async () => {
    await deployHandlers(
        app,
        [
            await handler('sign-off', 'pre-connection-deletion', `await context.get({ endpoint: '/v1/goodbye' });`),
            await handler('stuck', 'pre-connection-deletion', `throw new Error('stuck');`)
        ],
        key
    );
    await importIt('leaving');
    await app.call(deleteConnection, { params: { connection_id: 'leaving' }, query: { provider_config_key: key } });
    expect(await storedConnection(app, 'leaving')).toBeUndefined();
    expect(await requestsAt(app, '/v1/goodbye')).toBe(1);
    expect(app.logLines.filter((line) => line.includes('deletion_handler_failed'))).toHaveLength(2);
    expect((await eventsAbout(app, 'leaving')).map(({ type }) => type)).toEqual([
        'auth',
        'function.failed',
        'function.failed',
        'connection.deleted'
    ]);
});

test('of two deletions at once, on two servers, one runs the functions before it, and the other finds nothing', async () => {
    await using replica = await startTestApp({ replicaOf: app });
    await deployHandlers(
        app,
        [await handler('sign-off', 'pre-connection-deletion', `await context.get({ endpoint: '/v1/goodbye-once' });`)],
        key
    );
    await importIt('twice');
    const before = await requestsAt(app, '/v1/goodbye-once');
    const path = `/connections/twice?provider_config_key=${key}`;
    const responses = await Promise.all([app, replica, app].map((server) => server.raw(path, { method: 'DELETE' })));
    expect(responses.map(outcomeOf).toSorted()).toEqual(['200', '400 unknown_connection', '400 unknown_connection']);
    expect((await requestsAt(app, '/v1/goodbye-once')) - before).toBe(1);
});
