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

const onlyStored = 'One is read only as it is stored, not with live=true: the provider has no request for it.';

/** What an integration does of each endpoint of its category. */
export function capabilitiesOf({ syncs, actions, category, notes }: Integration): Capability[] {
    const declared = new Set<string>();
    for (const { endpoints = [] } of Object.values(syncs)) for (const { method, path } of endpoints) declared.add(`${method} ${path}`);
    for (const { endpoint } of Object.values(actions)) if (endpoint) declared.add(`${endpoint.method} ${endpoint.path}`);
    return category.map(({ kind, method, path, group, summary, model }) => {
        // One record is read where the list of them is: from what its sync has stored.
        const served = kind === 'get' ? path.replace(/\/\{id\}$/, '') : path;
        const isServed = declared.has(`${method} ${served}`);
        const known = notes[`${method} ${path}`] ?? notes[`${method} ${served}`] ?? null;
        const isOnlyStored = kind === 'get' && isServed && !declared.has(`${method} ${path}`);
        const note = isOnlyStored ? [known, onlyStored].filter(Boolean).join(' ') : known;
        const support = !isServed ? 'unsupported' : note === null ? 'full' : 'partial';
        return { method, path, group, summary, model, support, note };
    });
}
