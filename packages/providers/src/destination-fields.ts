import { restrictsHost, hostPlaceholders } from './interpolate.ts';
import { type InstalledProvider, installedAppOf, isInstalled } from './halves.ts';
import type { Provider, TwoStepProvider } from './provider.ts';
import type { TokenStep } from './token-definition.ts';

/**
 * The `connection_config` fields whose value chooses the host that receives the credentials,
 * without those that the definition restricts to the provider's own hosts.
 */
export function destinationFields(provider: Provider): string[] {
    const fields = Object.entries(provider.connection_config ?? {});
    const chosen = new Set(urlTemplates(provider).flatMap(hostPlaceholders));
    return fields.filter(([name, field]) => chosen.has(`connectionConfig.${name}`) && !restrictsHost(field)).map(([name]) => name);
}

/** All requests that bring a token, the one of a refresh last. */
function stepsOf({ additional_steps: further = [], refresh_step: refresh, ...first }: TwoStepProvider): TokenStep[] {
    return [first, ...further, ...(refresh ? [refresh] : [])];
}

function tokenUrlOf(provider: Provider): string[] {
    if (!('token_url' in provider)) return [];
    return typeof provider.token_url === 'string' ? [provider.token_url] : Object.values(provider.token_url);
}

/** Every address that a definition sends credentials, or an end user, to. */
export function urlTemplates(provider: Provider): string[] {
    const { proxy } = provider;
    const token = provider.auth_mode === 'TWO_STEP' ? stepsOf(provider).map((step) => step.token_url) : tokenUrlOf(provider);
    const others =
        provider.auth_mode === 'OAUTH2' || provider.auth_mode === 'OAUTH2_CC' ? [provider.refresh_url, provider.revocation_url] : [];
    const signIn = provider.auth_mode === 'OAUTH2' ? [provider.authorization_url, provider.issuer, provider.token_step?.token_url] : [];
    const temporary = provider.auth_mode === 'OAUTH1' ? [provider.request_url, provider.authorization_url] : [];
    const registers = provider.auth_mode === 'MCP_OAUTH2' ? [provider.registration_url, provider.issuer] : [];
    const installs = isInstalled(provider) ? installationTemplates(provider) : [];
    return [proxy?.base_url, ...token, ...others, ...signIn, ...temporary, ...registers, ...installs].filter(
        (template) => template !== undefined
    );
}

function installationTemplates(provider: InstalledProvider): string[] {
    const { url, user } = provider.installation;
    const signIn = provider.auth_mode === 'CUSTOM' ? [provider.authorization_url.OAUTH2] : [];
    return [installedAppOf(provider).authorization_url, ...signIn, url, user.token_url, user.installations_url];
}
