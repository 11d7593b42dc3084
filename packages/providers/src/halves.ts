import type { AppProvider, CustomProvider, OAuth2Provider, Provider } from './provider.ts';

/** Its app is installed on accounts. */
export type InstalledProvider = AppProvider | CustomProvider;

export function isInstalled(provider: Provider): provider is InstalledProvider {
    return provider.auth_mode === 'APP' || provider.auth_mode === 'CUSTOM';
}

/** The app alone. */
export function installedAppOf(provider: InstalledProvider): AppProvider {
    if (provider.auth_mode === 'APP') return provider;
    const { authorization_url: page, token_url: issuer } = provider;
    return { ...provider, auth_mode: 'APP', authorization_url: page.APP, token_url: issuer.APP };
}

/** The sign-in alone. Its requests have none of the headers of the app's. */
export function signInOf(provider: CustomProvider): OAuth2Provider {
    const { token_headers: _, authorization_url: page, token_url: issuer, ...common } = provider;
    return { ...common, auth_mode: 'OAUTH2', authorization_url: page.OAUTH2, token_url: issuer.OAUTH2 };
}
