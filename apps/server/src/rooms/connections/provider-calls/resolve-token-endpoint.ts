import type { ClientAuthentication } from '@patchbay/oauth';
import {
    type InterpolationValues,
    interpolateUrl,
    type OAuth2ClientCredentialsProvider,
    type OAuth2Provider,
    resolveTemplates,
    UnsafeValueError
} from '@patchbay/providers';
import type { OAuthClient } from '../connection-store/client-of.ts';

/**
 * The token endpoint and client authentication; undefined when the configuration lacks a value of
 * the address, or holds an unsafe one.
 * @param purpose a refresh may have an address and parameters of its own
 */
export function resolveTokenEndpoint(
    provider: OAuth2Provider | OAuth2ClientCredentialsProvider,
    values: InterpolationValues,
    client: OAuthClient,
    purpose: 'token' | 'refresh' = 'token'
): ClientAuthentication | undefined {
    const isRefresh = purpose === 'refresh';
    let tokenUrl: string | undefined;
    try {
        tokenUrl = interpolateUrl((isRefresh && provider.refresh_url) || provider.token_url, values, provider.connection_config);
    } catch (error) {
        if (!(error instanceof UnsafeValueError)) throw error;
    }
    if (tokenUrl === undefined) return undefined;
    return {
        tokenUrl,
        ...client,
        authorizationMethod: provider.authorization_method,
        bodyFormat: provider.body_format,
        params: resolveTemplates((isRefresh && provider.refresh_params) || provider.token_params, values),
        headers: resolveTemplates(provider.token_headers, values)
    };
}
