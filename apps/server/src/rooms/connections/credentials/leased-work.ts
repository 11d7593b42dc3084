import { isDatabaseUnavailable } from '@patchbay/db';
import type { Deps } from '../../../deps.ts';
import type { LogLine } from '../../../kernel/log/log.ts';
import { inRequest } from '../../../kernel/log/request-context.ts';
import { openConnection, type UsableConnection } from '../connection-store/open-connection.ts';
import { findWholeById, type WholeRow } from '../connection-store/usable-connection.sql.ts';
import { type ClaimedLease, type DueColumn, type Lease, releaseLease } from './refresh.sql.ts';
import { CredentialsUnavailableError } from './refresh-failure.ts';

const postponedMs = 3_600_000;

/** How many connections of each integration, by its id, are worked on in this process. */
export type InProgress = Map<string, number>;

/** Integrations that have their share of the work: a hanging provider leaves room for others. */
export function busyIntegrations(inProgress: InProgress, most: number): string[] {
    return [...inProgress].filter(([, count]) => count >= most).map(([id]) => id);
}

/** Begins the work on each lease. @returns the work; it never fails where `work` does not */
export function startWork(
    { ids }: Pick<Deps, 'ids'>,
    leases: readonly ClaimedLease[],
    inProgress: InProgress,
    work: (lease: Lease) => Promise<void>
): Promise<void>[] {
    return leases.map((lease) => {
        const { integrationId } = lease;
        inProgress.set(integrationId, (inProgress.get(integrationId) ?? 0) + 1);
        return inRequest(ids.uuid(), () => work(lease)).finally(() => {
            const left = (inProgress.get(integrationId) ?? 1) - 1;
            if (left > 0) inProgress.set(integrationId, left);
            else inProgress.delete(integrationId);
        });
    });
}

/**
 * Opens the leased connection and works on it. A database that is away leaves it due when the lease
 * ends; secrets that cannot be opened, or an unknown provider, in an hour.
 */
export async function withLeased(
    deps: Pick<Deps, 'db' | 'clock' | 'log' | 'seal' | 'providers'>,
    lease: Lease,
    column: DueColumn,
    work: (connection: UsableConnection<WholeRow>) => Promise<void>
): Promise<void> {
    let row: WholeRow | undefined;
    try {
        row = await findWholeById(deps.db, lease.key);
        if (row?.generation !== lease.generation) return;
        await work(openConnection(deps, row));
    } catch (error) {
        // Written down where it belongs: in the connection.
        if (error instanceof CredentialsUnavailableError) return;
        const about = {
            environment: lease.key.environment_id,
            ...(row ? { integration_id: row.integration_key, connection_id: row.connection_id } : {})
        };
        deps.log.warn('refresh_not_started: it is tried again when the lease ends', { ...about, error });
        if (!isDatabaseUnavailable(error)) await postpone(deps, lease, column, about);
    }
}

/** It must not become due every few seconds. */
async function postpone(
    { db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>,
    lease: Lease,
    column: DueColumn,
    about: LogLine
): Promise<void> {
    const later = new Date(clock.now().getTime() + postponedMs);
    await releaseLease(db, lease, { [column]: later }).catch((error: unknown) => log.warn('refresh_not_postponed', { ...about, error }));
}
