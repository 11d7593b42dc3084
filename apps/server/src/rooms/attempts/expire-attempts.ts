import type { AttemptRow } from '@patchbay/db';
import type { Deps } from '../../deps.ts';
import { inBatches } from '../../kernel/in-batches.ts';
import { SealError } from '../../kernel/seal.ts';
import { openIntegrationById } from '../integrations/open-integration.ts';
import { expireAttempts as expireRows, findOverdueParked } from './attempts.sql.ts';
import { dropParked } from './drop-grant.ts';
import { failAttempt } from './end-attempt.ts';

/** Ends attempts whose time is up. What the provider gave to one that waited for the end user's word is taken back. */
export async function expireAttempts(deps: Deps): Promise<void> {
    const now = deps.clock.now();
    await inBatches(deps, async () => {
        const rows = await findOverdueParked(deps.db, now);
        for (const row of rows) await expireParked(deps, row);
        return rows.length;
    });
    await inBatches(deps, () => expireRows(deps.db, now));
}

async function expireParked(deps: Deps, row: AttemptRow): Promise<void> {
    const integration = await openIntegrationById(deps, row.environment_id, row.integration_id).catch((error: unknown) => {
        if (error instanceof SealError) return undefined;
        throw error;
    });
    const ended = await failAttempt(deps, row, { code: 'timeout', integration });
    if (ended && integration) await dropParked(deps, ended, integration);
}
