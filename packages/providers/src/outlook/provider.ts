import { graph, microsoft, signInScopes } from '../microsoft/shared.ts';
import { defineProvider } from '../provider.ts';

export default defineProvider({
    ...microsoft,
    id: 'outlook',
    display_name: 'Microsoft Outlook',
    categories: ['communication', 'calendar', 'productivity'],
    aliases: ['email', 'mail', 'calendar', 'contacts', 'exchange', 'office', 'graph', '365'],
    untranslated: ['Read and change your e-mail'],
    docs: 'https://learn.microsoft.com/graph/outlook-mail-concept-overview',
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    // https://learn.microsoft.com/graph/permissions-reference
    scope_descriptions: {
        ...signInScopes,
        'Mail.Read': 'Read your e-mail',
        'Mail.ReadWrite': 'Read and change your e-mail',
        'Mail.Send': 'Send e-mail in your name',
        'Calendars.Read': 'Read your calendars',
        'Calendars.ReadWrite': 'Read and change your calendars',
        'Contacts.Read': 'Read contacts',
        'Contacts.ReadWrite': 'Read and change contacts'
    },
    proxy: {
        ...graph,
        // Of an app in a mailbox: https://learn.microsoft.com/graph/throttling-limits
        rate_limits: { per: 'credentials', windows: [{ requests: 10_000, per_seconds: 600 }] }
    }
});
