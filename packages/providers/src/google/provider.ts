import { defineProvider } from '../provider.ts';
import mark from './mark.ts';
import { google, googleProxy, signInScopes } from './shared.ts';

export default defineProvider({
    ...google,
    id: 'google',
    display_name: 'Google',
    mark,
    categories: ['productivity', 'storage', 'communication'],
    aliases: ['gmail', 'email', 'drive', 'calendar', 'sheets', 'workspace'],
    docs: 'https://developers.google.com/identity/protocols/oauth2/web-server',
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    // https://developers.google.com/identity/openid-connect/reference
    default_scopes: ['openid', 'email', 'profile'],
    // https://developers.google.com/identity/protocols/oauth2/scopes
    scope_descriptions: {
        ...signInScopes,
        'https://www.googleapis.com/auth/gmail.readonly': 'Read your e-mail',
        'https://www.googleapis.com/auth/gmail.send': 'Send e-mail in your name',
        'https://www.googleapis.com/auth/calendar.readonly': 'Read your calendars',
        'https://www.googleapis.com/auth/calendar': 'Read and change your calendars',
        'https://www.googleapis.com/auth/drive.readonly': 'Read your files in Drive',
        'https://www.googleapis.com/auth/spreadsheets': 'Read and change your spreadsheets'
    },
    proxy: {
        ...googleProxy,
        // https://developers.google.com/workspace/calendar/api/v3/reference
        base_url: 'https://www.googleapis.com'
    }
});
