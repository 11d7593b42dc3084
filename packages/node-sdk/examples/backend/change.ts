import type { ConnectionKey } from '@patchbay/node';
import { patchbay } from './client.ts';

// README: begin
export async function changeEmail(key: ConnectionKey, userId: string, email: string): Promise<void> {
    await patchbay.connections.update(key, { end_user: { id: userId, email }, tags: { plan: 'pro' } });
}
// README: end
