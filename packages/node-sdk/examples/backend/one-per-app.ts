import { patchbay } from './client.ts';

// README: begin
/** At most one connection per app: connects the app, or reconnects the user's connection. */
export async function mintOnce(user: { id: string; email: string }, integration: string): Promise<string> {
    const { connections } = await patchbay.connections.list({ endUserId: user.id, integrationId: integration, limit: 1 });
    const [existing] = connections;
    const { data } = existing
        ? await patchbay.connectSessions.reconnect({
              connection_id: existing.connection_id,
              integration_id: integration,
              end_user: { id: user.id }
          })
        : await patchbay.connectSessions.create({ end_user: user, allowed_integrations: [integration] });
    return data.token;
}
// README: end
