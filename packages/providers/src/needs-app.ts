import type { Provider } from './provider.ts';

/** A further type does not compile until it is decided here. */
const modes: Readonly<Record<Exclude<Provider['auth_mode'], 'MCP_OAUTH2'>, boolean>> = {
    OAUTH2: true,
    OAUTH1: true,
    OAUTH2_CC: false,
    TWO_STEP: false,
    JWT: false,
    SIGNATURE: false,
    BILL: false,
    API_KEY: false,
    BASIC: false,
    TBA: true,
    AWS_SIGV4: true,
    NONE: false,
    APP: true,
    INSTALL_PLUGIN: false,
    CUSTOM: true,
    MCP_OAUTH2_GENERIC: false
};

/** Whether an integration needs an app at the vendor: a client ID and its secret. */
export function needsApp(provider: Provider): boolean {
    return provider.auth_mode === 'MCP_OAUTH2' ? provider.client_registration === 'static' : modes[provider.auth_mode];
}
