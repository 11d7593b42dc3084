import { accountingEndpoints, atsEndpoints, type UnifiedEndpoint } from '@patchbay/integrations/models';
import { errorOf } from '../account.ts';
import type { Case, Column } from '../case.ts';
import { UNKNOWN_ID } from '../ids.ts';
import { holds, same, shown, Unsupported } from '../outcome.ts';

const keyOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;

function columnOf({ kind, method, path }: UnifiedEndpoint): Column {
    if (kind === 'list') return 'list';
    if (kind === 'get' || kind === 'read') return 'read';
    if (/\/(?:void|send)$/.test(path)) return 'other';
    return method === 'POST' ? 'create' : method === 'DELETE' ? 'delete' : 'update';
}

/**
 * Supported endpoints respond, and the others are refused as unsupported. Nothing is
 * written: what is sent lacks everything.
 */
export function promiseCases(category: 'ats' | 'accounting', modelOf: (endpoint: UnifiedEndpoint) => string): Case[] {
    const endpoints = category === 'ats' ? atsEndpoints : accountingEndpoints;
    return endpoints.map((endpoint) => ({
        model: modelOf(endpoint),
        column: columnOf(endpoint),
        says: `${keyOf(endpoint)} does what the table of capabilities says`,
        // It is about those that the vendor lacks, too.
        endpoints: [],
        writes: false,
        async check(account) {
            const capabilities = await account.capabilities();
            const capability = capabilities.get(keyOf(endpoint));
            holds(capability !== undefined, 'the table of capabilities does not have it');
            const path = endpoint.path.replace('{id}', UNKNOWN_ID);
            const reply = await account.send(endpoint.method, path, endpoint.kind === 'write' ? { body: {} } : {});
            if (capability.support !== 'unsupported') {
                if (reply.status === 200) return;
                const { code, message } = errorOf(reply, keyOf(endpoint));
                const refusal = {
                    list: [],
                    get: ['not_found', 'vendor_fault'],
                    read: ['invalid_query_params'],
                    write: ['invalid_action_input']
                };
                const allowed: readonly string[] = refusal[endpoint.kind];
                holds(allowed.includes(code), `it is supported, and responds with ${code}: ${message}`);
                return;
            }
            const { status, code, payload } = errorOf(reply, keyOf(endpoint));
            same([status, code], [400, 'unsupported_by_provider'], 'what the vendor lacks');
            const supported = payload?.['supported'];
            holds(Array.isArray(supported) && supported.length > 0, `it does not say what is supported: ${shown(payload)}`);
            for (const key of supported)
                holds(
                    ['full', 'partial'].includes(capabilities.get(String(key))?.support ?? ''),
                    `it says that ${String(key)} is supported, and the table does not`
                );
            throw new Unsupported('It is refused as it should be.');
        }
    }));
}
