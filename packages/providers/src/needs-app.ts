import type { Provider } from './provider.ts';

/** A further type does not compile until it is decided here. */
const modes: Readonly<Record<Provider['auth_mode'], boolean>> = {
    OAUTH2: true,
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
    APP: true
};

/** Whether an integration needs an app at the vendor: a client ID and its secret. */
export function needsApp({ auth_mode: mode }: Pick<Provider, 'auth_mode'>): boolean {
    return modes[mode];
}
