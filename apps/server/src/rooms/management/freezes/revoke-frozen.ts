import { setTimeout as sleep } from 'node:timers/promises';
import { type AuthFailure, type FreezeRow, type FrozenGrantRow, isDatabaseUnavailable } from '@patchbay/db';
import type { Revocation } from '@patchbay/providers';
import type { Deps } from '../../../deps.ts';
import { SealError } from '../../../kernel/crypto/seal.ts';
import { openIntegrationById } from '../../platform/integrations/open-integration.ts';
import { revokeConnection } from '../../connections/connection-removal/revoke-connection.ts';
import type { RemovalDeps } from '../../connections/connection-removal/remove-connections-of.ts';
import { describeFreeze } from './describe-freeze.ts';
import { findRevoking } from './freezes.sql.ts';
import { breakConnection, claimGrants, findConnectionOf, integrationsWithGrants, listGrants, settleGrant } from './frozen-grants.sql.ts';

export type RevokeFrozenDeps = RemovalDeps & Pick<Deps, 'flights' | 'providers'>;

/** Of one integration at once, and in a second: a provider is not flooded. */
const batchSize = 20;
const paceMs = 1000;
/** Longer than a revocation with its second try. */
const leaseMs = 60_000;
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
        const { revocation } = await describeFreeze(deps.db, freeze);
        const { started_at: _, is_finished: isFinished, ...grants } = revocation ?? { started_at: '', is_finished: false };
        if (isFinished) deps.log.info('freeze_grants_revoked: each grant is accounted for', { freeze_id: freeze.id, grants });
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
 */
async function revokeOne(deps: RevokeFrozenDeps, grant: FrozenGrantRow): Promise<void> {
    const { status, reason } = await outcomeOf(deps, grant);
    const now = deps.clock.now();
    const isLast = status !== 'failed' || grant.tries >= maxTries;
    await deps.db.transaction().execute(async (trx) => {
        if (status === 'revoked') await breakConnection(trx, grant, revokedFailure(now));
        await settleGrant(trx, grant, {
            status: isLast ? status : 'pending',
            reason: reason ?? null,
            due_at: new Date(now.getTime() + retryMs * grant.tries),
            updated_at: now
        });
    });
}

const revokedInEmergency = 'The access was revoked in an emergency. Ask the end user to connect again.';

type Outcome = { status: 'revoked' | 'revocation_unsupported' | 'already_gone' | 'failed'; reason?: string | undefined };

const statuses = { revoked: 'revoked', unsupported: 'revocation_unsupported', failed: 'failed' } as const satisfies Record<
    Revocation['outcome'],
    Outcome['status']
>;

async function outcomeOf(deps: RevokeFrozenDeps, grant: FrozenGrantRow): Promise<Outcome> {
    const row = await findConnectionOf(deps.db, grant);
    if (!row) return { status: 'already_gone', reason: 'The connection was deleted.' };
    if (row.auth_failure?.message === revokedInEmergency) return { status: 'already_gone', reason: 'It was revoked before.' };
    try {
        const integration = await openIntegrationById(deps, row.environment_id, row.integration_id);
        if (!integration) return { status: 'failed', reason: 'The provider of the integration is no longer in the catalogue.' };
        const { outcome, reason } = await revokeConnection(deps, integration, row, { evenIfShared: true });
        return { status: statuses[outcome], reason };
    } catch (error) {
        if (isDatabaseUnavailable(error)) throw error;
        if (error instanceof SealError) return { status: 'failed', reason: 'The stored secrets of the integration could not be opened.' };
        // It is accounted for, so that the freeze can be lifted.
        deps.log.error('grant_not_revoked: revoke it at the provider, and report the error', {
            freeze_id: grant.freeze_id,
            connection_id: row.connection_id,
            error
        });
        return { status: 'failed', reason: 'The revocation ended with an unexpected error. The log has it.' };
    }
}

function revokedFailure(now: Date): AuthFailure {
    const at = now.toISOString();
    return {
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
}
