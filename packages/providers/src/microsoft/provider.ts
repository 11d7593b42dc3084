import { defineProvider } from '../provider.ts';
import { graph, microsoft, signInScopes } from './shared.ts';

export default defineProvider({
    ...microsoft,
    id: 'microsoft',
    display_name: 'Microsoft',
    categories: ['productivity', 'storage', 'communication'],
    aliases: ['outlook', 'email', 'excel', 'word', 'teams', 'onedrive', 'sharepoint', 'office', 'graph', '365'],
    docs: 'https://learn.microsoft.com/graph/overview',
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    // https://learn.microsoft.com/graph/permissions-reference
    scope_descriptions: {
        ...signInScopes,
        'Mail.Read': 'Read your e-mail',
        'Mail.Send': 'Send e-mail in your name',
        'Calendars.ReadWrite': 'Read and change your calendars',
        'Files.Read': 'Read your files',
        'Files.ReadWrite': 'Read and change your files'
    },
    proxy: graph
});
