import type { ConnectionKey } from './resources/connections.ts';

/** How a request names the connection that it is about. */
export function headersOf({ connection_id, provider_config_key }: ConnectionKey) {
    return { 'connection-id': connection_id, 'provider-config-key': provider_config_key };
}
