import { graph, microsoft, signInScopes } from '../microsoft/shared.ts';
import { defineProvider } from '../provider.ts';

export default defineProvider({
    ...microsoft,
    id: 'microsoft-teams',
    display_name: 'Microsoft Teams',
    categories: ['communication'],
    aliases: ['chat', 'channels', 'meetings', 'office', 'graph', '365'],
    untranslated: [
        'See the teams that you are in',
        'See the channels of your teams',
        'Read the messages in the channels of your teams',
        'Post messages in channels in your name',
        'Read your chats',
        'Read your chats and post in them in your name',
        'Read and create your online meetings'
    ],
    docs: 'https://learn.microsoft.com/graph/api/resources/teams-api-overview',
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    // https://learn.microsoft.com/graph/permissions-reference
    scope_descriptions: {
        ...signInScopes,
        'Team.ReadBasic.All': 'See the teams that you are in',
        'Channel.ReadBasic.All': 'See the channels of your teams',
        'ChannelMessage.Read.All': 'Read the messages in the channels of your teams',
        'ChannelMessage.Send': 'Post messages in channels in your name',
        'Chat.Read': 'Read your chats',
        'Chat.ReadWrite': 'Read your chats and post in them in your name',
        'OnlineMeetings.ReadWrite': 'Read and create your online meetings'
    },
    proxy: graph
});
