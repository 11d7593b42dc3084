import { graph, microsoft, signInScopes } from '../microsoft/shared.ts';
import { defineProvider } from '../provider.ts';

export default defineProvider({
    ...microsoft,
    id: 'one-drive',
    display_name: 'Microsoft OneDrive',
    categories: ['storage'],
    aliases: ['onedrive', 'files', 'office', 'graph', '365'],
    untranslated: ['Read all files that you have access to', 'Read and change all files that you have access to'],
    docs: 'https://learn.microsoft.com/graph/onedrive-concept-overview',
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    // https://learn.microsoft.com/graph/permissions-reference
    scope_descriptions: {
        ...signInScopes,
        'Files.Read': 'Read your files',
        'Files.ReadWrite': 'Read and change your files',
        'Files.Read.All': 'Read all files that you have access to',
        'Files.ReadWrite.All': 'Read and change all files that you have access to'
    },
    proxy: graph
});
