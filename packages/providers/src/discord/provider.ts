import { defineProvider } from '../provider.ts';
import mark from './mark.ts';

export default defineProvider({
    id: 'discord',
    display_name: 'Discord',
    mark,
    categories: ['communication'],
    aliases: ['chat', 'community', 'servers', 'guilds'],
    auth_mode: 'OAUTH2',
    untranslated: [
        'Know which Discord account you use',
        'See the servers that you are in',
        'See your roles and nickname in your servers',
        'See the accounts that you have linked to Discord',
        'Add a bot to a server that you choose',
        'Post messages in a channel that you choose'
    ],
    docs: 'https://discord.com/developers/docs/reference',
    setup: {
        url: 'https://discord.com/developers/docs/topics/oauth2',
        text: 'Discord Developer Portal → New Application → OAuth2: add the redirect URI and copy client ID and client secret. A bot is added on the page Bot of the same application.'
    },
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    // https://discord.com/.well-known/oauth-authorization-server
    authorization_url: 'https://discord.com/api/oauth2/authorize',
    token_url: 'https://discord.com/api/oauth2/token',
    revocation_url: 'https://discord.com/api/oauth2/token/revoke',
    // Each refresh brings a new pair: https://discord.com/developers/docs/topics/oauth2
    refresh: {},
    default_scopes: ['identify'],
    scope_descriptions: {
        // https://discord.com/developers/docs/topics/oauth2#shared-resources-oauth2-scopes
        identify: 'Know which Discord account you use',
        email: 'See your e-mail address',
        guilds: 'See the servers that you are in',
        'guilds.members.read': 'See your roles and nickname in your servers',
        connections: 'See the accounts that you have linked to Discord',
        bot: 'Add a bot to a server that you choose',
        'webhook.incoming': 'Post messages in a channel that you choose'
    },
    proxy: {
        // https://discord.com/developers/docs/reference
        base_url: 'https://discord.com',
        headers: { authorization: 'Bearer ${accessToken}' },
        // Each route has limits of its own, which only the headers tell:
        // https://discord.com/developers/docs/topics/rate-limits
        retry: { at: 'x-ratelimit-reset', after: 'retry-after', remaining: 'x-ratelimit-remaining' }
    },
    // https://discord.com/developers/docs/resources/user#get-current-user
    identity: { url: '/api/v10/users/@me', id: 'id', label: ['username'] }
});
