import type { ConnectionRow, Db, IntegrationRow } from '@patchbay/db';
import type { Revocation } from '@patchbay/providers';
import type { Deps } from '../../../deps.ts';
import type { Integration } from '../../platform/integrations/open-integration.ts';
import { originalKey } from '../../platform/integrations/original-key.ts';
import { removeEndUserFromEvents } from '../../outbox/events/remove-end-user.ts';
import { leaseMs } from '../credentials/refresh-credentials.ts';
import { deleteConnectionRows, findConnectionsOf, hideConnectionsOf } from '../revocation/revocation.sql.ts';
import { revokeConnection } from './revoke-connection.ts';
import { revocationUnsupportedReason } from '../revocation/revoke-grant.ts';
import type { ProviderCallDeps } from '../provider-calls/provider-request.ts';

/** Of one batch at once, each twice at most and within the lease. */
const revokeBatchSize = 20;
const deleteBatchSize = 100;

export type RemovalDeps = ProviderCallDeps & Pick<Deps, 'db' | 'seal' | 'background'>;
type Counts = Record<Revocation['outcome'], number>;

const none: Counts = { revoked: 0, unsupported: 0, failed: 0 };

/**
 * Removes the connections of a deleted integration in batches, and can be continued. Grants are
 * revoked first where the provider supports it.
 * @param integration undefined when it cannot be opened: then nothing can be revoked
 * @param alongside runs in the transaction that deletes a batch
 * @race two servers revoke the same grant: batches by `for update skip locked`, a lease per row
 */
export async function removeConnectionsOf(
    deps: RemovalDeps,
    row: IntegrationRow,
    integration: Integration | undefined,
    alongside: (trx: Db, counts: Counts) => Promise<void>
): Promise<void> {
    const { environment_id, id: integration_id } = row;
    const owner = { environment_id, integration_id };
    if (integration && revocationUnsupportedReason(integration.provider) === undefined)
        return revokeAll(deps, owner, integration, alongside);
    const outcome = integration ? 'unsupported' : 'failed';
    for (let count = deleteBatchSize; count === deleteBatchSize && !deps.background.isFinishing;) {
        const rows = await findConnectionsOf(deps.db, owner, deleteBatchSize);
        await deleteRows(deps, row, rows, (deleted) => ({ ...none, [outcome]: deleted }), alongside);
        count = rows.length;
    }
}

async function revokeAll(
    deps: RemovalDeps,
    owner: Parameters<typeof hideConnectionsOf>[1],
    integration: Integration,
    alongside: (trx: Db, counts: Counts) => Promise<void>
): Promise<void> {
    while (!deps.background.isFinishing) {
        const now = deps.clock.now();
        const rows = await hideConnectionsOf(deps.db, owner, { now, until: new Date(now.getTime() + leaseMs) }, revokeBatchSize);
        if (rows.length === 0) return;
        const outcomes = await Promise.all(rows.map(async (row) => (await revokeConnection(deps, integration, row)).outcome));
        const counts = { ...none };
        for (const outcome of outcomes) counts[outcome] += 1;
        await deleteRows(deps, integration.row, rows, () => counts, alongside);
    }
}

async function deleteRows(
    deps: Pick<Deps, 'db' | 'clock' | 'background'>,
    integration: IntegrationRow,
    rows: Pick<ConnectionRow, 'id' | 'connection_id'>[],
    countsOf: (deleted: number) => Counts,
    alongside: (trx: Db, counts: Counts) => Promise<void>
): Promise<void> {
    const { environment_id: environmentId } = integration;
    const connectionIds = rows.map(({ connection_id: name }) => name);
    await removeEndUserFromEvents(
        deps,
        { environmentId, integrationKey: originalKey(integration), connectionIds },
        integration.deleted_at ?? deps.clock.now()
    );
    await deps.db.transaction().execute(async (trx) => {
        const ids = rows.map(({ id }) => id);
        await alongside(trx, countsOf(await deleteConnectionRows(trx, environmentId, ids)));
    });
}
