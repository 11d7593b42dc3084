import { type AttemptRow, type ConnectionRow, type FrozenGrantRow, isDatabaseUnavailable } from '@patchbay/db';
import type { Revocation } from '@patchbay/providers';
import type { Deps } from '../../../deps.ts';
import { SealError } from '../../../kernel/crypto/seal.ts';
import { openParked } from '../../connect/attempts/attempt-secrets.ts';
import { integrationDisabled } from '../../connect/attempts/outcome/decide-outcome.ts';
import { settleAttempt, type SettleDeps } from '../../connect/attempts/outcome/settle-attempt.ts';
import { needsFreshToken, openRow } from '../../connections/connection-removal/revoke-connection.ts';
import type { UsableConnection } from '../../connections/connection-store/open-connection.ts';
import type { WholeRow } from '../../connections/connection-store/usable-connection.sql.ts';
import { type RefreshDeps, refreshUnderLease } from '../../connections/credentials/refresh-credentials.ts';
import { CredentialsUnavailableError } from '../../connections/credentials/refresh-failure.ts';
import type { Lease } from '../../connections/credentials/refresh.sql.ts';
import { revocationUnsupportedReason, revokeGrant } from '../../connections/revocation/revoke-grant.ts';
import { type Integration, openIntegrationById } from '../../platform/integrations/open-integration.ts';
import { findAttemptOf, findConnectionById, leaseConnection } from './frozen-grants.sql.ts';

export type RevokeFrozenDeps = RefreshDeps & SettleDeps & Pick<Deps, 'providers'>;

/** Longer than a renewal and a revocation with its second try. */
export const leaseMs = 60_000;

export const revokedInEmergency = 'The access was revoked in an emergency. Ask the end user to connect again.';

interface Result {
    status: 'revoked' | 'revocation_unsupported' | 'already_gone' | 'failed';
    reason?: string | undefined;
    /** Of the connection: what becomes of the grant is stored under its lease. */
    leased?: { connection: UsableConnection<WholeRow>; lease: Lease };
    /** That has parked it: it is cleared there, once it is accounted for. */
    attempt?: AttemptRow;
}

/** Its credentials are being renewed or revoked until then, and may be others afterwards. */
interface Leased {
    status: 'leased';
    until: Date;
}

const statuses = { revoked: 'revoked', unsupported: 'revocation_unsupported', failed: 'failed' } as const satisfies Record<
    Revocation['outcome'],
    Result['status']
>;

/** Revokes one grant of a freeze. Throws only for the database. */
export async function revokeFrozenGrant(deps: RevokeFrozenDeps, grant: FrozenGrantRow): Promise<Result | Leased> {
    return grant.attempt_id === null ? revokeOfConnection(deps, grant) : revokeOfAttempt(deps, grant);
}

async function revokeOfConnection(deps: RevokeFrozenDeps, grant: FrozenGrantRow): Promise<Result | Leased> {
    const row = await findConnectionById(deps.db, { environment_id: grant.environment_id, id: grant.connection_row_id });
    if (!row) return { status: 'already_gone', reason: 'The connection was deleted.' };
    if (row.auth_failure?.message === revokedInEmergency) return { status: 'already_gone', reason: 'It was revoked before.' };
    return withIntegration(deps, grant, row, (integration) => {
        const unsupported = revocationUnsupportedReason(integration.provider);
        if (unsupported !== undefined) return { status: 'revocation_unsupported', reason: unsupported };
        return revokeUnderLease(deps, integration, row);
    });
}

/** Ends the attempt, whose end user could only go on with what is being revoked. */
async function revokeOfAttempt(deps: RevokeFrozenDeps, grant: FrozenGrantRow): Promise<Result | Leased> {
    const row = await findAttemptOf(deps.db, grant);
    const parked = row?.parked;
    if (!parked) return { status: 'already_gone', reason: 'It was revoked before, or deleted with its sign-in.' };
    return withIntegration(deps, grant, row, async (integration) => {
        await settleAttempt(deps, { row, integration }, integrationDisabled());
        const candidate = { integration, ...openParked(deps, { ...row, parked }) };
        const { outcome, reason } = await revokeGrant(deps, candidate, { attempt_id: row.id });
        return { status: statuses[outcome], reason, attempt: row };
    });
}

async function withIntegration(
    deps: RevokeFrozenDeps,
    grant: FrozenGrantRow,
    owner: Pick<ConnectionRow, 'environment_id' | 'integration_id'>,
    revoke: (integration: Integration) => Result | Promise<Result | Leased>
): Promise<Result | Leased> {
    try {
        const integration = await openIntegrationById(deps, owner.environment_id, owner.integration_id);
        if (!integration) return { status: 'failed', reason: 'The provider of the integration is no longer in the catalogue.' };
        return await revoke(integration);
    } catch (error) {
        if (isDatabaseUnavailable(error)) throw error;
        if (error instanceof SealError) return { status: 'failed', reason: 'The stored secrets could not be opened.' };
        // It is accounted for, so that the freeze can be lifted.
        deps.log.error('grant_not_revoked: revoke it at the provider, and report the error', {
            environment: grant.environment_id,
            freeze_id: grant.freeze_id,
            connection_id: grant.connection_id,
            error
        });
        return { status: 'failed', reason: 'The revocation ended with an unexpected error. The log has it.' };
    }
}

/**
 * Renews the access token first where the revocation needs one, and stores it: a refresh token that
 * rotates must not be lost when the revocation fails.
 * @race a renewal under way stores a live grant after this one was counted: a lease and a new fence
 * of the connection, in one statement, before its credentials are read
 */
async function revokeUnderLease(
    deps: RevokeFrozenDeps,
    integration: Integration,
    key: ConnectionRow,
    { isRenewed = false } = {}
): Promise<Result | Leased> {
    const now = deps.clock.now();
    const until = new Date(now.getTime() + leaseMs);
    const leased = await leaseConnection(deps.db, key, { now, until });
    if (!leased) return { status: 'leased', until: (await findConnectionById(deps.db, key))?.refresh_lease_until ?? now };
    const { row, lease } = leased;
    const connection = openRow(deps, integration, row);
    if (!isRenewed && needsFreshToken(deps, connection)) {
        await refreshUnderLease(deps, connection, lease, { isForced: true }).catch((error: unknown) => {
            // The revocation is tried with the old one.
            if (!(error instanceof CredentialsUnavailableError)) throw error;
        });
        // That has ended the lease.
        return revokeUnderLease(deps, integration, row, { isRenewed: true });
    }
    const { outcome, reason } = await revokeGrant(deps, connection, { connection_id: row.connection_id });
    return { status: statuses[outcome], reason, leased: { connection, lease } };
}
