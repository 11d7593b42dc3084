import type { ConnectionEvent } from '@patchbay/functions';
import { bundle } from '@patchbay/runner/test-bundle';
import type { TestApp } from '@patchbay/test-kit';
import { type Reply, send } from '../syncs/syncs.fixtures.ts';

const imports = `import { createAction, createOnEvent, createSync } from '@patchbay/functions';
import { z } from 'zod';
`;

interface Flow {
    type: 'sync' | 'action';
    syncName: string;
    providerConfigKey: string;
    models: string[];
    runs: string | null;
    fileBody: { js: string; ts: string; map?: string };
    [more: string]: unknown;
}

async function codeOf(source: string): Promise<Flow['fileBody']> {
    const ts = `${imports}${source}`;
    const { source: js, sourceMap } = await bundle(ts);
    return { js, ts, ...(sourceMap !== undefined && { map: sourceMap }) };
}

/** An action that takes and gives anything. Its body has `context` and `input`. */
export async function actionFlow(name: string, body: string, more: Record<string, unknown> = {}): Promise<Flow> {
    const source = `export default createAction({
    description: 'Tries something',
    input: z.any(),
    output: z.any(),
    async exec(context, input) { ${body} }
});`;
    return flowOf({ type: 'action', syncName: name, models: [], runs: null, fileBody: await codeOf(source), ...more });
}

/** A sync of contacts. Its body has `context`. */
export async function syncFlow(name: string, body: string, more: Record<string, unknown> = {}): Promise<Flow> {
    const source = `export default createSync({
    description: 'Reads contacts',
    frequency: 'every hour',
    models: { Contact: z.object({ id: z.string(), name: z.string() }) },
    checkpoint: z.object({ at: z.number() }),
    async exec(context) { ${body} }
});`;
    return flowOf({ type: 'sync', syncName: name, models: ['Contact'], runs: 'every hour', fileBody: await codeOf(source), ...more });
}

/** A sync of contacts that takes webhooks. The bodies have `context`, and `payload`. */
export async function webhookFlow(
    name: string,
    types: readonly string[],
    onWebhook: string,
    { exec = '', integration = 'github' }: { exec?: string; integration?: string } = {}
): Promise<Flow> {
    const source = `export default createSync({
    description: 'Reads contacts',
    frequency: 'every hour',
    models: { Contact: z.object({ id: z.string(), name: z.string() }) },
    checkpoint: z.object({ at: z.number() }),
    webhookSubscriptions: ${JSON.stringify(types)},
    async exec(context) { ${exec} },
    async onWebhook(context, payload) { ${onWebhook} }
});`;
    const flow = { type: 'sync', syncName: name, models: ['Contact'], runs: 'every hour', fileBody: await codeOf(source) } as const;
    return { ...flowOf({ ...flow, models: [...flow.models] }), providerConfigKey: integration, webhookSubscriptions: types };
}

export interface Handler {
    name: string;
    event: ConnectionEvent;
    fileBody: Flow['fileBody'];
    version?: string;
}

/** A function on an event of connections. Its body has `context`. */
export async function handler(name: string, event: ConnectionEvent, body: string): Promise<Handler> {
    const source = `export default createOnEvent({
    description: 'Tries something',
    event: '${event}',
    async exec(context) { ${body} }
});`;
    return { name, event, fileBody: await codeOf(source) };
}

const flowOf = (flow: Pick<Flow, 'type' | 'syncName' | 'models' | 'runs' | 'fileBody'>): Flow => ({ providerConfigKey: 'gem', ...flow });

/** Deploys all of an environment's functions. */
export const deployAll = (app: TestApp, flows: readonly Flow[], more: Record<string, unknown> = {}, token?: string): Promise<Reply> =>
    send(app, 'POST', '/sync/deploy', { flowConfigs: flows, reconcile: true, ...more }, token === undefined ? {} : { token });

/** Deploys handlers of one integration, and nothing else. */
export const deployHandlers = (app: TestApp, scripts: readonly Handler[], integration = 'gem', token?: string): Promise<Reply> =>
    deployAll(app, [], { onEventScriptsByProvider: [{ providerConfigKey: integration, scripts }] }, token);

export const confirmAll = (app: TestApp, flows: readonly Flow[], more: Record<string, unknown> = {}): Promise<Reply> =>
    send(app, 'POST', '/sync/deploy/confirmation', { flowConfigs: flows, reconcile: true, ...more });
