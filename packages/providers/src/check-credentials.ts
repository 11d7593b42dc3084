import { resolveHeaders } from './connection-values.ts';
import { interpolateUrl } from './interpolate.ts';
import type { InterpolationValues } from './interpolate.ts';
import type { CheckResult, ConnectionConfig, CredentialValues, Provider, ProviderRequest } from './provider.ts';

/**
 * Asks the provider whether it knows these credentials: by the definition's hook, or else its `proxy.verification`.
 * @param args.values as from `interpolationValues`, for templates in the verification's paths
 * @returns undefined when the definition has no check. `unreachable` also stands for answers that tell nothing about the credentials
 * @throws whatever `request` rejects with: the provider could not be reached
 */
export async function checkCredentials(
    definition: Provider,
    args: { credentials: CredentialValues; connectionConfig: ConnectionConfig; values: InterpolationValues; request: ProviderRequest }
): Promise<CheckResult | undefined> {
    const { values, ...hookArgs } = args;
    if (definition.checkCredentials) return definition.checkCredentials(hookArgs);
    const verification = definition.proxy?.verification;
    if (!verification) return undefined;

    let outcome: CheckResult['outcome'] = 'rejected';
    for (const endpoint of verification.endpoints) {
        const url = interpolateUrl(endpoint, values, definition.connection_config);
        if (url === undefined) continue;
        const answer = await args.request({
            method: verification.method,
            url,
            headers: resolveHeaders(verification.headers, values),
            ...(verification.data && { body: verification.data })
        });
        const here = checkOutcome(answer.status);
        if (here === 'accepted') return { outcome: here };
        if (here === 'unreachable') outcome = here;
    }
    return { outcome };
}

/** What a status says about the credentials: too many requests, timeouts, redirects and server errors say nothing. */
export function checkOutcome(status: number): CheckResult['outcome'] {
    if (status >= 200 && status < 300) return 'accepted';
    const isRefusal = status >= 400 && status < 500 && ![408, 425, 429].includes(status);
    return isRefusal ? 'rejected' : 'unreachable';
}
