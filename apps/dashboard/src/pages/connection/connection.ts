import { getConnection, readHealthHistory } from '@patchbay/contracts/dashboard';
import { useParams } from '@tanstack/react-router';
import { useEnvironment, useRead } from '../../api/use-api.ts';

/** The connection in the address of the page. */
export function useConnectionKey(): { integration: string; connection: string } {
    const { integration, connection } = useParams({ from: '/$environment/connections/$integration/$connection' });
    return { integration, connection };
}

export function useConnection() {
    const { integration, connection } = useConnectionKey();
    return useRead(
        getConnection,
        { params: { connection_id: connection }, query: { provider_config_key: integration } },
        { refetchInterval: 10_000 }
    );
}

/** Whose it is, as its page is titled. */
export function useConnectionName(): string {
    const { connection } = useConnectionKey();
    const person = useConnection().data?.end_user;
    return person?.display_name ?? person?.email ?? person?.id ?? connection;
}

/** How it was, and what has stopped. */
export function useHealthHistory() {
    const environment = useEnvironment();
    const { integration: integration_id, connection: connection_id } = useConnectionKey();
    return useRead(readHealthHistory, { query: { environment, integration_id, connection_id } }, { refetchInterval: 30_000 });
}

/** As the endpoints of syncs, functions and links name it in their bodies. */
export function useBodyKey(): { provider_config_key: string; connection_id: string } {
    const { integration, connection } = useConnectionKey();
    return { provider_config_key: integration, connection_id: connection };
}
