import type { ClientAuthentication } from '@patchbay/oauth';
import {
    type InterpolationValues,
    interpolateUrl,
    type OAuth2ClientCredentialsProvider,
    type OAuth2Provider,
    resolveAll,
    UnsafeValueError
} from '@patchbay/providers';

/** Where and how a client asks the provider for a token; undefined when the configuration lacks what the address needs, or would bend it. */
export function resolveTokenEndpoint(
    provider: OAuth2Provider | OAuth2ClientCredentialsProvider,
    values: InterpolationValues,
    client: { clientId: string; clientSecret: string }
): ClientAuthentication | undefined {
    let tokenUrl: string | undefined;
    try {
        tokenUrl = interpolateUrl(provider.token_url, values, provider.connection_config);
    } catch (error) {
        if (!(error instanceof UnsafeValueError)) throw error;
    }
    if (tokenUrl === undefined) return undefined;
    return {
        tokenUrl,
        ...client,
        authorizationMethod: provider.authorization_method,
        bodyFormat: provider.body_format,
        params: resolveAll(provider.token_params, values),
        headers: resolveAll(provider.token_headers, values)
    };
}
