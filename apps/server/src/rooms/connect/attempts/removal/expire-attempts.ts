import type { AttemptRow } from '@patchbay/db';
import type { Deps } from '../../../../deps.ts';
import { inBatches } from '../../../../kernel/sql/in-batches.ts';
import { SealError } from '../../../../kernel/crypto/seal.ts';
import { openIntegrationById } from '../../../platform/integrations/open-integration.ts';
import { resumeInterrupted } from '../approval.sql.ts';
import { expireAttempts as expireRows } from '../attempts.sql.ts';
import { claimParked, clearParkedGrant } from '../parked.sql.ts';
import { revokeParkedGrant } from '../outcome/revoke-unused-grant.ts';

/** In parallel; each must end within the lease. */
const revokeBatchSize = 20;
const leaseMs = 30_000;

/**
 * Ends overdue attempts, and revokes the parked grants of expired or cancelled ones. What waited
 * for approval until its server stopped waits again.
 * @race two servers revoke the grant that an ended attempt has parked, or one stops before it has:
 * `for update skip locked`, a lease per row; forgotten last
 */
export async function expireAttempts(deps: Deps): Promise<void> {
    await inBatches(deps, () => expireRows(deps.db, deps.clock.now()));
    await inBatches(deps, () => resumeInterrupted(deps.db, deps.clock.now()));
    while (!deps.background.isFinishing) {
        const now = deps.clock.now();
        const rows = await claimParked(deps.db, { now, until: new Date(now.getTime() + leaseMs) }, revokeBatchSize);
        await Promise.all(rows.map((row) => revokeAndClear(deps, row)));
        if (rows.length < revokeBatchSize) return;
    }
}

/** Cleared last, so that another server revokes it when this one stops meanwhile. */
async function revokeAndClear(deps: Deps, row: AttemptRow): Promise<void> {
    const integration = await openIntegrationById(deps, row.environment_id, row.integration_id).catch((error: unknown) => {
        if (error instanceof SealError) return undefined;
        throw error;
    });
    if (integration) await revokeParkedGrant(deps, row, integration);
    await clearParkedGrant(deps.db, row);
}
