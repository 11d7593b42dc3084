import { z } from 'zod';
import { readAccounts } from '../read-accounts.ts';
import { defineProvider } from '../provider.ts';
import mark from './mark.ts';
import { unexpectedRevocationResponse, readRevocationResponse } from '../read-revocation-response.ts';

/** Zendesk answers an anonymous user, without an id, where the token does not count. */
const me = z.object({ user: z.object({ id: z.number().nullable() }) });
const token = z.object({ token: z.object({ id: z.number() }) });

export default defineProvider({
    id: 'zendesk',
    display_name: 'Zendesk',
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    mark,
    categories: ['support', 'ticketing'],
    aliases: ['helpdesk', 'tickets'],
    auth_mode: 'OAUTH2',
    docs: 'https://developer.zendesk.com/api-reference/',
    docs_connect: 'https://support.zendesk.com/hc/en-us/articles/4409381383578-Where-can-I-find-my-Zendesk-subdomain-',
    // https://support.zendesk.com/hc/en-us/articles/4409381383578-Where-can-I-find-my-Zendesk-subdomain-
    guide: [
        'Sign in to Zendesk and copy the address of the page, such as https://acme.zendesk.com/agent.',
        'Paste it here. Only its first part is kept.'
    ],
    setup: {
        url: 'https://developer.zendesk.com/documentation/apps/publish-your-app-or-theme/global_oauth_intro/',
        text: 'Admin Center → Apps and integrations → APIs → OAuth clients: add a confidential client with the redirect URI. It serves your own account only; for customers, have Zendesk turn it into a global OAuth client.'
    },
    // https://support.zendesk.com/hc/en-us/articles/4408845965210
    authorization_url: 'https://${connectionConfig.subdomain}.zendesk.com/oauth/authorizations/new',
    token_url: 'https://${connectionConfig.subdomain}.zendesk.com/oauth/tokens',
    // Between 5 minutes and 2 days, in seconds; without it a token may have no end:
    // https://developer.zendesk.com/api-reference/ticketing/oauth/grant_type_tokens/
    token_params: { expires_in: '1800' },
    refresh_params: { expires_in: '1800' },
    // A refresh deletes the old pair: https://support.zendesk.com/hc/en-us/articles/9182123625370
    refresh: { rotation: 'strict' },
    revocation_ends: 'grant',
    default_scopes: ['read'],
    scope_descriptions: { read: 'Read tickets, users and settings', write: 'Create and change tickets and users' },
    connection_config: {
        subdomain: {
            type: 'string',
            title: 'Subdomain',
            description: 'The first part of your Zendesk address.',
            example: 'acme',
            pattern: '^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$',
            prefix: 'https://',
            suffix: '.zendesk.com'
        }
    },
    // https://developer.zendesk.com/documentation/webhooks/verifying/,
    // https://developer.zendesk.com/documentation/webhooks/anatomy-of-a-webhook-request/. The
    // tolerance is not Zendesk's: it only keeps out what is sent again later.
    webhooks: {
        signature: {
            header: 'x-zendesk-webhook-signature',
            algorithm: 'sha256',
            encoding: 'base64',
            signed: '{timestamp}{body}',
            timestamp: { header: 'x-zendesk-webhook-signature-timestamp' },
            timestamp_unit: 'iso8601',
            tolerance_seconds: 300
        },
        forms: [
            {
                id: [{ header: 'x-zendesk-webhook-invocation-id' }],
                type: [{ body: 'type' }],
                account: [{ query: 'connection_id', equals: ['connection_id'] }]
            }
        ]
    },
    proxy: {
        // https://developer.zendesk.com/api-reference/introduction/requests/
        base_url: 'https://${connectionConfig.subdomain}.zendesk.com',
        headers: { authorization: 'Bearer ${accessToken}' },
        // https://developer.zendesk.com/api-reference/introduction/rate-limits/
        retry: { after: 'retry-after', remaining: 'x-rate-limit-remaining' },
        // https://developer.zendesk.com/api-reference/introduction/pagination/#cursor-pagination
        paginate: {
            type: 'cursor',
            response_path: '*',
            cursor_path_in_response: 'meta.after_cursor',
            cursor_name_in_request: 'page[after]',
            limit_name_in_request: 'page[size]',
            limit: 100
        }
    },
    // The account is the subdomain: colleagues may take turns at reconnecting it.
    // https://developer.zendesk.com/api-reference/ticketing/users/users/#show-self
    async identify({ connectionConfig: { subdomain }, request }) {
        return readAccounts('Zendesk', await request({ url: '/api/v2/users/me.json' }), me, ({ user }) =>
            user.id === null || typeof subdomain !== 'string' ? undefined : { id: subdomain, label: `${subdomain}.zendesk.com` }
        );
    },
    // By its id:
    // https://developer.zendesk.com/documentation/api-basics/authentication/revoking-oauth-token
    async revoke({ request }) {
        const response = await request({ url: '/api/v2/oauth/tokens/current.json' });
        const current = token.safeParse(response.json).data;
        if (!current) return unexpectedRevocationResponse('Zendesk', response);
        return readRevocationResponse('Zendesk', await request({ method: 'DELETE', url: `/api/v2/oauth/tokens/${current.token.id}.json` }));
    }
});
