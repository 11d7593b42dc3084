import {
    confirmConnection,
    deleteConnection,
    getConnection,
    importConnection,
    updateConnection,
    updateConnectSettings,
    updateIntegration
} from '@patchbay/contracts';
import type { Db } from '@patchbay/db';
import { BEARER_API_KEYS, startTestApp, type TestApp } from '@patchbay/test-kit';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { connectBySignIn } from './rooms/connect/attempts/attempts.fixtures.ts';
import { refreshCalls } from './rooms/connections/credentials/refresh.fixtures.ts';
import { connectByLink, makeLink } from './rooms/connect/connect-links/connect-links.fixtures.ts';

/** The usual operations of a customer and its end users. Each throws on an unusual response. */
const traffic: Record<string, (app: TestApp, round: number, links: string[]) => Promise<unknown>> = {
    'a sign-in': (app) => connectBySignIn(app, 'sandbox-oauth2'),
    'a renewal': async (app) => {
        const connectionId = await connectBySignIn(app, 'sandbox-oauth2');
        for (let time = 0; time < 4; time += 1) {
            const { credentials } = await app.call(getConnection, {
                params: { connection_id: connectionId },
                query: { provider_config_key: 'sandbox-oauth2', force_refresh: 'true' }
            });
            expect(credentials).toMatchObject({ access_token: expect.any(String) });
        }
    },
    'a share link': async (app, round, links) => {
        // Minted before, so that the counting transaction touches its table first.
        const { connection_id: connectionId } = await connectByLink(app, links[round % links.length] ?? '');
        await app.call(confirmConnection, {
            params: { connection_id: connectionId },
            body: { provider_config_key: 'unauthenticated', end_user_id: 'ada' }
        });
    },
    'a proxied call': async (app) => {
        const headers = { 'connection-id': 'proxied', 'provider-config-key': 'sandbox-api-key' };
        for (let time = 0; time < 4; time += 1) expect((await app.raw('/proxy/v1/account', { headers })).status).toBe(200);
    },
    'changes by the backend': async (app, round) => {
        await app.call(updateIntegration, { params: { id: 'sandbox-api-key' }, body: { display_name: `Name ${round}` } });
        await app.call(updateConnectSettings, { body: { show_watermark: round % 2 === 0 } });
        const key = { params: { connection_id: `imported-${round}` }, query: { provider_config_key: 'sandbox-api-key' } };
        await app.call(importConnection, {
            body: {
                provider_config_key: 'sandbox-api-key',
                connection_id: key.params.connection_id,
                credentials: { type: 'API_KEY', apiKey: BEARER_API_KEYS.acme }
            }
        });
        await app.call(updateConnection, { ...key, body: { end_user: { id: 'grace' } } });
        await app.call(deleteConnection, key);
    }
};

/** The next release's migrations: unknown columns in each table, and further tables. */
async function migrateToNext(db: Db, afterEach: () => Promise<unknown>): Promise<void> {
    const { rows: tables } = await sql<{ name: string }>`
        select relname as name from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and relname not like 'kysely%'`.execute(
        db
    );
    for (const { name } of tables) {
        for (const column of [`next_list jsonb not null default '["next"]'`, `next_text text generated always as ('next') stored`])
            await sql.raw(`alter table ${name} add column ${column}`).execute(db);
        await afterEach();
    }
    await sql`create table next_things (environment_id uuid references environments (id) on delete cascade)`.execute(db);
    await sql`insert into kysely_migration values ('9999_next', '2030-01-01T00:00:00.000Z')`.execute(db);
}

test('two versions at once: the next release migrates while servers of this one serve, and others of this one start on its schema', async () => {
    await using app = await startTestApp();
    await using second = await startTestApp({ replicaOf: app });
    for (const provider of ['sandbox-oauth2', 'sandbox-api-key', 'unauthenticated']) await app.integrate(provider);
    await app.call(importConnection, {
        body: {
            provider_config_key: 'sandbox-api-key',
            connection_id: 'proxied',
            credentials: { type: 'API_KEY', apiKey: BEARER_API_KEYS.acme }
        }
    });
    const links = await Promise.all(Array.from({ length: 10 }, async () => (await makeLink(app)).url));
    const failures: string[] = [];
    let rounds = 0;
    const once = (server: TestApp) => {
        rounds += 1;
        const round = rounds;
        return Promise.all(
            Object.entries(traffic).map(([what, work]) =>
                work(server, round, links).catch((error: unknown) => failures.push(`${what} in round ${round}: ${String(error)}`))
            )
        );
    };
    // Warm: every connection of both pools has prepared what they will need.
    await Promise.all([once(app), once(second)]);

    const migration = { isOver: false };
    const servers = [app, second].map(async (server) => {
        while (!migration.isOver) await once(server);
        await once(server);
    });
    await migrateToNext(app.db, () => once(second));
    migration.isOver = true;
    await Promise.all(servers);

    await using third = await startTestApp({ replicaOf: app });
    await once(third);

    expect(failures).toEqual([]);
    expect(await refreshCalls(app)).toMatchObject({ refused: 0, lost: 0 });
    const { rows } = await sql<{ state: string; count: number }>`
        select auth_state as state, count(*) from connections group by auth_state`.execute(app.db);
    // Per round one sign-in, one renewed connection and one by link; besides them the proxied one.
    expect(rows).toEqual([{ state: 'ok', count: 3 * rounds + 1 }]);
}, 480_000);
