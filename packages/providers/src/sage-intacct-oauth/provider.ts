import { defineProvider } from '../provider.ts';
import mark from '../sage/mark.ts';

export default defineProvider({
    id: 'sage-intacct-oauth',
    display_name: 'Sage Intacct',
    mark,
    certainty: { level: 'assumed', checked_on: '2026-11-28' },
    categories: ['accounting'],
    aliases: ['sage', 'intacct', 'erp'],
    auth_mode: 'OAUTH2',
    docs: 'https://developer.sage.com/intacct/docs/developer-portal/getting-started',
    setup: {
        url: 'https://developer.sage.com/intacct/docs/developer-portal/guides/oauth2',
        text: 'In the Sage developer console create an application for Sage Intacct with the redirect URI, with client scope Production. It needs a web services subscription; each company authorizes your sender ID or signs in as its admin.'
    },
    // https://developer.sage.com/intacct/docs/developer-portal/guides/oauth2
    authorization_url: 'https://api.intacct.com/ia/api/v1/oauth2/authorize',
    token_url: 'https://api.intacct.com/ia/api/v1/oauth2/token',
    // For clients without a secret only. Same page.
    disable_pkce: true,
    // Not documented: how long a refresh token lasts, and whether a refresh replaces it.
    refresh: {},
    proxy: {
        // https://developer.sage.com/intacct/docs/developer-portal/getting-started
        base_url: 'https://api.intacct.com/ia/api',
        headers: { authorization: 'Bearer ${accessToken}', accept: 'application/json' },
        // Not documented: that every user may list the locations.
        verification: { method: 'GET', endpoints: ['/v1/objects/company-config/location?size=1'] }
    }
});
