import { type CredentialValues, isMcp, needsApp, type Provider } from '@patchbay/providers';

/** What is true of all credentials of a type, whatever the provider. */
export interface CredentialTraits {
    /** Whether they hold what it takes to renew them without the end user. */
    isRenewable(credentials: CredentialValues): boolean;
    /** Whether the end user gets them in a window of the provider's, and types nothing here. */
    isSignIn?: true;
    /** Whether they are a grant of OAuth 2: tokens of a person who signed in, for scopes. */
    isGrant?: true;
    /** Whether they are renewed without asking the provider, so that only a check tells. */
    isProbed?: true;
    /** Whether the provider compares our clock with its own. */
    usesOurClock?: true;
    /** Whether the provider has accepted them by the time they are there, as it issued a token. */
    isIssued?: true;
    /**
     * What the end user typed and a token is requested with, in words. A refusal of it ends the
     * access; elsewhere it concerns the integration's OAuth app.
     */
    typedSecret?: string;
    /** What an operator has entered to call the provider as its app. */
    appSecrets?: string;
    /** Whether an import asks the provider about them, as it does when end users connect. */
    isCheckedOnImport?: true;
    /** Its refusals have codes of the provider's own, so that each one ends the access. */
    hasOwnCodes?: true;
    /** The member that says whose calls they are, where several connections may have the same. */
    holder?: string;
}

const mcp: CredentialTraits = {
    isRenewable: ({ refresh_token: token }) => typeof token === 'string',
    isSignIn: true,
    isGrant: true,
    isIssued: true,
    appSecrets: 'the client ID and the client secret'
};

/** A further type does not compile until it is decided here. */
const traits: { readonly [Mode in Provider['auth_mode']]: CredentialTraits } = {
    OAUTH2: {
        isRenewable: ({ refresh_token: token }) => typeof token === 'string',
        isSignIn: true,
        isGrant: true,
        isIssued: true,
        appSecrets: 'the client ID, the client secret and the scopes'
    },
    // A token lasts until it is taken back.
    OAUTH1: {
        isRenewable: () => false,
        isSignIn: true,
        isIssued: true,
        isCheckedOnImport: true,
        appSecrets: 'the client ID, the client secret and the redirect URI'
    },
    OAUTH2_CC: { isRenewable: () => true, isIssued: true, typedSecret: 'client ID and secret', holder: 'client_id' },
    TWO_STEP: { isRenewable: () => true, isIssued: true, typedSecret: 'credentials', hasOwnCodes: true },
    JWT: { isRenewable: () => true, isProbed: true, usesOurClock: true, isCheckedOnImport: true, typedSecret: 'key' },
    SIGNATURE: {
        isRenewable: () => true,
        isProbed: true,
        usesOurClock: true,
        isCheckedOnImport: true,
        typedSecret: 'user name and password',
        holder: 'username'
    },
    BILL: {
        isRenewable: () => true,
        isIssued: true,
        typedSecret: 'credentials',
        hasOwnCodes: true,
        isCheckedOnImport: true,
        holder: 'organization_id'
    },
    API_KEY: { isRenewable: () => false, isCheckedOnImport: true, holder: 'apiKey' },
    BASIC: { isRenewable: () => false, isCheckedOnImport: true, holder: 'username' },
    TBA: { isRenewable: () => false, isCheckedOnImport: true, holder: 'token_id' },
    AWS_SIGV4: { isRenewable: () => true, isIssued: true, typedSecret: 'role and external id', holder: 'role_arn' },
    NONE: { isRenewable: () => false },
    // Of the app's own key and the installation's id.
    APP: { isRenewable: () => true, isSignIn: true, isIssued: true, appSecrets: 'the app id and the private key' },
    // Approved by the end user, but an attacker may write the callback, so that only a check tells.
    INSTALL_PLUGIN: { isRenewable: () => false, isSignIn: true, isCheckedOnImport: true, holder: 'username' },
    // With the refresh token of who installed it.
    CUSTOM: {
        isRenewable: () => true,
        isSignIn: true,
        isIssued: true,
        appSecrets: 'the app id, the private key, the client ID and the client secret'
    },
    MCP_OAUTH2: mcp,
    MCP_OAUTH2_GENERIC: mcp
};

/** Types whose credentials may have a refresh token, which is used once at some providers. */
export const refreshTokenTypes: readonly string[] = Object.entries(traits)
    .filter(([mode, { isGrant }]) => isGrant || mode === 'CUSTOM')
    .map(([mode]) => mode);

/** Whether each connection keeps the client that its sign-in has registered. */
export function registersClients(provider: Provider): boolean {
    return isMcp(provider) && !needsApp(provider);
}

export function credentialTraits({ auth_mode: mode }: Pick<Provider, 'auth_mode'>): CredentialTraits {
    return traits[mode];
}
