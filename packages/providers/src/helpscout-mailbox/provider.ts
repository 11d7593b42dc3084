import { defineProvider } from '../provider.ts';
import mark from './mark.ts';

export default defineProvider({
    id: 'helpscout-mailbox',
    display_name: 'Help Scout',
    mark,
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    categories: ['support'],
    aliases: ['helpscout', 'helpdesk', 'inbox', 'mailbox'],
    auth_mode: 'OAUTH2',
    docs: 'https://developer.helpscout.com/mailbox-api/',
    setup: {
        url: 'https://developer.helpscout.com/mailbox-api/overview/authentication',
        text: 'Your Profile → My apps → Create My App: enter the redirect URI as redirection URL. It shows the App ID and the App secret. Connections may do what the role of their user may; there are no scopes.'
    },
    // https://developer.helpscout.com/mailbox-api/overview/authentication
    authorization_url: 'https://secure.helpscout.net/authentication/authorizeClientApplication',
    token_url: 'https://api.helpscout.net/v2/oauth2/token',
    disable_pkce: true,
    // An access token lasts two days. Same page.
    refresh: {},
    // https://developer.helpscout.com/mailbox-api/overview/authentication
    identity: { url: '/v2/users/me', id: 'id', label: ['email'] },
    proxy: {
        // https://developer.helpscout.com/mailbox-api/overview/authentication
        base_url: 'https://api.helpscout.net',
        headers: { authorization: 'Bearer ${accessToken}', accept: 'application/json' },
        // How many a minute depends on the plan:
        // https://developer.helpscout.com/mailbox-api/overview/rate-limiting/
        retry: { after: 'x-ratelimit-retry-after', remaining: 'x-ratelimit-remaining-minute' }
    }
});
