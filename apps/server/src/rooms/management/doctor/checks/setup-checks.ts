import type { Check, IntegrationFacts } from '../facts.ts';

/** Scopes that stand for refresh tokens, by the names that vendors give them. */
const offlineScopes = ['offline_access', 'offline', 'refresh_token'];

/** What an integration's own rows tell. */
export const setupChecks: readonly Check<IntegrationFacts>[] = [
    {
        code: 'encryption_key_missing',
        find({ hasReadableSecrets, opened: { count, unreadable } }) {
            const evidence = [
                ...(hasReadableSecrets ? [] : ['The secrets of the integration were sealed with a key that is not there.']),
                ...(unreadable > 0 ? [`So were the credentials of ${unreadable} of ${count} connections that were tried.`] : [])
            ];
            return evidence.length > 0 ? evidence : undefined;
        }
    },
    {
        code: 'integration_frozen',
        find: ({ row }) => (row.freeze_id === null ? undefined : [`By the freeze ${row.freeze_id}.`])
    },
    {
        code: 'integration_switched_off',
        find: ({ row, connections }) =>
            row.enabled || connections.length === 0 ? undefined : ['`enabled` is false: nothing goes in or out through it.']
    },
    {
        code: 'integration_not_offered',
        find({ row, connections, sessions }) {
            const allows = ({ allowed_integrations: allowed }: (typeof sessions)[number]) =>
                allowed.length === 0 || allowed.includes(row.unique_key);
            // Older sessions could not have named it.
            const later = sessions.filter(({ created_at: at }) => at >= row.created_at);
            if (!row.enabled || connections.length > 0 || later.length === 0 || later.some(allows)) return undefined;
            return [`Of ${later.length} sessions since it was made none allows it, and it has no connection.`];
        }
    },
    {
        code: 'sandbox_in_production',
        find: ({ isProduction, provider }) => (isProduction && provider.sandbox === true ? [`Its provider is ${provider.id}.`] : undefined)
    },
    {
        code: 'offline_scope_missing',
        find({ provider, row }) {
            const usual = ('default_scopes' in provider && provider.default_scopes) || [];
            const missing = usual.filter((scope) => offlineScopes.includes(scope) && !row.scopes.includes(scope));
            return missing.length > 0 ? [`The integration does not ask for ${missing.join(', ')}.`] : undefined;
        }
    },
    {
        code: 'refresh_token_missing',
        find: ({ opened: { count, withoutRefreshToken } }) =>
            withoutRefreshToken > 0
                ? [
                      `Of ${count} connections that were looked at, ${withoutRefreshToken} have an access token that expires, and nothing to renew it.`
                  ]
                : undefined
    },
    {
        code: 'webhook_secret_missing',
        find({ provider, hasWebhookSecret, hasReadableSecrets, webhooks }) {
            const refused = refusedWebhooks(webhooks);
            if (!provider.webhooks || hasWebhookSecret || !hasReadableSecrets || refused === 0) return undefined;
            return [`${refused} of the last 7 days were refused.`];
        }
    },
    {
        code: 'webhook_signatures_refused',
        find({ hasWebhookSecret, webhooks }) {
            const refused = refusedWebhooks(webhooks);
            const accepted = webhooks.accepted ?? 0;
            if (!hasWebhookSecret || refused === 0 || refused < accepted) return undefined;
            return [`Of the last 7 days: ${refused} refused for their signature, ${accepted} accepted.`];
        }
    }
];

function refusedWebhooks(webhooks: IntegrationFacts['webhooks']): number {
    return (webhooks.invalid_signature ?? 0) + (webhooks.missing_signature ?? 0) + (webhooks.stale ?? 0);
}
