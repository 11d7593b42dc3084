import { AppError } from '@patchbay/contracts';
import { capabilitiesOf, type Integration, integrationOf, type UnifiedEndpoint } from '@patchbay/integrations';

const keyOf = ({ method, path }: Pick<UnifiedEndpoint, 'method' | 'path'>) => `${method} ${path}`;

/**
 * The functions of a provider, which has an endpoint of this category.
 * @throws {AppError} `wrong_provider`
 */
export function functionsFor(provider: string, endpoint: UnifiedEndpoint): Integration {
    const integration = integrationOf(provider);
    if (integration?.category.some((known) => keyOf(known) === keyOf(endpoint))) return integration;
    throw new AppError('wrong_provider', {
        message: `${keyOf(endpoint)} is not for connections of ${provider}.`,
        payload: { provider, endpoints: (integration?.category ?? []).map(keyOf) }
    });
}

/** @returns undefined where the provider has none for this address */
export function actionNameFor({ actions }: Integration, endpoint: UnifiedEndpoint): string | undefined {
    return Object.entries(actions).find(([, action]) => action.endpoint && keyOf(action.endpoint) === keyOf(endpoint))?.[0];
}

export function syncNameFor({ syncs }: Integration, model: string): string | undefined {
    return Object.entries(syncs).find(([, sync]) => Object.hasOwn(sync.models, model))?.[0];
}

/** What a provider lacks, and what it has instead. @param reason instead of the usual one */
export function unsupported(provider: string, integration: Integration, endpoint: UnifiedEndpoint, reason?: string): AppError {
    const capabilities = capabilitiesOf(integration);
    const note = capabilities.find((capability) => keyOf(capability) === keyOf(endpoint))?.note;
    const supported = capabilities.filter(({ support }) => support !== 'unsupported');
    const ofGroup = supported.filter(({ group }) => group === endpoint.group).map(keyOf);
    return new AppError('unsupported_by_provider', {
        message: reason ?? note ?? `${provider} does not support ${keyOf(endpoint)}.`,
        payload: { provider, supported: ofGroup.length > 0 ? ofGroup : supported.map(keyOf) }
    });
}
