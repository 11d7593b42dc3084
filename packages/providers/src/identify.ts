import { checkResult } from './check-credentials.ts';
import { resolveHeaders, valueAt } from './connection-values.ts';
import { interpolateUrl, type InterpolationValues } from './interpolate.ts';
import type {
    Account,
    CheckResult,
    ConnectionConfig,
    CredentialValues,
    Identity,
    Provider,
    ProviderRequest,
    ProviderResponse
} from './provider.ts';
import { withoutRights } from './read-accounts.ts';

export interface Identified {
    accounts: Account[];
    /** Why there are no accounts, where the provider refused to name them. */
    refusal?: CheckResult;
}

/**
 * Who signed in, and the accounts to choose from: by the definition's hook, else by its `identity`.
 * @param args.values as from `interpolationValues`
 * @returns undefined where the definition has neither, or a value of the address is missing
 * @throws Error when the response is a failure, or not what the vendor documents
 */
export async function identify(
    definition: Provider,
    args: { credentials: CredentialValues; connectionConfig: ConnectionConfig; values: InterpolationValues; request: ProviderRequest }
): Promise<Identified | undefined> {
    const { values, ...hookArgs } = args;
    const { identity, display_name: vendor } = definition;
    if (definition.identify) return definition.identify(hookArgs);
    const url = identity && interpolateUrl(identity.url, values, definition.connection_config);
    if (!identity || url === undefined) return undefined;
    const response = await args.request({
        url,
        ...(identity.method && { method: identity.method }),
        headers: resolveHeaders(identity.headers, values),
        ...(identity.data && { body: identity.data })
    });
    if (withoutRights.has(response.status) || response.refusesCredentials) return { accounts: [], refusal: checkResult(response) };
    return { accounts: readAccountsBy(identity, vendor, response) };
}

function readAccountsBy(identity: Identity, vendor: string, { status, json }: ProviderResponse): Account[] {
    if (status < 200 || status >= 300) throw new Error(`${vendor} responded with status ${status} when asked who signed in.`);
    const list = identity.list === undefined ? [json] : find(json, identity.list);
    if (!Array.isArray(list)) throw unexpected(vendor);
    return list.map((account: unknown) => {
        const id = findText(account, identity.id);
        if (id === undefined) throw unexpected(vendor);
        const label = identity.label.map((path) => findText(account, path)).find((text) => text !== undefined) ?? id;
        return { id, label, ...(identity.connection_config && { connectionConfig: configOf(account, identity.connection_config) }) };
    });
}

function unexpected(vendor: string): Error {
    return new Error(`${vendor} responded with something unexpected when asked who signed in.`);
}

function configOf(account: unknown, paths: Readonly<Record<string, string>>): Record<string, string> {
    const found = Object.entries(paths).map(([key, path]) => [key, findText(account, path)] as const);
    return Object.fromEntries(found.filter((entry): entry is [string, string] => entry[1] !== undefined));
}

function find(json: unknown, path: string): unknown {
    return path === '*' ? json : valueAt(json, path);
}

function findText(json: unknown, path: string): string | undefined {
    const value = find(json, path);
    return (typeof value === 'string' && value !== '') || typeof value === 'number' ? String(value) : undefined;
}
