import { graph, microsoft, signInScopes } from '../microsoft/shared.ts';
import { defineProvider } from '../provider.ts';

export default defineProvider({
    ...microsoft,
    id: 'sharepoint-online',
    display_name: 'Microsoft SharePoint',
    categories: ['storage', 'productivity'],
    aliases: ['sharepoint', 'sites', 'files', 'intranet', 'office', 'graph', '365'],
    untranslated: ['Read the sites that you have access to', 'Read and change the sites that you have access to'],
    docs: 'https://learn.microsoft.com/graph/api/resources/sharepoint',
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    // https://learn.microsoft.com/graph/permissions-reference
    scope_descriptions: {
        ...signInScopes,
        'Sites.Read.All': 'Read the sites that you have access to',
        'Sites.ReadWrite.All': 'Read and change the sites that you have access to',
        'Files.Read.All': 'Read all files that you have access to',
        'Files.ReadWrite.All': 'Read and change all files that you have access to'
    },
    proxy: graph
});
