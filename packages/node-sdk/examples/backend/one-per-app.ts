import { patchbay } from './client.ts';

// README: begin
/** A session that makes no second connection: it connects the app, or reconnects the connection that this user has there. */
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
