// README: begin
import { type ConnectionSummary, Patchbay } from '@patchbay/node';

const patchbay = new Patchbay({ secretKey: process.env.PATCHBAY_SECRET_KEY, baseUrl: process.env.PATCHBAY_PUBLIC_URL });

/** What an end user has to reconnect, and why. */
export async function toReconnect(endUserId: string): Promise<{ connection: ConnectionSummary; why: string | undefined }[]> {
    const { connections } = await patchbay.connections.list({ endUserId, status: 'needs_reconnect' });
    return connections.map((connection) => ({ connection, why: connection.health.cause?.message }));
}

/** What the largest outage broke. */
export async function largestOutage(): Promise<ConnectionSummary[]> {
    const [outage] = (await patchbay.connections.health()).data.outages;
    if (!outage) return [];
    const { integration_id: integrationId, cause, since, until } = outage;
    return (await patchbay.connections.list({ integrationId, cause, since, until })).connections;
}

/** One link for each connection that the largest outage broke, for your mailer. */
export async function linksToSend(): Promise<{ to: string; why: string | undefined; url: string }[]> {
    const [outage] = (await patchbay.connections.health()).data.outages.filter(({ status }) => status === 'needs_reconnect');
    if (!outage) return [];
    const { integration_id, since, until } = outage;
    const { data } = await patchbay.connectLinks.reconnect({ integration_id, since, until });
    return data.links.flatMap(({ end_user, health, url }) =>
        end_user?.email ? [{ to: end_user.email, why: health.cause?.message, url }] : []
    );
}
// README: end
