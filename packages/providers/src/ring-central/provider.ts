import { defineProvider } from '../provider.ts';

export default defineProvider({
    id: 'ring-central',
    display_name: 'RingCentral',
    categories: ['communication'],
    aliases: ['ringcentral', 'phone', 'calls', 'voip', 'sms', 'fax'],
    auth_mode: 'OAUTH2',
    docs: 'https://developers.ringcentral.com/api-reference',
    setup: {
        url: 'https://developers.ringcentral.com/guide/authentication/auth-code-flow',
        text: 'RingCentral Developer Console → Register App → REST API app that signs in by the authorization code flow: add the redirect URI and the app scopes, Read Accounts among them. The app scopes take the place of OAuth scopes.'
    },
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    // https://developers.ringcentral.com/guide/authentication/auth-code-flow
    authorization_url: 'https://platform.ringcentral.com/restapi/oauth/authorize',
    token_url: 'https://platform.ringcentral.com/restapi/oauth/token',
    authorization_method: 'header',
    // Good for one use within 7 days:
    // https://developers.ringcentral.com/guide/authentication/refresh-tokens
    refresh: { rotation: 'strict', idle_hours: 168 },
    proxy: {
        // https://developers.ringcentral.com/guide/authentication/auth-code-flow
        base_url: 'https://platform.ringcentral.com',
        headers: { authorization: 'Bearer ${accessToken}' },
        // Counted by the user and the app for each group of the API, which only the headers name:
        // https://developers.ringcentral.com/guide/basics/rate-limits
        retry: { after: 'retry-after', remaining: 'x-rate-limit-remaining' }
    },
    // Needs the app scope Read Accounts:
    // https://ringcentral-api-docs.readthedocs.io/en/latest/account_extension/
    identity: { url: '/restapi/v1.0/account/~/extension/~', id: 'id', label: ['name', 'contact.email', 'extensionNumber'] }
});
