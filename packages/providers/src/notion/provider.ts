import { z } from 'zod';
import { readAccounts } from '../read-accounts.ts';
import { defineProvider } from '../provider.ts';
import mark from './mark.ts';

const bot = z.object({ bot: z.object({ workspace_id: z.string().optional(), workspace_name: z.string().nullish() }) });

export default defineProvider({
    id: 'notion',
    display_name: 'Notion',
    mark,
    categories: ['productivity', 'storage'],
    aliases: ['wiki', 'notes'],
    auth_mode: 'OAUTH2',
    docs: 'https://developers.notion.com/reference/intro',
    setup: {
        url: 'https://developers.notion.com/guides/connections-and-tokens/public-integrations/overview',
        text: 'Developer portal → Connections → Create new connection, with the redirect URI. For customers choose Any workspace, which cannot be changed later. Notion has capabilities in place of scopes.'
    },
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    // https://developers.notion.com/docs/authorization
    authorization_url: 'https://api.notion.com/v1/oauth/authorize',
    token_url: 'https://api.notion.com/v1/oauth/token',
    token_headers: { 'notion-version': '2025-09-03' },
    // https://developers.notion.com/reference/revoke-token
    revocation_url: 'https://api.notion.com/v1/oauth/revoke',
    revocation_body_format: 'json',
    authorization_params: { owner: 'user' },
    authorization_method: 'header',
    body_format: 'json',
    // https://developers.notion.com/reference/refresh-a-token
    refresh: { rotation: 'strict' },
    disable_pkce: true,
    token_response_metadata: ['workspace_id', 'workspace_name', 'bot_id'],
    proxy: {
        // https://developers.notion.com/reference/intro,
        // https://developers.notion.com/reference/versioning
        base_url: 'https://api.notion.com',
        headers: { authorization: 'Bearer ${accessToken}', 'notion-version': '2025-09-03' },
        // On average; by the minute, and by the workspace's plan, since 2026:
        // https://developers.notion.com/reference/request-limits
        rate_limits: { per: 'credentials', windows: [{ requests: 3, per_seconds: 1 }] },
        retry: { after: 'retry-after' },
        // https://developers.notion.com/reference/intro#pagination
        paginate: {
            type: 'cursor',
            response_path: 'results',
            cursor_path_in_response: 'next_cursor',
            cursor_name_in_request: 'start_cursor',
            limit_name_in_request: 'page_size',
            limit: 100
        }
    },
    // The token response names the workspace. An imported connection lacks it, and only newer
    // versions of the API name it: https://developers.notion.com/reference/get-self
    async identify({ connectionConfig: { workspace_id: id, workspace_name: name }, request }) {
        if (typeof id === 'string') return { accounts: [{ id, label: typeof name === 'string' ? name : id }] };
        return readAccounts('Notion', await request({ url: '/v1/users/me' }), bot, ({ bot: { workspace_id, workspace_name } }) =>
            workspace_id === undefined ? undefined : { id: workspace_id, label: workspace_name ?? workspace_id }
        );
    }
});
