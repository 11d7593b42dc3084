import { google, googleProxy, signInScopes } from '../google/shared.ts';
import { defineProvider } from '../provider.ts';
import mark from './mark.ts';

export default defineProvider({
    ...google,
    id: 'google-sheet',
    display_name: 'Google Sheets',
    mark,
    categories: ['productivity'],
    aliases: ['spreadsheet', 'tables', 'workspace'],
    untranslated: ['Read your spreadsheets'],
    docs: 'https://developers.google.com/workspace/sheets/api/guides/concepts',
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    // https://developers.google.com/identity/openid-connect/reference
    default_scopes: ['openid', 'email'],
    // https://developers.google.com/identity/protocols/oauth2/scopes
    scope_descriptions: {
        ...signInScopes,
        'https://www.googleapis.com/auth/spreadsheets': 'Read and change your spreadsheets',
        'https://www.googleapis.com/auth/spreadsheets.readonly': 'Read your spreadsheets',
        'https://www.googleapis.com/auth/drive.file': 'Read and change the files in Drive that you choose'
    },
    proxy: {
        ...googleProxy,
        // https://developers.google.com/workspace/sheets/api/reference/rest
        base_url: 'https://sheets.googleapis.com',
        // Of a user; reads and writes each, and five times as many for the whole project:
        // https://developers.google.com/workspace/sheets/api/limits
        rate_limits: { per: 'credentials', windows: [{ requests: 60, per_seconds: 60 }] }
    }
});
