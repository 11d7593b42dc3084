import { defineProvider } from '../provider.ts';
import mark from './mark.ts';

export default defineProvider({
    id: 'zoom',
    display_name: 'Zoom',
    mark,
    categories: ['communication'],
    aliases: ['meetings', 'video', 'webinars', 'phone', 'calls'],
    auth_mode: 'OAUTH2',
    docs: 'https://developers.zoom.us/docs/api/',
    setup: {
        url: 'https://developers.zoom.us/docs/integrations/oauth/',
        text: 'Zoom App Marketplace → Develop → Build App → General App: add the redirect URI and the scopes, user:read:user among them. Zoom takes the scopes from the app.'
    },
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    // https://developers.zoom.us/docs/integrations/oauth/
    authorization_url: 'https://zoom.us/oauth/authorize',
    token_url: 'https://zoom.us/oauth/token',
    revocation_url: 'https://zoom.us/oauth/revoke',
    authorization_method: 'header',
    // Each refresh ends the one before:
    // https://devsupport.zoom.us/hc/en-us/articles/360060332931-Extending-the-expiration-for-an-OAuth-access-token
    refresh: { rotation: 'strict' },
    proxy: {
        // https://developers.zoom.us/docs/api/
        base_url: 'https://api.zoom.us/v2',
        headers: { authorization: 'Bearer ${accessToken}' },
        // Counted by the account, by its plan and the kind of request:
        // https://developers.zoom.us/docs/api/rate-limits/
        retry: { after: 'retry-after' },
        // Which sizes a page may have depends on the list:
        // https://developers.zoom.us/docs/api/pagination/
        paginate: {
            type: 'cursor',
            response_path: '*',
            cursor_path_in_response: 'next_page_token',
            cursor_name_in_request: 'next_page_token'
        }
    },
    // https://developers.zoom.us/docs/api/users/
    identity: { url: '/users/me', id: 'id', label: ['email'] }
});
