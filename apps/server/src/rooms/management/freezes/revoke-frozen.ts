import { setTimeout as sleep } from 'node:timers/promises';
import type { AuthFailure, Db, FreezeRow, FrozenGrantRow } from '@patchbay/db';
import type { UsableConnection } from '../../connections/connection-store/open-connection.ts';
import type { WholeRow } from '../../connections/connection-store/usable-connection.sql.ts';
import { eventEndUserOf, recordEvent } from '../../outbox/events/record-event.ts';
import { releaseLease } from '../../connections/credentials/refresh.sql.ts';
import { clearParkedGrant } from '../../connect/attempts/parked.sql.ts';
import { describeFreeze } from './describe-freeze.ts';
import { findRevoking } from './freezes.sql.ts';
import { claimGrants, integrationsWithGrants, listGrants, postponeGrant, settleGrant } from './frozen-grants.sql.ts';
import { leaseMs, revokedInEmergency, revokeFrozenGrant, type RevokeFrozenDeps } from './revoke-frozen-grant.ts';

/** Of one integration at once, and in a second: a provider is not flooded. */
const batchSize = 20;
const paceMs = 1000;
const maxTries = 3;
const retryMs = 20_000;

/** Goes on with every freeze whose grants are to be revoked; servers share the work. */
export async function revokeFrozenGrants(deps: RevokeFrozenDeps): Promise<void> {
    const freezes = await findRevoking(deps.db);
    await Promise.all(freezes.map((freeze) => revokeGrantsOf(deps, freeze)));
}

export function revokeGrantsOf(deps: RevokeFrozenDeps, freeze: FreezeRow): Promise<void> {
    return deps.flights.run(`revoke-frozen/${freeze.id}`, async () => {
        while (!deps.background.isFinishing && (await listGrants(deps.db, freeze, deps.clock.now())));
        const keys = await integrationsWithGrants(deps.db, freeze);
        if (keys.length === 0) return;
        await Promise.all(keys.map((integrationKey) => revokeAll(deps, freeze, integrationKey)));
        const { revocation } = await describeFreeze(deps, freeze);
        const { started_at: _, is_finished: isFinished, ...grants } = revocation ?? { started_at: '', is_finished: false };
        if (isFinished)
            deps.log.info('freeze_grants_revoked: each grant is accounted for', {
                environment: freeze.environment_id,
                freeze_id: freeze.id,
                grants
            });
    });
}

async function revokeAll(deps: RevokeFrozenDeps, freeze: FreezeRow, integrationKey: string): Promise<void> {
    while (!deps.background.isFinishing) {
        const startedAt = performance.now();
        const now = deps.clock.now();
        const grants = await claimGrants(deps.db, freeze, {
            integrationKey,
            now,
            until: new Date(now.getTime() + leaseMs),
            limit: batchSize
        });
        if (grants.length === 0) return;
        await Promise.all(grants.map((grant) => revokeOne(deps, grant)));
        if (grants.length === batchSize) await sleep(Math.max(0, paceMs - (performance.now() - startedAt)));
    }
}

/**
 * @race an end user connects again meanwhile: nothing is saved for a frozen integration, and the
 * freeze is not lifted before each grant is settled
 * @race a server that was held up settles what another one has claimed since: the lease of the
 * connection, and the number of the try
 */
async function revokeOne(deps: RevokeFrozenDeps, grant: FrozenGrantRow): Promise<void> {
    const result = await revokeFrozenGrant(deps, grant);
    if (result.status === 'leased') return postponeGrant(deps.db, grant, result.until);
    const { status, reason, leased, attempt } = result;
    const now = deps.clock.now();
    const isLast = status !== 'failed' || grant.tries >= maxTries;
    await deps.db.transaction().execute(async (trx) => {
        if (leased && !(await releaseLease(trx, leased.lease, status === 'revoked' ? broken(now) : {}))) return;
        if (leased && status === 'revoked') await recordBroken(trx, deps, leased.connection);
        if (attempt && status !== 'failed') await clearParkedGrant(trx, attempt, { isForFreeze: true });
        await settleGrant(trx, grant, {
            status: isLast ? status : 'pending',
            reason: reason ?? null,
            due_at: new Date(now.getTime() + retryMs * grant.tries),
            updated_at: now
        });
    });
}

/** What was broken before had this event, and what was never confirmed has none. */
async function recordBroken(
    trx: Db,
    deps: Pick<RevokeFrozenDeps, 'clock' | 'ids'>,
    { row, integration }: UsableConnection<WholeRow>
): Promise<void> {
    if (row.auth_state === 'broken' || row.confirm_before !== null) return;
    await recordEvent(trx, deps, {
        environmentId: row.environment_id,
        integrationId: row.integration_id,
        content: {
            type: 'connection.broken',
            connectionId: row.connection_id,
            providerConfigKey: integration.row.unique_key,
            provider: integration.provider.id,
            authMode: integration.provider.auth_mode,
            tags: row.tags,
            ...eventEndUserOf(row.end_user),
            error: { type: 'refresh_token_external_error', description: revokedInEmergency }
        }
    });
}

/** A connection whose grant was revoked works no more; its end user has to connect again. */
function broken(now: Date) {
    const at = now.toISOString();
    const failure: AuthFailure = {
        kind: 'revoked',
        message: revokedInEmergency,
        since: at,
        at,
        tries: 1,
        odd_days: [],
        retry_at: null,
        event_id: null,
        cause: 'access_revoked'
    };
    return { auth_state: 'broken' as const, auth_failure: JSON.stringify(failure), refresh_due_at: null };
}
