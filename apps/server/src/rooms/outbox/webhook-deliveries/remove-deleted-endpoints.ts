import type { Deps } from '../../../deps.ts';
import { inBatches } from '../../../kernel/sql/in-batches.ts';
import { deleteDeliveriesOfDeleted, deleteEmptyEndpoints } from './endpoints.sql.ts';

/** However many deliveries an endpoint has had, no statement deletes more than a batch of them. */
export async function removeDeletedEndpoints(deps: Pick<Deps, 'db' | 'background'>): Promise<void> {
    await inBatches(deps, () => deleteDeliveriesOfDeleted(deps.db));
    await inBatches(deps, () => deleteEmptyEndpoints(deps.db));
}
