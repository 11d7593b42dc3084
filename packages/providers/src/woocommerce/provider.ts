import { defineProvider } from '../provider.ts';

export default defineProvider({
    id: 'woocommerce',
    display_name: 'WooCommerce',
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    categories: ['e-commerce'],
    aliases: ['shop', 'store', 'orders', 'wordpress'],
    auth_mode: 'BASIC',
    docs: 'https://woocommerce.github.io/woocommerce-rest-api-docs/',
    docs_connect: 'https://woocommerce.com/document/woocommerce-rest-api/',
    // https://woocommerce.com/document/woocommerce-rest-api/,
    // https://developer.woocommerce.com/docs/apis/rest-api/authentication/
    guide: [
        'In WordPress, go to “WooCommerce → Settings → Advanced → REST API”.',
        'Click “Add Key”, name the key, choose a user and the permissions, and click “Generate API Key”.',
        'Copy the consumer key and the consumer secret and paste them here. They are shown only once.'
    ],
    setup: {
        url: 'https://developer.woocommerce.com/docs/apis/rest-api/authentication/',
        text: 'Nothing to register. End users create a key in WordPress under WooCommerce → Settings → Advanced → REST API; tell them whether your calls read, write or both. The permalinks of the store must not be “Plain”.'
    },
    // https://woocommerce.github.io/woocommerce-rest-api-docs/#authentication-over-https
    credentials: {
        username: {
            type: 'string',
            title: 'Consumer key',
            example: 'ck_…',
            pattern: '^ck_[A-Za-z0-9]+$',
            pattern_level: 'warn',
            order: 1
        },
        password: {
            type: 'string',
            title: 'Consumer secret',
            example: 'cs_…',
            pattern: '^cs_[A-Za-z0-9]+$',
            pattern_level: 'warn',
            secret: true,
            order: 2
        }
    },
    // WooCommerce is installed on a host of the merchant's own, often below a path.
    connection_config: {
        storeURL: {
            type: 'string',
            title: 'Store address',
            description: 'Where the store is reached, without the last slash.',
            example: 'https://shop.example.com',
            format: 'uri'
        }
    },
    untranslated: [
        'In WordPress, go to “WooCommerce → Settings → Advanced → REST API”.',
        'Click “Add Key”, name the key, choose a user and the permissions, and click “Generate API Key”.',
        'Copy the consumer key and the consumer secret and paste them here. They are shown only once.',
        'Consumer key',
        'Consumer secret',
        'Store address',
        'Where the store is reached, without the last slash.'
    ],
    proxy: {
        // https://woocommerce.github.io/woocommerce-rest-api-docs/#introduction
        base_url: '${connectionConfig.storeURL}',
        headers: { authorization: 'Basic ${base64(${username}:${password})}' },
        // A key acts as its user, who may be allowed to see one of the two lists only. Same page.
        verification: { method: 'GET', endpoints: ['/wp-json/wc/v3/products?per_page=1', '/wp-json/wc/v3/orders?per_page=1'] },
        // https://woocommerce.github.io/woocommerce-rest-api-docs/#pagination,
        // https://developer.wordpress.org/rest-api/using-the-rest-api/pagination/
        paginate: { type: 'link', link_rel_in_response_header: 'next', limit_name_in_request: 'per_page', limit: 100 }
    }
});
