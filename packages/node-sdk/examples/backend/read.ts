import type { ConnectionKey } from '@patchbay/node';
import { patchbay } from './client.ts';

// README: begin
/** @returns a token that works now; undefined for kinds of credentials that have none */
export async function accessToken(key: ConnectionKey): Promise<unknown> {
    const { credentials, auth } = await patchbay.connections.get(key);
    if (auth.failure) console.warn(auth.failure.message);
    return credentials.access_token;
}
// README: end
