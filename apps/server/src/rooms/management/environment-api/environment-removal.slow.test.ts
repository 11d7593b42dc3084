import { createEnvironment, createIntegration, createSecretKey, listConnections, listEnvironments } from '@patchbay/contracts';
import { startTestApp } from '@patchbay/test-kit';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { outcomeOf } from '../../../api.fixtures.ts';
import { cleanUp } from '../../../clean-up.ts';
import { actionFlow, deployAll } from '../../automation/deployments/deployments.fixtures.ts';
import { connectGem, control, headers, journal, startGemApp } from '../../automation/syncs/syncs.fixtures.ts';

const connections = 100_000;

test('an environment with 100,000 connections is removed in batches: others are served meanwhile, and a stop loses nothing', async () => {
    await using app = await startTestApp();
    const stopped = await startTestApp({ replicaOf: app });
    const account = app.callAs(app.keys.account);
    const { data: own } = await account(createEnvironment, { body: { name: 'large' } });
    const { data: key } = await account(createSecretKey, { body: { environment_id: own.id, display_name: 'First' } });
    await app.callAs(key.secret)(createIntegration, { body: { provider: 'unauthenticated', unique_key: 'large' } });
    // In parts, each of which is done within a statement's time on a busy machine.
    for (let from = 0; from < connections; from += connections / 5)
        await sql`insert into connections (environment_id, integration_id, connection_id, credentials_type, credentials, secret_config, end_user)
            select environment_id, id, 'c' || n, 'NONE', '', '', '{"id":"ada","email":null,"display_name":null,"tags":null,"organization":null}'
            from integrations, generate_series(${sql.lit(from + 1)}, ${sql.lit(from + connections / 5)}) n
            where environment_id = ${own.id}`.execute(app.db);
    await sql`insert into syncs (environment_id, id, connection_row_id, name, models)
        select environment_id, gen_random_uuid(), id, 'candidates', '{}' from connections where environment_id = ${own.id}`.execute(app.db);
    await sql`insert into events (environment_id, id, type, payload, created_at)
        select ${own.id}, gen_random_uuid(), 'auth', '{}', now() from generate_series(1, ${sql.lit(connections)})`.execute(app.db);
    await sql`analyze`.execute(app.db);
    const left = async (table: 'connections' | 'events') => {
        const { rows } = await sql<{
            count: number;
        }>`select count(*)::int as count from ${sql.table(table)} where environment_id = ${own.id}`.execute(app.db);
        return rows[0]?.count ?? 0;
    };

    const startedAt = performance.now();
    const response = await stopped.raw(`/environments/${own.id}?confirm=large`, { method: 'DELETE', token: app.keys.account });
    const markedMs = performance.now() - startedAt;
    expect(response.status).toBe(204);
    expect(markedMs).toBeLessThan(2000);

    await vi.waitUntil(async () => (await left('events')) < connections, { timeout: 60_000 });
    await stopped[Symbol.asyncDispose]();
    expect(await left('connections')).toBeGreaterThan(0);

    const others: number[] = [];
    const removing = (async () => {
        for (let minute = 0; minute < 4; minute += 1) {
            await cleanUp(app.server.deps);
            app.clock.advance(60_000);
        }
        return 'done' as const;
    })();
    const call = async () => {
        const at = performance.now();
        await app.call(listConnections, {});
        others.push(performance.now() - at);
    };
    while ((await Promise.race([removing, call()])) !== 'done');
    expect([await left('connections'), await left('events')]).toEqual([0, 0]);
    const { rows } = await sql`select from environments where id = ${own.id}`.execute(app.db);
    expect(rows).toEqual([]);
    const slowest = others.toSorted((one, other) => other - one).slice(0, Math.ceil(others.length / 100));
    expect(slowest.at(-1)).toBeLessThan(500);
}, 300_000);

test('a run of it that waits for its provider ends within 15 s, on another server too', async () => {
    await using app = await startGemApp({ runsJobs: false });
    await control(app, 'faults', [{ match: { path_regex: '/users/' }, action: 'hang' }]);
    await deployAll(app, [await actionFlow('stuck', `await context.get({ endpoint: '/ats/v0/users/' });`)]);
    await connectGem(app);
    await using other = await startTestApp({ replicaOf: app });
    const running = other.raw('/action/trigger', {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ action_name: 'stuck' })
    });
    await vi.waitUntil(async () => (await journal(app, '/users/')).length > 0, { timeout: 60_000 });
    const { data } = await app.callAs(app.keys.account)(listEnvironments, {});
    const dev = data.find(({ name }) => name === 'dev')?.id;
    const deletedAt = performance.now();
    expect((await app.raw(`/environments/${dev}?confirm=dev`, { method: 'DELETE', token: app.keys.account })).status).toBe(204);
    expect(outcomeOf(await running)).toBe('410 script_aborted');
    expect(performance.now() - deletedAt).toBeLessThan(15_000);
}, 120_000);
