import { ashby } from './ashby/integration.ts';
import type { Capability } from './endpoints.ts';
import { gem } from './gem/integration.ts';
import type { Integration } from './integration.ts';
import { quickbooks } from './quickbooks/integration.ts';
import { xero } from './xero/integration.ts';

const integrations: Readonly<Record<string, Integration>> = {
    ashby,
    'sandbox-ashby': ashby,
    gem,
    'sandbox-gem': gem,
    quickbooks,
    'quickbooks-sandbox': quickbooks,
    'sandbox-quickbooks': quickbooks,
    xero,
    'sandbox-xero': xero
};

/** @returns undefined where the provider has no functions of ours */
export function integrationOf(provider: string): Integration | undefined {
    return Object.hasOwn(integrations, provider) ? integrations[provider] : undefined;
}

/** What an integration does of each endpoint of its category. */
export function capabilitiesOf({ syncs, actions, category, notes }: Integration): Capability[] {
    const declared = new Set<string>();
    for (const { endpoints = [] } of Object.values(syncs)) for (const { method, path } of endpoints) declared.add(`${method} ${path}`);
    for (const { endpoint } of Object.values(actions)) if (endpoint) declared.add(`${endpoint.method} ${endpoint.path}`);
    return category.map((endpoint) => {
        const key = `${endpoint.method} ${endpoint.path}`;
        const note = notes[key] ?? null;
        if (!declared.has(key)) return { ...endpoint, support: 'unsupported', note };
        return { ...endpoint, support: note === null ? 'full' : 'partial', note };
    });
}
