import type { AttemptRow, Db } from '@patchbay/db';
import type { Deps } from '../../../../deps.ts';
import { SealError } from '../../../../kernel/crypto/seal.ts';
import { revokesSingleGrant } from '../../../connections/revocation/revoke-unless-shared.ts';
import { revokeGrant } from '../../../connections/revocation/revoke-grant.ts';
import type { Integration } from '../../../platform/integrations/open-integration.ts';
import { lockIntegrationToUse } from '../../../platform/integrations/integrations.sql.ts';
import { attemptPlace, openParked, type Parked } from '../attempt-secrets.ts';
import { parkAtEnded } from '../parked.sql.ts';
import type { Candidate } from '../../../connections/connection-store/candidate.ts';
import type { ProviderCallDeps } from '../../../connections/provider-calls/provider-request.ts';

/**
 * Revokes, in the background, a grant that no connection will use. Only where that ends this grant
 * alone: elsewhere the end user's next try, or the connection to be renewed, would lose its own.
 */
export function revokeUnusedGrant(deps: ProviderCallDeps & Pick<Deps, 'background'>, candidate: Candidate): void {
    if (revokesSingleGrant(candidate.integration.provider)) deps.background.run(revokeGrant(deps, candidate).then(() => {}));
}

/**
 * The same once its attempt has ended; while the integration is frozen it is kept there, so that
 * the freeze can account for it.
 * @race a freeze begins meanwhile: the integration's row `for share`
 */
export async function releaseUnusedGrant(
    deps: ProviderCallDeps & Pick<Deps, 'background' | 'db' | 'seal'>,
    row: AttemptRow | undefined,
    candidate: Candidate
): Promise<void> {
    const { credentials, config, grant } = candidate;
    const isKept =
        row &&
        (await deps.db.transaction().execute(async (trx) => {
            if (!(await isFrozen(trx, row))) return false;
            const parked: Parked = { credentials, config, ...(grant ? { grant } : {}), accounts: [], isChecked: false };
            return parkAtEnded(trx, row, deps.seal.seal(attemptPlace(row, 'parked'), parked));
        }));
    if (!isKept) revokeUnusedGrant(deps, candidate);
}

/** Until the transaction ends it stays so. */
export async function isFrozen(trx: Db, row: Pick<AttemptRow, 'environment_id' | 'integration_id'>): Promise<boolean> {
    const integration = await lockIntegrationToUse(trx, row.environment_id, row.integration_id);
    return (integration?.freeze_id ?? null) !== null;
}

/** Whether an attempt has ended without a connection. */
export function endedWithoutConnection({ status }: Pick<AttemptRow, 'status'>): boolean {
    return status === 'failed' || status === 'cancelled' || status === 'expired';
}

/** Revokes the parked grant of an attempt, if it has one. One that cannot be opened is given up. */
export async function revokeParkedGrant(
    deps: ProviderCallDeps & Pick<Deps, 'seal'>,
    row: AttemptRow,
    integration: Integration
): Promise<void> {
    const { parked } = row;
    if (!parked || !revokesSingleGrant(integration.provider)) return;
    try {
        await revokeGrant(deps, { integration, ...openParked(deps, { ...row, parked }) });
    } catch (error) {
        if (!(error instanceof SealError)) throw error;
        deps.log.error('grant_lost: the sealed grant could not be opened, so it was not revoked', {
            environment: row.environment_id,
            attempt_id: row.id,
            integration_id: integration.row.unique_key,
            error
        });
    }
}
