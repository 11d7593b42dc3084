import type { ConnectionRow, Db, WebhookDeliveryRow } from '@patchbay/db';
import { sql } from 'kysely';
import { firstIdAt } from '../../../kernel/crypto/ids.ts';

export async function readDatabaseTime(db: Db): Promise<Date> {
    const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
    return rows[0]?.now ?? new Date();
}

const mostSessions = 500;

export type RecentSession = Awaited<ReturnType<typeof findRecentSessions>>[number];

/** Sessions since then; they are deleted soon after they end. */
export function findRecentSessions(db: Db, environmentId: string, since: Date) {
    return db
        .selectFrom('connect_sessions')
        .select(['allowed_integrations', 'allowed_origins', 'created_at'])
        .where('environment_id', '=', environmentId)
        .where('created_at', '>=', since)
        .limit(mostSessions)
        .execute();
}

/** Of each integration: so many that fail, and so many of any. */
const mostConnections = 100;

const sampled = [
    'environment_id',
    'integration_id',
    'connection_id',
    'credentials_type',
    'credentials',
    'connection_config',
    'secret_config',
    'auth_state',
    'auth_failure',
    'created_at',
    'token_issued_at',
    'grant_ends_at',
    'asked_scopes',
    'granted_scopes'
] as const;
export type SampledConnection = Pick<ConnectionRow, (typeof sampled)[number]>;

export async function sampleConnections(db: Db, environmentId: string, integrationId: string): Promise<SampledConnection[]> {
    const found = db
        .selectFrom('connections')
        .select(sampled)
        .where('environment_id', '=', environmentId)
        .where('integration_id', '=', integrationId)
        .where('confirm_before', 'is', null)
        .limit(mostConnections);
    const [failing, any] = await Promise.all([found.where('auth_state', '<>', 'ok').execute(), found.execute()]);
    const known = new Set(failing.map(({ connection_id: id }) => id));
    return [...failing, ...any.filter(({ connection_id: id }) => !known.has(id))];
}

const mostAttempts = 30;

export type RecentAttempt = Awaited<ReturnType<typeof findRecentAttempts>>[number];

/** The newest attempts of an integration since then, newest first. */
export function findRecentAttempts(db: Db, environmentId: string, integrationId: string, since: Date) {
    return db
        .selectFrom('attempts')
        .select(['status', 'code', 'provider_text', 'missing_scopes', 'timeline', 'created_at'])
        .where('environment_id', '=', environmentId)
        .where('integration_id', '=', integrationId)
        .where('created_at', '>=', since)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(mostAttempts)
        .execute();
}

const mostCalls = 2000;

export type RecentCall = Awaited<ReturnType<typeof findRecentCalls>>[number];

/** The environment's newest calls to APIs of providers since then, newest first. */
export async function findRecentCalls(db: Db, environmentId: string, since: Date) {
    const rows = await db
        .selectFrom('request_log')
        .select(['integration_key', 'connection_id', 'kind', 'url', 'status', 'error_code', 'started_at'])
        .where('environment_id', '=', environmentId)
        .where('id', '>=', firstIdAt(since))
        .orderBy('id', 'desc')
        .limit(mostCalls)
        .execute();
    return rows.filter(({ kind }) => kind === 'proxy');
}

/** The last delivery to an endpoint that failed. */
export function findLastFailure(
    db: Db,
    environmentId: string,
    endpointId: string
): Promise<Pick<WebhookDeliveryRow, 'response_status' | 'failure' | 'attempted_at'> | undefined> {
    return db
        .selectFrom('webhook_deliveries')
        .select(['response_status', 'failure', 'attempted_at'])
        .where('environment_id', '=', environmentId)
        .where('endpoint_id', '=', endpointId)
        .where('failure', 'is not', null)
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst();
}
