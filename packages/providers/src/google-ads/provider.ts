import { google, googleProxy, signInScopes } from '../google/shared.ts';
import { defineProvider } from '../provider.ts';
import mark from './mark.ts';

export default defineProvider({
    ...google,
    id: 'google-ads',
    display_name: 'Google Ads',
    mark,
    categories: ['marketing'],
    aliases: ['adwords', 'advertising', 'campaigns'],
    untranslated: ['Read and change your advertising campaigns'],
    docs: 'https://developers.google.com/google-ads/api/docs/start',
    setup: {
        url: 'https://developers.google.com/google-ads/api/rest/auth',
        text: 'As for Google: enable the Google Ads API and create a client of the type Web application with the redirect URI. Put the developer token of your manager account into integration_config as developer_token.'
    },
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    // https://developers.google.com/google-ads/api/rest/auth
    default_scopes: ['openid', 'email', 'https://www.googleapis.com/auth/adwords'],
    // https://developers.google.com/identity/protocols/oauth2/scopes
    scope_descriptions: { ...signInScopes, 'https://www.googleapis.com/auth/adwords': 'Read and change your advertising campaigns' },
    connection_config: {
        // The operator's own, the same for all connections.
        developer_token: { type: 'string', title: 'Developer token', optional: true, hidden: true, secret: true },
        // Only where the accounts are reached through a manager account; callers may send it, too.
        login_customer_id: {
            type: 'string',
            title: 'Manager account ID',
            example: '1234567890',
            pattern: '^[0-9]{10}$',
            optional: true,
            hidden: true
        }
    },
    proxy: {
        ...googleProxy,
        // https://developers.google.com/google-ads/api/rest/auth
        base_url: 'https://googleads.googleapis.com',
        headers: {
            ...googleProxy.headers,
            'developer-token': '${connectionConfig.developer_token}',
            'login-customer-id': '${connectionConfig.login_customer_id}'
        }
    }
});
