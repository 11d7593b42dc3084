import { execFileSync } from 'node:child_process';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { connectionUrl, type Database, openDatabase, startEmbeddedPostgres } from '@patchbay/db';
import { OAUTH_CLIENT } from '@patchbay/sandbox/accounts';
import { generateKeyRing } from '@patchbay/server';
import { makeFolder, removeFolder } from './folder.ts';
import { freePorts } from '@patchbay/test-kit/free-ports';
import { programFile, type ServerProcess, spawnServer } from '@patchbay/test-kit/server-process';
import { type Grant, type OAuthProvider, startProvider } from './provider.ts';

export const integrationKey = 'sandbox-oauth2';
const requestTimeoutMs = 90_000;

/** What `GET /connections/:id` answers, as far as it is read here. */
export interface ReadResponse {
    status: number;
    /** From the request's being sent to the response's last byte. */
    tookMs: number;
    body: {
        credentials?: { access_token?: string; refresh_token?: string };
        errors?: { type: string; log_id: string }[];
        auth?: { state: string; failure: { kind: string; message: string; retry_at: string | null } | null };
        error?: { code: string; message?: string; payload?: { connection?: ReadResponse['body'] } };
    };
}

/** Several server processes on one PostgreSQL, and a provider. */
export class Cluster implements AsyncDisposable {
    readonly provider: OAuthProvider;
    readonly servers: ServerProcess[] = [];
    readonly #database: Database;
    readonly #folder: string;
    readonly #variables: Record<string, string>;
    readonly #stopPostgres: () => Promise<void>;

    private constructor(from: {
        provider: OAuthProvider;
        database: Database;
        folder: string;
        variables: Record<string, string>;
        stopPostgres: () => Promise<void>;
    }) {
        this.provider = from.provider;
        this.#database = from.database;
        this.#folder = from.folder;
        this.#variables = from.variables;
        this.#stopPostgres = from.stopPostgres;
    }

    /** @param count servers, each at a port of its own @param variables of all of them */
    static async start(count: number, variables: Record<string, string> = {}): Promise<Cluster> {
        const folder = makeFolder();
        const postgres = await startEmbeddedPostgres({ dataDir: folder });
        const provider = await startProvider();
        const url = connectionUrl(postgres.connection);
        const cluster = new Cluster({
            provider,
            database: await openDatabase({ databaseUrl: url }, { poolSize: 4 }),
            folder,
            stopPostgres: () => postgres.stop(),
            variables: {
                DATABASE_URL: url,
                PATCHBAY_ENCRYPTION_KEYS: generateKeyRing(),
                PATCHBAY_SECRET_KEY: execFileSync(process.execPath, [programFile(), 'make-key'], { encoding: 'utf8' }).trim(),
                PATCHBAY_KEYS_FILE: devNull,
                PATCHBAY_SANDBOX_URL: provider.url,
                PATCHBAY_ALLOW_PRIVATE_HOSTS: new URL(provider.url).host,
                PATCHBAY_RATE_LIMIT_PER_MINUTE: '0',
                PATCHBAY_DRAIN_SECONDS: '0',
                PATCHBAY_LOG_LEVEL: 'info',
                // A killed process leaves no compile cache; the first one, which ends well, does.
                NODE_COMPILE_CACHE: join(folder, 'compile-cache'),
                ...variables
            }
        });
        try {
            // The first start alone: it makes the tables and the compile cache.
            await (await cluster.start()).stop();
            cluster.servers.push(...(await Promise.all(Array.from({ length: count }, () => cluster.start()))));
            await cluster.#integrate();
        } catch (error) {
            await cluster[Symbol.asyncDispose]();
            throw error;
        }
        return cluster;
    }

    /**
     * Starts one more server, to be stopped by the caller. @param extra on top of the shared
     * variables
     */
    async start(extra: Record<string, string> = {}): Promise<ServerProcess> {
        const server = await this.spawn(extra);
        await server.ready();
        return server;
    }

    /** Starts one again that has ended, at the same port. */
    restart({ url }: ServerProcess): Promise<ServerProcess> {
        return this.start({ PATCHBAY_PORT: new URL(url).port });
    }

    /** The same without waiting until it answers. */
    async spawn(extra: Record<string, string> = {}): Promise<ServerProcess> {
        const [port = 0, connectPort = 0] = await freePorts(2);
        return spawnServer({ ...this.#variables, PATCHBAY_PORT: String(port), PATCHBAY_CONNECT_PORT: String(connectPort), ...extra });
    }

    get databaseUrl(): string {
        return this.#variables['DATABASE_URL'] ?? '';
    }

    /** Of the environment `dev`. */
    get secretKey(): string {
        return this.#variables['PATCHBAY_SECRET_KEY'] ?? '';
    }

    get authorization(): { authorization: string } {
        return { authorization: `Bearer ${this.secretKey}` };
    }

    get db(): Database['db'] {
        return this.#database.db;
    }

    /** Where a connection is read. */
    path(connectionId: string, extra = ''): string {
        return `/connections/${connectionId}?provider_config_key=${integrationKey}${extra}`;
    }

    /**
     * Imports a grant as a connection. @param expiresInS lifetime of its access token; negative:
     * expired
     */
    async import(connectionId: string, grant: Grant, expiresInS: number): Promise<void> {
        const credentials = {
            type: 'OAUTH2',
            access_token: grant.accessToken,
            refresh_token: grant.refreshToken,
            expires_at: new Date(Date.now() + expiresInS * 1000).toISOString()
        };
        await this.#post('/connections', { provider_config_key: integrationKey, connection_id: connectionId, credentials });
    }

    /** Every event of the environment. @param url answers with 2xx */
    sendWebhooksTo(url: string): Promise<void> {
        return this.#post('/webhook-endpoints', { url });
    }

    /** One read. @returns undefined when the server was gone before it had responded */
    async read(server: ServerProcess, connectionId: string, extra = ''): Promise<ReadResponse | undefined> {
        const sentAt = performance.now();
        try {
            const response = await fetch(server.url + this.path(connectionId, extra), {
                headers: this.authorization,
                signal: AbortSignal.timeout(requestTimeoutMs)
            });
            // The documented response; a wrong one shows in the findings.
            const body = (await response.json()) as ReadResponse['body'];
            return { status: response.status, body, tookMs: performance.now() - sentAt };
        } catch {
            return undefined;
        }
    }

    /** What the database holds of these connections, past every server. */
    stored(connectionIds: readonly string[]) {
        return this.db
            .selectFrom('connections')
            .select(['connection_id', 'generation', 'refresh_fence', 'refresh_lease_until', 'auth_state'])
            .where('connection_id', 'in', connectionIds)
            .execute();
    }

    /** The events that tell the customer of a refresh, by connection, oldest first. */
    async refreshEvents(): Promise<Map<string, { success: boolean }[]>> {
        const rows = await this.db.selectFrom('events').select('payload').where('type', '=', 'auth').orderBy('created_at').execute();
        const told = rows.flatMap(({ payload }) =>
            payload['operation'] === 'refresh'
                ? [{ connectionId: String(payload['connectionId']), success: payload['success'] === true }]
                : []
        );
        return Map.groupBy(told, ({ connectionId }) => connectionId);
    }

    async [Symbol.asyncDispose](): Promise<void> {
        await Promise.all(this.servers.map((server) => server.kill()));
        await this.provider.stop();
        await this.#database.stop();
        await this.#stopPostgres();
        removeFolder(this.#folder, this.#folder);
    }

    async #integrate(): Promise<void> {
        await this.#post('/integrations', {
            provider: integrationKey,
            unique_key: integrationKey,
            credentials: { type: 'OAUTH2', client_id: OAUTH_CLIENT.id, client_secret: OAUTH_CLIENT.secret }
        });
    }

    async #post(path: string, body: unknown): Promise<void> {
        const [server] = this.servers;
        const response = await fetch((server?.url ?? '') + path, {
            method: 'POST',
            headers: { ...this.authorization, 'content-type': 'application/json' },
            body: JSON.stringify(body)
        });
        if (!response.ok) throw new Error(`POST ${path} responded with ${response.status}: ${await response.text()}`);
    }
}
