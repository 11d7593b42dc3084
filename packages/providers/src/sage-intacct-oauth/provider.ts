import { defineProvider } from '../provider.ts';
import mark from '../sage/mark.ts';

export default defineProvider({
    id: 'sage-intacct-oauth',
    display_name: 'Sage Intacct',
    mark,
    certainty: { level: 'documented', checked_on: '2026-11-28' },
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
    refresh: {},
    proxy: {
        // https://developer.sage.com/intacct/docs/developer-portal/getting-started
        base_url: 'https://api.intacct.com/ia/api',
        headers: { authorization: 'Bearer ${accessToken}', accept: 'application/json' },
        // At most 100 come, with their IDs alone:
        // https://developer.sage.com/intacct/docs/openapi/co/company-config.location/tag/Locations
        verification: { method: 'GET', endpoints: ['/v1/objects/company-config/location'] }
    }
});
