import { defineProvider } from '../provider.ts';
import mark from './mark.ts';

export default defineProvider({
    id: 'aircall',
    display_name: 'Aircall',
    mark,
    categories: ['communication', 'support'],
    aliases: ['phone', 'calls', 'voip', 'call center'],
    auth_mode: 'OAUTH2',
    untranslated: ['Read and change the calls, contacts and users of your Aircall account'],
    docs: 'https://developer.aircall.io/api-references/',
    setup: {
        url: 'https://developer.aircall.io/tutorials/how-aircall-oauth-flow-works',
        text: 'Apply as a technology partner of Aircall. With the approval come client ID and client secret; give Aircall the redirect URI and an install address that begins the sign-in.'
    },
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    // https://developer.aircall.io/tutorials/how-aircall-oauth-flow-works
    authorization_url: 'https://dashboard.aircall.io/oauth/authorize',
    // As JSON, in the vendor's own example: https://github.com/aircall/partner-example-app
    token_url: 'https://api.aircall.io/v1/oauth/token',
    body_format: 'json',
    disable_pkce: true,
    default_scopes: ['public_api'],
    scope_descriptions: { public_api: 'Read and change the calls, contacts and users of your Aircall account' },
    // Step 5 of https://developer.aircall.io/tutorials/how-aircall-oauth-flow-works
    no_refresh: 'Aircall issues a permanent token.',
    proxy: {
        // https://developer.aircall.io/docs/your-first-api-call
        base_url: 'https://api.aircall.io',
        headers: { authorization: 'Bearer ${accessToken}' },
        // https://developer.aircall.io/api-references/
        verification: { method: 'GET', endpoints: ['/v1/ping'] },
        retry: { at: 'x-aircallapi-reset', remaining: 'x-aircallapi-remaining' },
        // At most 10,000 items: https://support.aircall.io/en-gb/articles/34702023578397
        paginate: {
            type: 'link',
            response_path: '*',
            link_path_in_response_body: 'meta.next_page_link',
            limit_name_in_request: 'per_page',
            limit: 50
        }
    }
});
