import { defineProvider } from '../provider.ts';

export default defineProvider({
    id: 'mailchimp',
    display_name: 'Mailchimp',
    categories: ['marketing'],
    aliases: ['email', 'newsletter', 'campaigns', 'intuit'],
    auth_mode: 'OAUTH2',
    docs: 'https://mailchimp.com/developer/marketing/api/',
    setup: {
        url: 'https://mailchimp.com/developer/marketing/guides/access-user-data-oauth-2/',
        text: 'In your Mailchimp account: Profile → Extras → Registered apps → Register An App, with the redirect URI. The client secret is shown only once. Mailchimp has no scopes.'
    },
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    // The vendor's own pages, of which the next ones are parts:
    // https://github.com/mailchimp/fern-marketing-api-docs (skill set-up-oauth); no PKCE in it.
    authorization_url: 'https://login.mailchimp.com/oauth2/authorize',
    token_url: 'https://login.mailchimp.com/oauth2/token',
    disable_pkce: true,
    no_refresh: 'A token lasts until the user takes the access back.',
    proxy: {
        // One address for all accounts, which used to have one by data center each:
        // https://github.com/mailchimp/fern-marketing-api-docs (skill set-up-oauth)
        base_url: 'https://api.mailchimp.com',
        hosts: ['.api.mailchimp.com'],
        headers: { authorization: 'Bearer ${accessToken}' },
        // https://github.com/mailchimp/fern-marketing-api-docs (page methods-and-parameters)
        paginate: {
            type: 'offset',
            response_path: '*',
            offset_name_in_request: 'offset',
            limit_name_in_request: 'count',
            limit: 1000
        }
    },
    // https://github.com/mailchimp/fern-marketing-api-docs (skill set-up-oauth)
    identity: { url: '/3.0/', id: 'account_id', label: ['account_name', 'email'] }
});
