import { z } from 'zod';
import { readAccounts } from '../read-accounts.ts';
import { defineProvider } from '../provider.ts';
import mark from './mark.ts';

const me = z.object({ app: z.object({ id_code: z.string(), name: z.string() }) });

export default defineProvider({
    id: 'intercom',
    display_name: 'Intercom',
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    mark,
    categories: ['support', 'communication'],
    aliases: ['helpdesk', 'chat'],
    auth_mode: 'OAUTH2',
    docs: 'https://developers.intercom.com/docs/references/rest-api/api.intercom.io',
    docs_connect: 'https://www.intercom.com/help/en/articles/6124430-regional-data-hosting',
    // https://developers.intercom.com/docs/build-an-integration/learn-more/authentication/setting-up-oauth
    guide: [
        'Sign in to Intercom and look at the address of the page.',
        'If it begins with app.eu.intercom.com, choose Europe. If it begins with app.au.intercom.com, choose Australia.',
        'Otherwise, leave United States.'
    ],
    setup: {
        url: 'https://developers.intercom.com/docs/build-an-integration/learn-more/authentication/setting-up-oauth',
        text: 'Developer Hub → your app → Authentication: tick Use OAuth, add the redirect URI (https only) and tick the permissions, Read admins among them. They take the place of scopes.'
    },
    // https://developers.intercom.com/docs/build-an-integration/learn-more/authentication/setting-up-oauth
    // A workspace is found in its own region only; the token's address is the same for all. Same
    // page.
    authorization_url: 'https://app.${connectionConfig.region}.intercom.com/oauth || https://app.intercom.com/oauth',
    token_url: 'https://api.intercom.io/auth/eagle/token',
    disable_pkce: true,
    no_refresh: 'A token lasts until the app is uninstalled.',
    connection_config: {
        // https://developers.intercom.com/docs/build-an-integration/learn-more/rest-apis#regional-endpoints
        region: {
            type: 'string',
            title: 'Data region',
            description: 'Where Intercom hosts your workspace.',
            enum: ['eu', 'au'],
            enum_labels: { '': 'United States', eu: 'Europe', au: 'Australia' },
            optional: true
        }
    },
    // https://developers.intercom.com/docs/webhooks/webhook-notifications,
    // https://developers.intercom.com/docs/references/webhooks/webhook-models
    webhooks: {
        secret: 'client_secret',
        signature: { header: 'x-hub-signature', prefix: 'sha1=', algorithm: 'sha1', encoding: 'hex' },
        forms: [
            {
                id: [{ body: 'id' }],
                type: [{ body: 'topic' }],
                account: [{ body: 'app_id', equals: ['connection_config.app_id', 'account'] }]
            }
        ]
    },
    proxy: {
        // https://developers.intercom.com/docs/build-an-integration/learn-more/rest-apis#regional-endpoints
        base_url: 'https://api.${connectionConfig.region}.intercom.io || https://api.intercom.io',
        // https://developers.intercom.com/docs/build-an-integration/learn-more/rest-apis/update-your-api-version
        headers: { authorization: 'Bearer ${accessToken}', accept: 'application/json', 'intercom-version': '2.14' },
        // https://developers.intercom.com/docs/references/rest-api/errors/rate-limiting
        retry: { at: 'x-ratelimit-reset', remaining: 'x-ratelimit-remaining' },
        // https://developers.intercom.com/docs/build-an-integration/learn-more/rest-apis/pagination-cursor
        paginate: {
            type: 'cursor',
            response_path: '*',
            cursor_path_in_response: 'pages.next.starting_after',
            cursor_name_in_request: 'starting_after',
            limit_name_in_request: 'per_page',
            limit: 150
        }
    },
    // Needs the permission Read admins:
    // https://developers.intercom.com/docs/references/2.14/rest-api/api.intercom.io/admins/identifyadmin
    async identify({ request }) {
        return readAccounts('Intercom', await request({ url: '/me' }), me, ({ app }) => ({ id: app.id_code, label: app.name }));
    }
});
