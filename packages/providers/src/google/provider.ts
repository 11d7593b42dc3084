import { z } from 'zod';
import { readAccounts } from '../read-accounts.ts';
import { defineProvider } from '../provider.ts';
import mark from './mark.ts';

const userInfo = z.object({ sub: z.string(), email: z.string().optional(), name: z.string().optional() });

export default defineProvider({
    id: 'google',
    display_name: 'Google',
    mark,
    categories: ['productivity', 'storage', 'communication'],
    aliases: ['gmail', 'email', 'drive', 'calendar', 'sheets', 'workspace'],
    auth_mode: 'OAUTH2',
    docs: 'https://developers.google.com/identity/protocols/oauth2/web-server',
    setup: {
        url: 'https://developers.google.com/identity/protocols/oauth2/web-server#creatingcred',
        text: 'In the Google Cloud console: enable the APIs, add the scopes under Data Access, and create a client of the type Web application with the redirect URI. Google verifies apps that ask for sensitive or restricted scopes.'
    },
    // https://accounts.google.com/.well-known/openid-configuration
    authorization_url: 'https://accounts.google.com/o/oauth2/v2/auth',
    token_url: 'https://oauth2.googleapis.com/token',
    revocation_url: 'https://oauth2.googleapis.com/revoke',
    // Six months without use end it:
    // https://developers.google.com/identity/protocols/oauth2#expiration An end is stated where the
    // end user gave access for a limited time:
    // https://developers.google.com/identity/protocols/oauth2#expiration
    refresh: { rotation: 'none', idle_hours: 4320, expiry: 'hard' },
    // https://developers.googleblog.com/en/upcoming-security-changes-to-googles-oauth-20-authorization-endpoint-in-embedded-webviews
    refuses_webviews: true,
    // A refresh token comes only with both, and else only at the very first consent:
    // https://developers.google.com/identity/protocols/oauth2/web-server#creatingclient
    authorization_params: { access_type: 'offline', prompt: 'consent' },
    select_account_params: { prompt: 'select_account consent' },
    default_scopes: ['openid', 'email', 'profile'],
    // End users may leave out single ones:
    // https://developers.google.com/identity/protocols/oauth2/resources/granular-permissions
    granted_scope_names: {
        email: 'https://www.googleapis.com/auth/userinfo.email',
        profile: 'https://www.googleapis.com/auth/userinfo.profile'
    },
    // https://developers.google.com/identity/protocols/oauth2/scopes
    scope_descriptions: {
        openid: 'Know which Google account you use',
        email: 'See your e-mail address',
        profile: 'See your name and picture',
        'https://www.googleapis.com/auth/gmail.readonly': 'Read your e-mail',
        'https://www.googleapis.com/auth/gmail.send': 'Send e-mail in your name',
        'https://www.googleapis.com/auth/calendar.readonly': 'Read your calendars',
        'https://www.googleapis.com/auth/calendar': 'Read and change your calendars',
        'https://www.googleapis.com/auth/drive.readonly': 'Read your files in Drive',
        'https://www.googleapis.com/auth/spreadsheets': 'Read and change your spreadsheets'
    },
    proxy: {
        // https://developers.google.com/workspace/calendar/api/v3/reference
        base_url: 'https://www.googleapis.com',
        // Most APIs have a host of their own, such as gmail.googleapis.com:
        // https://developers.google.com/discovery/v1/reference/apis/list
        hosts: ['.googleapis.com'],
        headers: { authorization: 'Bearer ${accessToken}' },
        // https://google.aip.dev/158; each API names its list and its limit in its own way.
        // Calendar's answers have other lists beside.
        paginate: {
            type: 'cursor',
            response_path: 'items || *',
            omits_empty_list: true,
            cursor_path_in_response: 'nextPageToken',
            cursor_name_in_request: 'pageToken'
        }
    },
    authorizationParams: ({ loginHint }): Record<string, string> => (loginHint === undefined ? {} : { login_hint: loginHint }),
    // Not documented: the discovery document names openidconnect.googleapis.com/v1/userinfo today.
    async identify({ request }) {
        return readAccounts('Google', await request({ url: '/oauth2/v3/userinfo' }), userInfo, ({ sub, email, name }) => ({
            id: sub,
            label: email ?? name ?? sub
        }));
    }
});
