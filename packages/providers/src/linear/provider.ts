import { z } from 'zod';
import { readAccounts } from '../read-accounts.ts';
import { defineProvider } from '../provider.ts';
import mark from './mark.ts';

const organization = z.object({ data: z.object({ organization: z.object({ id: z.string(), name: z.string() }) }) });

export default defineProvider({
    id: 'linear',
    display_name: 'Linear',
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    mark,
    categories: ['ticketing', 'dev-tools'],
    aliases: ['issues', 'projects'],
    auth_mode: 'OAUTH2',
    docs: 'https://linear.app/developers/graphql',
    setup: {
        url: 'https://linear.app/developers/oauth-2-0-authentication',
        text: 'Settings → API → OAuth applications: create one with the redirect URI as callback URL, public if other workspaces are to install it. Linear advises a workspace of its own for it, since every admin there has access.'
    },
    // https://linear.app/developers/oauth-2-0-authentication
    authorization_url: 'https://linear.app/oauth/authorize',
    token_url: 'https://api.linear.app/oauth/token',
    revocation_url: 'https://api.linear.app/oauth/revoke',
    refresh: { rotation: 'strict' },
    // Shows the workspace picker every time. Same page, like the scopes.
    authorization_params: { prompt: 'consent' },
    scope_separator: ',',
    default_scopes: ['read'],
    scope_descriptions: {
        read: 'Read your issues and projects',
        write: 'Create and change issues and projects',
        'issues:create': 'Create issues',
        'comments:create': 'Comment on issues'
    },
    // https://linear.app/developers/webhooks
    webhooks: {
        signature: {
            header: 'linear-signature',
            algorithm: 'sha256',
            encoding: 'hex',
            timestamp: { body: 'webhookTimestamp' },
            timestamp_unit: 'milliseconds',
            tolerance_seconds: 60
        },
        forms: [
            {
                id: [{ header: 'linear-delivery' }],
                type: [{ body: 'type' }],
                account: [{ body: 'organizationId', equals: ['connection_config.organizationId', 'account'] }]
            }
        ]
    },
    proxy: {
        // https://linear.app/developers/graphql
        base_url: 'https://api.linear.app',
        headers: { authorization: 'Bearer ${accessToken}' },
        // Per user and app. Beyond it: 400 with the code RATELIMITED, the reset in epoch
        // milliseconds: https://linear.app/developers/rate-limiting
        rate_limits: { per: 'credentials', windows: [{ requests: 5000, per_seconds: 3600 }] },
        retry: {
            at: 'x-ratelimit-requests-reset',
            remaining: 'x-ratelimit-requests-remaining',
            rate_limited: { status: 400, path: 'errors.0.extensions.code', value: 'RATELIMITED' }
        }
    },
    // https://linear.app/developers/graphql
    async identify({ request }) {
        const response = await request({ method: 'POST', url: '/graphql', body: { query: '{ organization { id name } }' } });
        return readAccounts('Linear', response, organization, ({ data }) => ({ id: data.organization.id, label: data.organization.name }));
    }
});
