import { defineProvider } from '../provider.ts';
import mark from './mark.ts';

export default defineProvider({
    id: 'clickup',
    display_name: 'ClickUp',
    mark,
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    categories: ['ticketing', 'productivity'],
    aliases: ['tasks', 'projects'],
    auth_mode: 'OAUTH2',
    docs: 'https://developer.clickup.com/docs',
    setup: {
        url: 'https://developer.clickup.com/docs/authentication',
        text: 'As owner or admin go to Settings → Apps → Create new app, name it and add the redirect URI. It shows the client ID and the client secret. There are no scopes: end users choose the Workspaces when they connect.'
    },
    // https://developer.clickup.com/docs/authentication
    authorization_url: 'https://app.clickup.com/api',
    token_url: 'https://api.clickup.com/api/v2/oauth/token',
    disable_pkce: true,
    no_refresh: 'A token lasts until access is revoked.',
    // https://developer.clickup.com/reference/getauthorizeduser
    identity: { url: '/api/v2/user', id: 'user.id', label: ['user.email', 'user.username'] },
    proxy: {
        // https://developer.clickup.com/docs/authentication
        base_url: 'https://api.clickup.com',
        headers: { authorization: 'Bearer ${accessToken}', accept: 'application/json' },
        // How many a minute depends on the plan: https://developer.clickup.com/docs/rate-limits
        retry: { at: 'x-ratelimit-reset', remaining: 'x-ratelimit-remaining' }
    }
});
