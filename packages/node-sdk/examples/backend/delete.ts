import type { ConnectionKey } from '@patchbay/node';
import { patchbay } from './client.ts';

// README: begin
/** @returns what became of the access at the provider */
export async function disconnect(key: ConnectionKey): Promise<string> {
    const { revocation } = await patchbay.connections.delete(key);
    return revocation.reason ?? revocation.outcome;
}
// README: end
