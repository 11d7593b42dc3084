import type { Deps } from '../../../deps.ts';
import { inBatches } from '../../../kernel/runtime/in-batches.ts';
import { deleteRevokedKeys } from './environments.sql.ts';

const retentionMs = 90 * 24 * 60 * 60_000;

export async function deleteExpiredKeys(deps: Pick<Deps, 'db' | 'clock' | 'background'>): Promise<void> {
    const before = new Date(deps.clock.now().getTime() - retentionMs);
    await inBatches(deps, () => deleteRevokedKeys(deps.db, before));
}
