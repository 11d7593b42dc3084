import type { Revocation } from '@patchbay/providers';
import type { Deps } from '../../deps.ts';
import type { Integration } from '../integrations/open-integration.ts';
import { findConnectionsOf } from './revocation.sql.ts';
import { revokeConnection } from './revoke-connection.ts';
import { whyIrrevocable } from './revoke-grant.ts';

/** More would keep a server busy, and from stopping, for too long. */
const most = 1000;
const atOnce = 10;

/**
 * Remembers what the connections of an integration were granted, the newest 1,000 at most, before they are deleted with it.
 * @returns takes all of it back and logs what became of it; what a stopping server does not get to is not made up for
 */
export async function rememberGrantsOf(deps: Deps, integration: Integration): Promise<(() => Promise<void>) | undefined> {
    if (whyIrrevocable(integration.provider) !== undefined) return undefined;
    const rows = await findConnectionsOf(deps.db, integration.row, most);
    return async () => {
        const counts: Record<Revocation['outcome'], number> = { revoked: 0, unsupported: 0, failed: 0 };
        const left = [...rows];
        const work = async () => {
            for (let row = left.pop(); row; row = left.pop()) counts[(await revokeConnection(deps, integration, row)).outcome] += 1;
        };
        await Promise.all(Array.from({ length: atOnce }, work));
        const { revoked, unsupported, failed } = counts;
        deps.log.info(`an integration was deleted: ${revoked} grants revoked, ${unsupported} that cannot be, ${failed} failed`, {
            integration_id: integration.row.unique_key,
            provider: integration.provider.id
        });
    };
}
