import type { Integration } from '../../platform/integrations/open-integration.ts';
import type { IntegrationDefaults } from './session-request.ts';
import { credentialTraits } from '../../connections/connection-store/credential-traits.ts';

/** Parameters in which providers take scopes beside `scope`, for a user's token or if possible. */
const scopeParams = ['user_scope', 'optional_scope'];

/** What an authorization request asks for: the session's scopes, else the integration's. */
export function askedScopes(
    { row, provider }: Pick<Integration, 'row' | 'provider'>,
    defaults: IntegrationDefaults | undefined
): {
    scopes: string[];
    authorizationParams: Record<string, string>;
    /** With those in parameters, each once. */
    all: string[];
} {
    const override = defaults?.connection_config?.oauth_scopes_override;
    const isOverridden = credentialTraits(provider).isGrant === true && typeof override === 'string';
    const scopes = isOverridden ? listed(override) : row.scopes;
    const authorizationParams: Record<string, string> = {
        ...defaults?.authorization_params,
        ...(defaults?.user_scopes === undefined ? {} : { user_scope: defaults.user_scopes })
    };
    // Other sign-ins send no parameters.
    const inParams = provider.auth_mode === 'OAUTH2' ? scopeParams.flatMap((name) => listed(authorizationParams[name] ?? '')) : [];
    return { scopes, authorizationParams, all: [...new Set([...scopes, ...inParams])] };
}

/** The text `undefined` removes a parameter. */
function listed(scopes: string): string[] {
    return scopes.split(/[\s,]+/).filter((scope) => scope !== '' && scope !== 'undefined');
}
