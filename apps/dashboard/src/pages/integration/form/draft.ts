import type { getProvider, updateIntegration } from '@patchbay/contracts';
import type { CallInput, SuccessOut } from '@patchbay/contracts/dashboard';
import type { Integration } from '../IntegrationPage.tsx';

export type ProviderOfForm = Pick<
    SuccessOut<typeof getProvider>['data'],
    'auth_mode' | 'default_scopes' | 'scope_descriptions' | 'connection_config' | 'webhooks'
>;

/** What is typed into the form of an integration. */
export interface Draft {
    name: string;
    clientId: string;
    /** Empty: it stays. */
    clientSecret: string;
    /** Of an app that is installed. Empty: they stay. */
    appLink: string;
    privateKey: string;
    userClientId: string;
    scopes: readonly string[];
    /** Empty: they stay. */
    preset: Readonly<Record<string, string>>;
    /** Empty: it stays. */
    webhookSecret: string;
    isEnabled: boolean;
    forwards: boolean;
    isSingle: boolean;
}

export interface FormParts {
    draft: Draft;
    set: (changes: Partial<Draft>) => void;
    /** As the form began. */
    read: Integration;
    /** As it is by now. */
    now: Integration;
    provider: ProviderOfForm;
    error: unknown;
}

export function draftOf(read: Integration): Draft {
    return {
        name: read.display_name,
        clientId: read.oauth_app?.client_id ?? '',
        clientSecret: '',
        appLink: '',
        privateKey: '',
        userClientId: '',
        scopes: read.scopes ?? [],
        preset: {},
        webhookSecret: '',
        isEnabled: read.enabled ?? true,
        forwards: read.forward_webhooks,
        isSingle: read.single_account
    };
}

export function sameScopes(a: readonly string[], b: readonly string[] = []): boolean {
    return a.toSorted().join(' ') === b.toSorted().join(' ');
}

export function isNewClient({ clientId }: Draft, { oauth_app: app }: Integration): boolean {
    return app !== undefined && clientId !== app.client_id;
}

/** What the draft changes, and nothing else. */
export function changesOf(draft: Draft, read: Integration, mode: ProviderOfForm['auth_mode']): CallInput<typeof updateIntegration>['body'] {
    const before = draftOf(read);
    const credentials = isInstalled(mode) ? changesOfInstalledApp(draft, read, mode) : changesOfOAuthApp(draft, read, mode);
    return {
        ...(draft.name !== before.name && { display_name: draft.name }),
        ...(credentials && { credentials }),
        ...(!sameScopes(draft.scopes, read.scopes) && { scopes: [...draft.scopes] }),
        ...(Object.keys(draft.preset).length > 0 && { integration_config: draft.preset }),
        ...(draft.webhookSecret !== '' && { webhook_secret: draft.webhookSecret }),
        ...(draft.isEnabled !== before.isEnabled && { enabled: draft.isEnabled }),
        ...(draft.forwards !== before.forwards && { forward_webhooks: draft.forwards }),
        ...(draft.isSingle !== before.isSingle && { single_account: draft.isSingle })
    };
}

/** Types whose app has a client ID and a secret, and no scopes. */
export function isOtherClient(mode: ProviderOfForm['auth_mode']): mode is 'OAUTH1' | 'TBA' | 'AWS_SIGV4' {
    return mode === 'OAUTH1' || mode === 'TBA' || mode === 'AWS_SIGV4';
}

/** Types whose app owners of accounts install. */
export function isInstalled(mode: ProviderOfForm['auth_mode']): mode is 'APP' | 'CUSTOM' {
    return mode === 'APP' || mode === 'CUSTOM';
}

function changesOfOAuthApp(draft: Draft, read: Integration, mode: ProviderOfForm['auth_mode']) {
    if (!isNewClient(draft, read) && draft.clientSecret === '') return undefined;
    return {
        type: isOtherClient(mode) || mode === 'MCP_OAUTH2' ? mode : ('OAUTH2' as const),
        ...(isNewClient(draft, read) && { client_id: draft.clientId }),
        ...(draft.clientSecret !== '' && { client_secret: draft.clientSecret })
    };
}

function changesOfInstalledApp(draft: Draft, read: Integration, type: 'APP' | 'CUSTOM') {
    const { appLink, privateKey, userClientId, clientSecret } = draft;
    if (!isNewClient(draft, read) && [appLink, privateKey, userClientId, clientSecret].every((text) => text === '')) return undefined;
    return {
        type,
        ...(isNewClient(draft, read) && { app_id: draft.clientId }),
        ...(appLink !== '' && { app_link: appLink }),
        ...(privateKey !== '' && { private_key: privateKey }),
        ...(userClientId !== '' && { client_id: userClientId }),
        ...(clientSecret !== '' && { client_secret: clientSecret })
    };
}
