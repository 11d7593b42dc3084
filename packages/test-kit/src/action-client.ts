import { setTimeout as sleep } from 'node:timers/promises';

interface Reply {
    status: number;
    body: unknown;
}

/** Deploys actions to a server, and calls them for a connection that needs no credentials. */
export interface ActionClient {
    /** @returns the deployment, once it has succeeded or failed */
    deploy(name: string, body: string): Promise<Record<string, unknown>>;
    trigger(name: string, input?: unknown): Promise<Reply>;
    /** @param connection instead of its own */
    send(method: string, path: string, body?: unknown, connection?: Target): Promise<Reply>;
}

interface Target {
    integrationId: string;
    connectionId: string;
}

const own: Target = { integrationId: 'own-code', connectionId: 'c1' };
const { integrationId, connectionId } = own;

/** @param secretKey of an environment that has no such integration yet */
export async function openActionClient({ url, secretKey }: { url: string; secretKey: string }): Promise<ActionClient> {
    const send = async (method: string, path: string, body?: unknown, target = own): Promise<Reply> => {
        const headers = {
            authorization: `Bearer ${secretKey}`,
            'content-type': 'application/json',
            'provider-config-key': target.integrationId,
            'connection-id': target.connectionId
        };
        const response = await fetch(`${url}${path}`, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
        const text = await response.text();
        return { status: response.status, body: text === '' ? null : JSON.parse(text) };
    };
    const make = async (path: string, body: unknown): Promise<Record<string, unknown>> => {
        const reply = await send('POST', path, body);
        if (reply.status >= 300) throw new Error(`POST ${path} responded with ${reply.status}: ${JSON.stringify(reply.body)}`);
        // The server parses each response by its contract.
        return reply.body as Record<string, unknown>;
    };
    await make('/integrations', { provider: 'unauthenticated', unique_key: integrationId });
    await make('/connections', { provider_config_key: integrationId, connection_id: connectionId, credentials: { type: 'NONE' } });
    return {
        send,
        trigger: (name, input = null) => send('POST', '/action/trigger', { action_name: name, input }),
        async deploy(name, body) {
            const code = `import { createAction } from 'nango';
import { z } from 'zod';
export default createAction({
    description: 'Tries something', input: z.any(), output: z.any(), exec: async (nango, input) => { ${body} }
});`;
            const request = { type: 'function', integration_id: integrationId, function_name: name, function_type: 'action', code };
            const { id } = await make('/functions/deployments', request);
            for (;;) {
                const { body: task } = await send('GET', `/functions/deployments/${String(id)}`);
                const made = task as Record<string, unknown>;
                if (made['status'] === 'success' || made['status'] === 'failed') return made;
                await sleep(50);
            }
        }
    };
}
