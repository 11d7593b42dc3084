import { z } from 'zod';
import { accountsFrom } from '../accounts-from.ts';
import { defineProvider } from '../provider.ts';

const user = z.object({ id: z.number(), login: z.string() });

export default defineProvider({
    id: 'github',
    display_name: 'GitHub',
    categories: ['dev-tools'],
    aliases: ['git', 'repositories'],
    auth_mode: 'OAUTH2',
    docs: 'https://docs.github.com/rest',
    // https://docs.github.com/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps
    authorization_url: 'https://github.com/login/oauth/authorize',
    token_url: 'https://github.com/login/oauth/access_token',
    select_account_params: { prompt: 'select_account' },
    default_scopes: ['read:user'],
    scope_descriptions: {
        'read:user': 'Read your profile',
        'user:email': 'Read your e-mail addresses',
        repo: 'Read and write your repositories, private ones too',
        'read:org': 'Read your organisations and teams'
    },
    proxy: {
        base_url: 'https://api.github.com',
        // https://docs.github.com/rest/about-the-rest-api/api-versions
        headers: { authorization: 'Bearer ${accessToken}', accept: 'application/vnd.github+json', 'x-github-api-version': '2022-11-28' },
        retry: { at: 'x-ratelimit-reset', after: 'retry-after', remaining: 'x-ratelimit-remaining' }
    },
    authorizationParams: ({ loginHint }): Record<string, string> => (loginHint === undefined ? {} : { login: loginHint }),
    async identify({ request }) {
        return accountsFrom('GitHub', await request({ url: '/user' }), user, ({ id, login }) => ({ id: String(id), label: login }));
    }
});
