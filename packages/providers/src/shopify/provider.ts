import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { readAccounts } from '../read-accounts.ts';
import { defineProvider } from '../provider.ts';
import mark from './mark.ts';

const shop = z.object({ data: z.object({ shop: z.object({ id: z.string(), name: z.string() }) }) });

export default defineProvider({
    id: 'shopify',
    display_name: 'Shopify',
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    mark,
    categories: ['e-commerce'],
    aliases: ['shop', 'store', 'orders'],
    auth_mode: 'OAUTH2',
    docs: 'https://shopify.dev/docs/api',
    // Linked where Shopify's command line asks for it:
    // https://shopify.dev/docs/storefronts/themes/tools/cli/cli-2/commands
    docs_connect: 'https://help.shopify.com/manual/domains',
    // https://help.shopify.com/manual/domains
    guide: [
        'In Shopify, go to “Settings → Domains”.',
        'Copy the address that ends in myshopify.com and paste it here. Only its first part is kept.'
    ],
    setup: {
        url: 'https://shopify.dev/docs/apps/build/dev-dashboard/create-apps-using-dev-dashboard',
        text: 'Dev Dashboard → Apps → Create app: release a version with the scopes and the redirect URI, then copy client ID and secret from Settings.'
    },
    // https://shopify.dev/docs/apps/build/authentication-authorization/access-tokens/authorization-code-grant
    authorization_url: 'https://${connectionConfig.subdomain}.myshopify.com/admin/oauth/authorize',
    token_url: 'https://${connectionConfig.subdomain}.myshopify.com/admin/oauth/access_token',
    // Tokens that end after an hour, with a refresh token: required of public apps,
    // https://shopify.dev/docs/apps/build/security/credentials-and-data/use-expiring-offline-access-tokens
    token_params: { expiring: '1' },
    // The old one works until the new one is first used, for 30 days at most; both end after 90
    // days:
    // https://shopify.dev/changelog/more-resilient-refreshes-for-expiring-offline-access-tokens
    refresh: { rotation: 'grace', grace_seconds: 2_592_000, idle_hours: 2160 },
    scope_separator: ',',
    disable_pkce: true,
    default_scopes: ['read_products'],
    // https://shopify.dev/docs/api/usage/access-scopes
    scope_descriptions: {
        read_products: 'Read products',
        write_products: 'Create and change products',
        read_orders: 'Read orders of the last 60 days',
        read_customers: 'Read customers'
    },
    connection_config: {
        subdomain: {
            type: 'string',
            title: 'Store name',
            description: 'The first part of the address that ends in myshopify.com.',
            example: 'acme',
            pattern: '^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$',
            prefix: 'https://',
            suffix: '.myshopify.com'
        }
    },
    // https://shopify.dev/docs/apps/build/webhooks/verify-deliveries,
    // https://shopify.dev/docs/apps/build/webhooks/ignore-duplicates
    webhooks: {
        secret: 'client_secret',
        signature: { header: 'x-shopify-hmac-sha256', algorithm: 'sha256', encoding: 'base64' },
        forms: [
            {
                // Two topics may tell of one event.
                id: [{ header: 'x-shopify-event-id' }, { header: 'x-shopify-topic' }],
                type: [{ header: 'x-shopify-topic' }],
                account: [{ header: 'x-shopify-shop-domain', suffix: '.myshopify.com', equals: ['connection_config.subdomain'] }]
            }
        ]
    },
    proxy: {
        // https://shopify.dev/docs/apps/build/authentication-authorization/access-tokens
        base_url: 'https://${connectionConfig.subdomain}.myshopify.com',
        headers: { 'x-shopify-access-token': '${accessToken}' },
        // https://shopify.dev/docs/api/admin-rest/usage/rate-limits
        retry: { after: 'retry-after' },
        // The REST API's: https://shopify.dev/docs/api/admin-rest/usage/pagination
        paginate: {
            type: 'link',
            response_path: '*',
            link_rel_in_response_header: 'next',
            limit_name_in_request: 'limit',
            limit: 250
        }
    },
    fromCallback({ query, clientSecret, connectionConfig: { subdomain } }) {
        if (!isSigned(query, clientSecret)) return { reject: 'state_mismatch', message: 'The response was not signed by Shopify.' };
        if (typeof subdomain !== 'string' || query.shop !== `${subdomain}.myshopify.com`) {
            return { reject: 'state_mismatch', message: 'The response came from another store.' };
        }
        return {};
    },
    // Versions live for a year and then fall forward:
    // https://shopify.dev/docs/api/usage/versioning,
    // https://shopify.dev/docs/api/admin-graphql/latest/queries/shop
    async identify({ request }) {
        const response = await request({ method: 'POST', url: '/admin/api/2026-01/graphql.json', body: { query: '{ shop { id name } }' } });
        return readAccounts('Shopify', response, shop, ({ data }) => ({ id: data.shop.id, label: data.shop.name }));
    }
});

/**
 * All parameters but `hmac`, sorted by name, signed with the app's secret. Same page as above,
 * "Verify the installation request".
 */
function isSigned({ hmac = '', ...signed }: Readonly<Record<string, string>>, clientSecret: string): boolean {
    const sorted = Object.entries(signed).toSorted(([a], [b]) => (a < b ? -1 : 1));
    const expected = createHmac('sha256', clientSecret).update(new URLSearchParams(sorted).toString()).digest();
    const given = Buffer.from(hmac, 'hex');
    return given.length === expected.length && timingSafeEqual(given, expected);
}
