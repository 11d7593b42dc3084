import { defineProvider } from '../provider.ts';
import mark from './mark.ts';

export default defineProvider({
    id: 'dropbox',
    display_name: 'Dropbox',
    mark,
    categories: ['storage'],
    aliases: ['files', 'cloud storage'],
    auth_mode: 'OAUTH2',
    untranslated: [
        'Know which Dropbox account you use',
        'See the names and details of your files and folders',
        'See with whom your files are shared',
        'Share your files and end their sharing'
    ],
    docs: 'https://www.dropbox.com/developers/documentation/http/documentation',
    setup: {
        url: 'https://www.dropbox.com/developers/reference/oauth-guide',
        text: 'Dropbox App Console → Create app → Scoped access: add the redirect URI under Settings and tick the scopes under Permissions, account_info.read among them. More than a few users need production status.'
    },
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    // https://dropbox.tech/developers/using-oauth-2-0-with-offline-access
    authorization_url: 'https://www.dropbox.com/oauth2/authorize',
    token_url: 'https://api.dropboxapi.com/oauth2/token',
    // Without it there is no refresh token. Same page.
    authorization_params: { token_access_type: 'offline' },
    refresh: {},
    // https://www.dropbox.com/developers/documentation/http/documentation
    default_scopes: ['account_info.read'],
    scope_descriptions: {
        'account_info.read': 'Know which Dropbox account you use',
        'files.metadata.read': 'See the names and details of your files and folders',
        'files.content.read': 'Read your files',
        'files.content.write': 'Read and change your files',
        'sharing.read': 'See with whom your files are shared',
        'sharing.write': 'Share your files and end their sharing'
    },
    proxy: {
        // https://www.dropbox.com/developers/documentation/http/documentation
        base_url: 'https://api.dropboxapi.com',
        // Contents of files. Same page.
        hosts: ['content.dropboxapi.com'],
        headers: { authorization: 'Bearer ${accessToken}' },
        // https://www.dropbox.com/developers/reference/data-ingress-guide
        retry: { after: 'retry-after' }
    },
    // https://www.dropbox.com/developers/documentation/http/documentation#users-get_current_account,
    // https://github.com/dropbox/dropbox-api-spec, users.stone
    identity: { method: 'POST', url: '/2/users/get_current_account', id: 'account_id', label: ['email', 'name.display_name'] }
});
