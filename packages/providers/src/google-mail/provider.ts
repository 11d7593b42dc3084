import { google, googleProxy, quotaIn403, signInScopes } from '../google/shared.ts';
import { defineProvider } from '../provider.ts';
import mark from './mark.ts';

export default defineProvider({
    ...google,
    id: 'google-mail',
    display_name: 'Gmail',
    mark,
    categories: ['communication', 'productivity'],
    aliases: ['google', 'email', 'mail', 'workspace'],
    untranslated: ['Read, write and send your e-mail', 'See and change the labels of your e-mail'],
    docs: 'https://developers.google.com/workspace/gmail/api/guides',
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    // https://developers.google.com/identity/openid-connect/reference
    default_scopes: ['openid', 'email'],
    // https://developers.google.com/identity/protocols/oauth2/scopes
    scope_descriptions: {
        ...signInScopes,
        'https://www.googleapis.com/auth/gmail.readonly': 'Read your e-mail',
        'https://www.googleapis.com/auth/gmail.send': 'Send e-mail in your name',
        'https://www.googleapis.com/auth/gmail.modify': 'Read, write and send your e-mail',
        'https://www.googleapis.com/auth/gmail.labels': 'See and change the labels of your e-mail'
    },
    proxy: {
        ...googleProxy,
        // https://developers.google.com/workspace/gmail/api/reference/rest
        base_url: 'https://gmail.googleapis.com',
        // Counted in units that depend on the method, so that there is no number of requests:
        // https://developers.google.com/workspace/gmail/api/reference/quota
        retry: quotaIn403
    }
});
