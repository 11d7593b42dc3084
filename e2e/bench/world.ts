import { openDatabase } from '@patchbay/db';
import { generateKeyRing } from '@patchbay/server';
import pg from 'pg';
import type { LoadPlan } from './measure.ts';
import { originOf, startProgram } from './program.ts';
import { type BenchServer, makeSecretKey, startServer } from './server.ts';

export const integrationKey = 'acme';
const oauthClient = { type: 'OAUTH2' as const, client_id: 'bench', client_secret: 'bench' };
/** Those that are read: their credentials are real, and differ. */
export const readable = Array.from({ length: 100 }, (_, index) => `readable-${index}`);

/** A database and a server on it. PostgreSQL belongs to the bench: it outlives servers. */
export interface World {
    databaseUrl: string;
    environmentId: string;
    server: BenchServer;
    /** The provider that the connections are for. */
    upstreamUrl: string;
    reads: LoadPlan['requests'];
    mints: LoadPlan['requests'];
    lists: LoadPlan['requests'];
    creates: LoadPlan['requests'];
    /** The widget's first request, in a session that offers all integrations. */
    widgets: LoadPlan['requests'];
    /** Fills the table up to so many connections. */
    growTo(connections: number): Promise<void>;
    stop(): Promise<void>;
}

/** @param checkout a built one, whose server runs instead of this one's */
export async function createWorld(dataDir: string, checkout?: string): Promise<World> {
    const upstream = await startProgram('bare-upstream.ts');
    const upstreamUrl = originOf(upstream);
    const database = await openDatabase({ dataDir });
    const variables = {
        DATABASE_URL: database.url,
        PATCHBAY_ENCRYPTION_KEYS: generateKeyRing(),
        PATCHBAY_SANDBOX_URL: upstreamUrl,
        PATCHBAY_ALLOW_PRIVATE_HOSTS: new URL(upstreamUrl).host
    };
    const server = await startServer(makeSecretKey(), variables, checkout);
    await server.patchbay.integrations.create({
        provider: 'sandbox-oauth2',
        unique_key: integrationKey,
        credentials: oauthClient
    });
    for (const provider of ['github', 'google', 'hubspot', 'slack'])
        await server.patchbay.integrations.create({ provider, unique_key: provider, credentials: oauthClient });
    for (const id of readable)
        await server.patchbay.connections.import({
            provider_config_key: integrationKey,
            connection_id: id,
            credentials: { type: 'OAUTH2', access_token: `token-of-${id}`, refresh_token: `refresh-token-of-${id}` },
            end_user: { id: `user-of-${id}`, email: `${id}@example.com` },
            tags: { plan: 'bench' }
        });
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const found = await client.query<{ id: string }>(`select id from environments where name = 'dev'`);
    return {
        databaseUrl: database.url,
        environmentId: found.rows[0]?.id ?? '',
        server,
        upstreamUrl,
        ...requestsTo(server),
        widgets: await widgetRequests(server),
        async growTo(connections) {
            // Older than those that are read, as most rows of a grown table; their values are as
            // long.
            await client.query(
                `insert into connections (environment_id, integration_id, connection_id, credentials_type, credentials, secret_config,
                    connection_config, end_user, tags, created_at)
                select model.environment_id, model.integration_id, 'filler-' || n, model.credentials_type, model.credentials, model.secret_config,
                    model.connection_config, jsonb_build_object('id', 'user-' || n), model.tags, model.created_at - make_interval(secs => n)
                from (select * from connections where connection_id = $1) model,
                    generate_series((select count(*) from connections), $2::integer - 1) n`,
                [readable[0], connections]
            );
            await client.query('vacuum analyze connections');
            // Else it would go on writing down what was filled in while requests are measured.
            await client.query('checkpoint');
        },
        async stop() {
            await client.end();
            await server.stop();
            await database.stop();
            await upstream.stop();
        }
    };
}

async function widgetRequests({ patchbay }: BenchServer): Promise<LoadPlan['requests']> {
    const { data } = await patchbay.connectSessions.create({ end_user: { id: 'user_1', email: 'user_1@example.com' } });
    return [{ method: 'GET', path: '/connect/session', headers: { authorization: `Bearer ${data.token}` } }];
}

function requestsTo({ secretKey }: BenchServer): Pick<World, 'reads' | 'mints' | 'lists' | 'creates'> {
    const headers = { authorization: `Bearer ${secretKey}` };
    const body = { end_user: { id: 'user_1', email: 'user_1@example.com' }, allowed_integrations: [integrationKey] };
    const connection = {
        provider_config_key: integrationKey,
        credentials: { type: 'OAUTH2', access_token: 'token-of-bench', refresh_token: 'refresh-token-of-bench' },
        end_user: { id: 'imported', email: 'imported@example.com' },
        tags: { plan: 'bench' }
    };
    const post = (path: string, content: unknown): LoadPlan['requests'] => [
        { method: 'POST', path, headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(content) }
    ];
    return {
        reads: readable.map((id) => ({ method: 'GET', path: `/connections/${id}?provider_config_key=${integrationKey}`, headers })),
        mints: post('/connect/sessions', body),
        creates: post('/connections', connection),
        lists: [{ method: 'GET', path: '/connections?limit=100', headers }]
    };
}
