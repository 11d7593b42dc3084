import {
    type CallInput,
    getIntegrationStatus,
    importConnection,
    type IntegrationStatus,
    listIntegrationStatus,
    type SuccessOut
} from '@patchbay/contracts';
import type { TestApp } from '@patchbay/test-kit';
import { type ProxyWorld, send } from '../../traffic/proxy/proxy.fixtures.ts';

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** Makes so many calls, each with the next of these connections. @param status or none at all */
export async function callProvider(
    world: ProxyWorld,
    count: number,
    {
        status = 200,
        connections = ['one'],
        provider = 'acme',
        delayMs = 0
    }: { status?: number | 'none'; connections?: string[]; provider?: string; delayMs?: number } = {}
): Promise<void> {
    world.thirdParty.handle = (request, response) => {
        if (status === 'none') request.socket.destroy();
        else if (delayMs === 0) response.writeHead(status).end();
        else setTimeout(() => response.writeHead(status).end(), delayMs);
    };
    const calls = Array.from({ length: count }, (_, index) => connections[index % connections.length] ?? 'one');
    const call = (connection: string) => send(world, '/things', { method: 'POST', connection, provider });
    // One after another, as a breaker that is open lets only one try.
    for (const connection of calls.slice(0, connections.length)) await call(connection);
    for (let from = connections.length; from < count; from += 20) await Promise.all(calls.slice(from, from + 20).map(call));
}

export async function addConnections(app: TestApp, ids: readonly string[], provider = 'acme'): Promise<void> {
    for (const connection_id of ids)
        await app.call(importConnection, {
            body: { provider_config_key: provider, connection_id, credentials: { type: 'API_KEY', apiKey: 'k' } }
        });
}

/** Once this server has stored what it counted. */
export async function statusOf(app: TestApp, id = 'acme', hours = 24): Promise<SuccessOut<typeof getIntegrationStatus>['data']> {
    await app.server.deps.trafficCounter.flush();
    return (await app.call(getIntegrationStatus, { params: { id }, query: { hours: String(hours) } })).data;
}

export async function statuses(
    app: TestApp,
    query: CallInput<typeof listIntegrationStatus>['query'] = {}
): Promise<{ data: IntegrationStatus[]; next_cursor: string | null }> {
    await app.server.deps.trafficCounter.flush();
    return app.call(listIntegrationStatus, { query });
}
