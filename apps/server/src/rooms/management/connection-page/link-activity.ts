import type { listLinkActivity, SuccessIn } from '@patchbay/contracts';
import type { Deps } from '../../../deps.ts';
import { describeLink } from '../../connect/connect-links/describe-link.ts';
import { countEndpointsThatName } from '../../outbox/webhook-deliveries/endpoints.sql.ts';
import { countReconnectLinks, listShareLinks } from './links.sql.ts';
import { linkEvent } from './send-links.ts';

/** What became of the links of an environment. */
export async function readLinkActivity(
    { db, clock }: Pick<Deps, 'clock' | 'db'>,
    environmentId: string
): Promise<SuccessIn<typeof listLinkActivity>['data']> {
    const now = clock.now();
    const [links, campaigns, endpoints] = await Promise.all([
        listShareLinks(db, environmentId),
        countReconnectLinks(db, environmentId),
        countEndpointsThatName(db, environmentId, linkEvent)
    ]);
    return {
        links: links.map((row) => ({
            ...describeLink({ ...row, reconnect_integration_key: null }),
            state: stateOf(row, now),
            connected_at: row.connected_at?.toISOString() ?? null
        })),
        campaigns,
        webhook_endpoints: endpoints
    };
}

function stateOf(row: { connected_at: Date | null; expires_at: Date; is_revoked: boolean; opened_count: number }, now: Date) {
    if (row.connected_at !== null) return 'connected';
    if (row.is_revoked || row.expires_at <= now) return 'expired';
    return row.opened_count > 0 ? 'opened' : 'sent';
}
