import type { ConnectionKey } from '@patchbay/node';
import { patchbay } from './client.ts';

// README: begin
export async function whoIsThis(key: ConnectionKey): Promise<unknown> {
    const response = await patchbay.proxy.request(key, { path: '/user' });
    if (!response.ok) throw new Error(`GitHub responded with ${response.status}.`);
    return await response.json();
}
// README: end
