import { defineProvider } from '../provider.ts';

export default defineProvider({
    id: 'klaviyo-oauth',
    display_name: 'Klaviyo',
    categories: ['marketing'],
    aliases: ['email', 'sms', 'newsletter', 'campaigns'],
    auth_mode: 'OAUTH2',
    untranslated: [
        'Know which Klaviyo account you use',
        'Read the profiles of your customers',
        'Create and change the profiles of your customers',
        'Read your lists',
        'Create and change your lists',
        'Read what your customers do',
        'Record what your customers do',
        'Read your campaigns'
    ],
    docs: 'https://developers.klaviyo.com/en/reference/api_overview',
    setup: {
        url: 'https://developers.klaviyo.com/en/docs/create_a_public_oauth_app',
        text: 'In Klaviyo: Integrations → Developers → Manage apps → Create app, with the redirect URI and the scopes, accounts:read among them. Needs the role Owner, Admin or Manager.'
    },
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    // https://developers.klaviyo.com/en/docs/set_up_oauth
    authorization_url: 'https://www.klaviyo.com/oauth/authorize',
    token_url: 'https://a.klaviyo.com/oauth/token',
    revocation_url: 'https://a.klaviyo.com/oauth/revoke',
    authorization_method: 'header',
    refresh: {},
    default_scopes: ['accounts:read'],
    scope_descriptions: {
        'accounts:read': 'Know which Klaviyo account you use',
        'profiles:read': 'Read the profiles of your customers',
        'profiles:write': 'Create and change the profiles of your customers',
        'lists:read': 'Read your lists',
        'lists:write': 'Create and change your lists',
        'events:read': 'Read what your customers do',
        'events:write': 'Record what your customers do',
        'campaigns:read': 'Read your campaigns'
    },
    proxy: {
        // https://developers.klaviyo.com/en/reference/api_overview,
        // https://developers.klaviyo.com/.well-known/skills/klaviyo-migrate-oauth/references/api-calls.md
        base_url: 'https://a.klaviyo.com',
        headers: { authorization: 'Bearer ${accessToken}', accept: 'application/vnd.api+json', revision: '2026-10-15' },
        // Each endpoint has its own, counted by the app and the account:
        // https://developers.klaviyo.com/en/docs/rate_limits_and_error_handling
        retry: { after: 'retry-after', remaining: 'ratelimit-remaining' },
        // https://github.com/klaviyo/klaviyo-api-node#cursor-based-pagination
        paginate: { type: 'link', response_path: 'data', link_path_in_response_body: 'links.next' }
    },
    // The account comes as a list of one; then what an account has:
    // https://developers.klaviyo.com/en/reference/get_accounts,
    // https://developers.klaviyo.com/en/reference/get_account
    identity: {
        url: '/api/accounts',
        list: 'data',
        id: 'id',
        label: ['attributes.contact_information.organization_name', 'attributes.contact_information.default_sender_email']
    }
});
