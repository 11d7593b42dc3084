import { patchbay } from './client.ts';

// README: begin
export async function connectionsOf(userId: string) {
    const { connections } = await patchbay.connections.list({ endUserId: userId, integrationId: 'github,openai' });
    return connections;
}
// README: end
