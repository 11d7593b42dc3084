import { google, googleProxy, quotaIn403, signInScopes } from '../google/shared.ts';
import { defineProvider } from '../provider.ts';
import mark from './mark.ts';

export default defineProvider({
    ...google,
    id: 'google-drive',
    display_name: 'Google Drive',
    mark,
    categories: ['storage', 'productivity'],
    aliases: ['files', 'docs', 'workspace'],
    untranslated: [
        'Read and change the files in Drive that you choose',
        'See the names and details of your files in Drive',
        'Read and change your files in Drive'
    ],
    docs: 'https://developers.google.com/workspace/drive/api/guides/about-sdk',
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    // https://developers.google.com/identity/openid-connect/reference
    default_scopes: ['openid', 'email'],
    // https://developers.google.com/identity/protocols/oauth2/scopes
    scope_descriptions: {
        ...signInScopes,
        'https://www.googleapis.com/auth/drive.file': 'Read and change the files in Drive that you choose',
        'https://www.googleapis.com/auth/drive.readonly': 'Read your files in Drive',
        'https://www.googleapis.com/auth/drive.metadata.readonly': 'See the names and details of your files in Drive',
        'https://www.googleapis.com/auth/drive': 'Read and change your files in Drive'
    },
    proxy: {
        ...googleProxy,
        // https://developers.google.com/workspace/drive/api/reference/rest/v3
        base_url: 'https://www.googleapis.com',
        // Counted in units that depend on the method, so that there is no number of requests:
        // https://developers.google.com/workspace/drive/api/guides/limits
        retry: quotaIn403
    }
});
