import { type CallInput, getConnection, type SuccessOut } from '@patchbay/contracts';
import type { TestApp } from '@patchbay/test-kit';
import { sql } from 'kysely';
import { connectBySignIn, eventsAbout, storedConnection } from '../../connect/attempts/attempts.fixtures.ts';

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** A connection made by signing in, whose token has ended by now. */
export async function connectAndExpire(app: TestApp): Promise<string> {
    const id = await connectBySignIn(app, 'sandbox-oauth2');
    app.clock.advance(hourMs + 1);
    return id;
}

export function readFresh(
    app: TestApp,
    id: string,
    flags: Pick<CallInput<typeof getConnection>['query'], 'force_refresh'> = {}
): Promise<SuccessOut<typeof getConnection>> {
    const query = { provider_config_key: 'sandbox-oauth2', refresh_token: 'true', ...flags };
    return app.call(getConnection, { params: { connection_id: id }, query });
}

/** The same, whatever the response. */
export function tryRead(app: TestApp, id: string, query = '') {
    return app.raw(`/connections/${id}?provider_config_key=sandbox-oauth2${query}`);
}

interface TokenCalls {
    grants: { refreshes: { granted: number; refused: number; lost: number } }[];
}

/** How often the provider was asked to refresh, all connections together. */
export async function refreshCalls(app: TestApp): Promise<{ granted: number; refused: number; lost: number }> {
    // The control plane's own shape.
    const { grants } = (await app.sandbox.control('token-calls')) as TokenCalls;
    const sum = { granted: 0, refused: 0, lost: 0 };
    for (const { refreshes } of grants) {
        sum.granted += refreshes.granted;
        sum.refused += refreshes.refused;
        sum.lost += refreshes.lost;
    }
    return sum;
}

export async function stored(app: TestApp, id: string) {
    const row = await storedConnection(app, id);
    if (!row) throw new Error('The connection is gone.');
    return row;
}

/** The payloads of what the customer was told about renewals. */
export async function eventsOfRefresh(app: TestApp, id: string): Promise<Record<string, unknown>[]> {
    return (await eventsAbout(app, id)).filter(({ operation }) => operation === 'refresh');
}

/** Rows without credentials that open: for claims alone. */
export async function insertRows(app: TestApp, integrationKey: string, count: number, dueAt: (index: number) => Date): Promise<void> {
    const { environment_id, id: integration_id } = await app.db
        .selectFrom('integrations')
        .selectAll()
        .where('unique_key', '=', integrationKey)
        .executeTakeFirstOrThrow();
    const now = app.clock.now();
    const due = Array.from({ length: count }, (_, index) => dueAt(index));
    await sql`insert into connections
            (environment_id, integration_id, connection_id, credentials_type, credentials, secret_config, refreshed_at, refresh_due_at)
        select ${environment_id}, ${integration_id}, 'c' || n, 'OAUTH2', '', '', ${now}, due
        from unnest(${due}::timestamptz[]) with ordinality as given (due, n)`.execute(app.db);
}
