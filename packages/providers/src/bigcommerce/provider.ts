import { defineProvider } from '../provider.ts';
import mark from './mark.ts';

/**
 * By the token of a store's API account. The sign-in for apps begins in BigCommerce's control
 * panel, not with us, and its callback carries no state of ours:
 * https://docs.bigcommerce.com/developer/docs/integrations/apps/guide/auth
 */
export default defineProvider({
    id: 'bigcommerce',
    display_name: 'BigCommerce',
    mark,
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    categories: ['e-commerce'],
    aliases: ['shop', 'store', 'orders'],
    auth_mode: 'API_KEY',
    docs: 'https://developer.bigcommerce.com/docs/api',
    docs_connect: 'https://support.bigcommerce.com/s/article/Store-API-Accounts',
    // https://github.com/bigcommerce/docs/blob/main/docs/start/authentication/api-accounts.mdx
    guide: [
        'In BigCommerce, go to “Settings → Store-level API accounts” and create an account with the scopes it needs.',
        'Copy the access token and paste it here. It is shown only once.',
        'The “API path” ends in the store hash: copy what stands after /stores/.'
    ],
    setup: {
        url: 'https://developer.bigcommerce.com/docs/start/authentication/api-accounts',
        text: 'Nothing to register. End users create a store-level API account under Settings → Store-level API accounts; tell them which OAuth scopes your calls need, with Information & Settings to read among them. Scopes cannot be changed later.'
    },
    credentials: {
        apiKey: { type: 'string', title: 'Token', secret: true, order: 1 }
    },
    connection_config: {
        storeHash: {
            type: 'string',
            title: 'Store hash',
            description: 'In the API path, what stands after /stores/.',
            example: 'hpj4hvw2bb',
            pattern: '^[a-z0-9]{1,32}$',
            order: 2
        }
    },
    untranslated: [
        'In BigCommerce, go to “Settings → Store-level API accounts” and create an account with the scopes it needs.',
        'Copy the access token and paste it here. It is shown only once.',
        'The “API path” ends in the store hash: copy what stands after /stores/.',
        'Store hash',
        'In the API path, what stands after /stores/.'
    ],
    proxy: {
        // https://github.com/bigcommerce/docs/blob/main/docs/start/authentication/api-accounts.mdx
        base_url: 'https://api.bigcommerce.com/stores/${connectionConfig.storeHash}',
        headers: { 'x-auth-token': '${apiKey}', accept: 'application/json' },
        // How long to wait is told in milliseconds, which is not read here:
        // https://docs.bigcommerce.com/developer/docs/overview/api-fundamentals/rate-limits
        retry: { remaining: 'x-rate-limit-requests-left' },
        // Version 2 lists come bare:
        // https://github.com/bigcommerce/docs/blob/main/docs/start/about/common-query-params.mdx
        paginate: {
            type: 'offset',
            response_path: 'data || *',
            offset_name_in_request: 'page',
            offset_start_value: 1,
            offset_calculation_method: 'per-page',
            limit_name_in_request: 'limit',
            limit: 250
        }
    },
    // https://github.com/bigcommerce/docs/blob/main/reference/store_information.v2.yml
    identity: { url: '/v2/store', id: 'id', label: ['name'] }
});
