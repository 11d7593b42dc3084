import type { AuthFailure } from '@patchbay/db';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { refreshesPerSecond } from './refresher.ts';
import { stateAfterFailure } from './refresh-failure.ts';
import { nextRefreshAt } from '../connection-store/refresh-schedule.ts';
import { hourMs, insertRows, minuteMs } from './refresh.fixtures.ts';
import { claimDue } from './refresh.sql.ts';

let app: TestApp;
beforeAll(async () => {
    app = await startTestApp();
    await app.integrate('sandbox-oauth2');
});
beforeEach(() => app.db.deleteFrom('connections').execute());
afterAll(() => app[Symbol.asyncDispose]());

describe('R-08: of 10,000 connections over 72 hours with an outage of six hours, none gets older than 25 hours', () => {
    const provider = { auth_mode: 'OAUTH2', display_name: 'Simulated' } as Parameters<typeof nextRefreshAt>[0];
    const credentials = { refresh_token: 'r' };
    const noFailure: AuthFailure | null = null as AuthFailure | null;
    const stepMs = 15 * minuteMs;
    const perStep = (refreshesPerSecond * stepMs) / 1000;

    /** Starts just before the last ones are due. @returns oldest age in hours, most claims */
    async function simulate(
        whoIsDown: 'we are down' | 'the provider is down'
    ): Promise<{ oldest: number; most: number; renewals: number }> {
        const start = app.clock.now().getTime();
        const dueOf = (connectionId: string, at: number) =>
            nextRefreshAt(provider, { connectionId, credentials }, new Date(at)) ?? new Date(0);
        await insertRows(app, 'sandbox-oauth2', 10_000, (index) => dueOf(`c${index + 1}`, start));
        // PostgreSQL may have counted the rows just when there were none, and plans for that.
        await sql`analyze connections`.execute(app.db);
        const rows = await app.db.selectFrom('connections').select(['environment_id', 'id', 'connection_id']).execute();
        const environmentId = rows[0]?.environment_id;
        const connections = new Map(rows.map((row) => [row.id, { ...row, refreshedAt: start, failure: noFailure }]));
        let most = 0;
        let oldest = 0;
        let renewals = 0;
        for (let at = start; at <= start + 72 * hourMs; at += stepMs) {
            const isOutage = at >= start + 16.5 * hourMs && at < start + 22.5 * hourMs;
            if (isOutage && whoIsDown === 'we are down') continue;
            const now = new Date(at);
            const leases = await claimDue(app.db, { now, until: new Date(at + 30_000), limit: perStep });
            most = Math.max(most, leases.length);
            const due = leases.map(({ key }) => {
                const connection = connections.get(key.id);
                if (!connection) throw new Error('A row was claimed that was not inserted.');
                if (isOutage) {
                    const refreshError = {
                        kind: 'transient' as const,
                        cause: 'provider_unavailable' as const,
                        message: '',
                        isAmbiguous: false
                    };
                    const { failure } = stateAfterFailure({ state: 'failing', failure: connection.failure }, refreshError, now, 1);
                    Object.assign(connection, { failure });
                    return failure.retry_at;
                }
                oldest = Math.max(oldest, at - connection.refreshedAt);
                renewals += 1;
                Object.assign(connection, { refreshedAt: at, failure: null });
                return dueOf(connection.connection_id, at).toISOString();
            });
            await sql`update connections set refresh_lease_until = null, refresh_due_at = given.due
                from unnest(${leases.map(({ key }) => key.id)}::bigint[], ${due}::timestamptz[]) as given (id, due)
                where connections.environment_id = ${environmentId} and connections.id = given.id`.execute(app.db);
        }
        for (const { refreshedAt } of connections.values()) oldest = Math.max(oldest, start + 72 * hourMs - refreshedAt);
        return { oldest: oldest / hourMs, most, renewals };
    }

    test.each(['we are down', 'the provider is down'] as const)(
        '%s',
        async (whoIsDown) => {
            const { oldest, most, renewals } = await simulate(whoIsDown);
            expect(oldest).toBeLessThan(25);
            expect(oldest).toBeGreaterThan(16);
            expect(most).toBeLessThanOrEqual(perStep);
            expect(renewals).toBeGreaterThan(4 * 10_000);
            expect(renewals).toBeLessThan(6 * 10_000);
        },
        300_000
    );
});
