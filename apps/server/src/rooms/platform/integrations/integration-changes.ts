import type { ParsedInput, updateIntegration } from '@patchbay/contracts';

export interface IntegrationChanges {
    /** The new one. */
    uniqueKey?: string | undefined;
    displayName?: string | undefined;
    /** A data URL; null: the provider's mark. */
    logo?: string | null | undefined;
    access?: string[] | undefined;
    guide?: string[] | undefined;
    singleAccount?: boolean | undefined;
    forwardWebhooks?: boolean | undefined;
    /** Null takes it away. */
    webhookSecret?: string | null | undefined;
    webhookSecretOverlapMs?: number | undefined;
    enabled?: boolean | undefined;
    allowedBaseUrls?: string[] | undefined;
    config?: Record<string, string> | undefined;
    custom?: Record<string, string> | undefined;
    scopes?: string[] | undefined;
    credentials?:
        | {
              type: 'OAUTH2' | 'OAUTH1' | 'TBA' | 'AWS_SIGV4' | 'MCP_OAUTH2';
              clientId?: string | undefined;
              clientSecret?: string | undefined;
          }
        | {
              type: 'APP' | 'CUSTOM';
              /** Stored as the client id. */
              clientId?: string | undefined;
              link?: string | undefined;
              privateKey?: string | undefined;
              userClientId?: string | undefined;
              userClientSecret?: string | undefined;
          }
        | undefined;
}

/** Also for a new integration, whose body has the same fields and requires more of them. */
export function toChanges({ credentials, ...body }: ParsedInput<typeof updateIntegration>['body']): IntegrationChanges {
    return {
        displayName: body.display_name,
        logo: body.logo,
        access: body.access,
        guide: body.guide,
        singleAccount: body.single_account,
        forwardWebhooks: body.forward_webhooks,
        webhookSecret: body.webhook_secret === undefined ? credentials?.webhook_secret : body.webhook_secret,
        webhookSecretOverlapMs: body.webhook_secret_overlap_seconds === undefined ? undefined : body.webhook_secret_overlap_seconds * 1000,
        enabled: body.enabled,
        allowedBaseUrls: body.allowed_base_urls,
        config: body.integration_config,
        custom: body.custom,
        scopes: (credentials && 'scopes' in credentials ? credentials.scopes : undefined) ?? body.scopes,
        credentials: credentials && toApp(credentials)
    };
}

function toApp(given: NonNullable<ParsedInput<typeof updateIntegration>['body']['credentials']>): IntegrationChanges['credentials'] {
    if (given.type !== 'APP' && given.type !== 'CUSTOM')
        return { type: given.type, clientId: given.client_id, clientSecret: given.client_secret };
    return {
        type: given.type,
        clientId: given.app_id,
        link: given.app_link,
        privateKey: given.private_key,
        userClientId: given.client_id,
        userClientSecret: given.client_secret
    };
}
