import { listLinkActivity } from '@patchbay/contracts/dashboard';
import { useMay } from '../../api/session.ts';
import { useEnvironment, useRead } from '../../api/use-api.ts';

/** Why links cannot be sent by webhook; undefined where they can. */
export function useMaySend(): string | undefined {
    const environment = useEnvironment();
    const { may, reason } = useMay('environment:connect_sessions:write');
    const { data } = useRead(listLinkActivity, { query: { environment } }, { refetchInterval: 15_000, enabled: may });
    if (!may) return reason;
    return data?.data.webhook_endpoints === 0
        ? 'No webhook endpoint takes connection.reconnect_link. Name it in one, under Settings, Webhooks.'
        : undefined;
}
