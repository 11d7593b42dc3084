import type { getProvider, updateIntegration } from '@patchbay/contracts';
import type { CallInput, SuccessOut } from '@patchbay/contracts/dashboard';
import type { Integration } from '../IntegrationPage.tsx';

export type ProviderOfForm = Pick<
    SuccessOut<typeof getProvider>['data'],
    'default_scopes' | 'scope_descriptions' | 'connection_config' | 'webhooks'
>;

/** What is typed into the form of an integration. */
export interface Draft {
    name: string;
    clientId: string;
    /** Empty: it stays. */
    clientSecret: string;
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
export function changesOf(draft: Draft, read: Integration): CallInput<typeof updateIntegration>['body'] {
    const before = draftOf(read);
    const credentials = {
        ...(isNewClient(draft, read) && { client_id: draft.clientId }),
        ...(draft.clientSecret !== '' && { client_secret: draft.clientSecret })
    };
    return {
        ...(draft.name !== before.name && { display_name: draft.name }),
        ...(Object.keys(credentials).length > 0 && { credentials: { type: 'OAUTH2', ...credentials } }),
        ...(!sameScopes(draft.scopes, read.scopes) && { scopes: [...draft.scopes] }),
        ...(Object.keys(draft.preset).length > 0 && { integration_config: draft.preset }),
        ...(draft.webhookSecret !== '' && { webhook_secret: draft.webhookSecret }),
        ...(draft.isEnabled !== before.isEnabled && { enabled: draft.isEnabled }),
        ...(draft.forwards !== before.forwards && { forward_webhooks: draft.forwards }),
        ...(draft.isSingle !== before.isSingle && { single_account: draft.isSingle })
    };
}
