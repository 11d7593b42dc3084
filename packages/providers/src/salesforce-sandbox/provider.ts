import { defineProvider } from '../provider.ts';
import salesforce from '../salesforce/provider.ts';

/** An organization's own copy for tests: another sign-in host, else the same. */
export default defineProvider({
    ...salesforce,
    id: 'salesforce-sandbox',
    display_name: 'Salesforce (sandbox)',
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    // https://help.salesforce.com/s/articleView?id=xcloud.remoteaccess_oauth_endpoints.htm
    authorization_url:
        'https://${connectionConfig.hostname}/services/oauth2/authorize || https://test.salesforce.com/services/oauth2/authorize',
    token_url: 'https://${connectionConfig.hostname}/services/oauth2/token || https://test.salesforce.com/services/oauth2/token',
    revocation_url: 'https://${connectionConfig.hostname}/services/oauth2/revoke || https://test.salesforce.com/services/oauth2/revoke'
});
