import { createIntegration, importConnection } from '@patchbay/contracts';
import { type Provider, type ProxyDefinition, providers } from '@patchbay/providers';
import { APPLICATION_SECRET, KEYED_API_KEYS, type TestApp } from '@patchbay/test-kit';
import { type ApiResponse } from '../../../api.fixtures.ts';

/** What the provider saw of one key. */
export interface Traffic {
    total: number;
    refused: number;
    most_in_window: number[];
    first_arrival_ms: number;
    last_arrival_ms: number;
}

const provider = 'sandbox-two-keys';

/** Our catalogue, with other facts about the provider that limits its calls. */
export function catalogueWith(facts: Partial<ProxyDefinition>): ReadonlyMap<string, Provider> {
    const known = providers.get(provider);
    if (known?.auth_mode !== 'API_KEY') throw new Error(`${provider} takes an API key.`);
    return new Map([...providers, [provider, { ...known, proxy: { ...known.proxy, ...facts } }]]);
}

/** Connections `c0`, `c1` and so on, all with the same key. @param key of the environment */
export async function connectMany(app: TestApp, connections: number, key = app.keys.dev): Promise<void> {
    const call = app.callAs(key);
    await call(createIntegration, { body: { provider, unique_key: 'ats' } });
    for (let n = 0; n < connections; n += 1)
        await call(importConnection, {
            body: {
                provider_config_key: 'ats',
                connection_id: `c${n}`,
                credentials: { type: 'API_KEY', apiKey: KEYED_API_KEYS.acme },
                connection_config: { appSecret: APPLICATION_SECRET }
            }
        });
}

export async function callProvider(
    app: TestApp,
    connection = 0,
    options: { signal?: AbortSignal; token?: string } = {}
): Promise<ApiResponse & { tookMs: number }> {
    const startedAt = performance.now();
    const response = await app.raw('/proxy/v0/users', {
        headers: { 'provider-config-key': 'ats', 'connection-id': `c${connection}` },
        ...options
    });
    return { ...response, tookMs: performance.now() - startedAt };
}

export async function trafficAt(app: TestApp): Promise<Traffic> {
    const { keys } = (await app.sandbox.control('limits')) as { keys: Traffic[] };
    const [traffic] = keys;
    if (!traffic) throw new Error('The provider has seen no call.');
    return traffic;
}
