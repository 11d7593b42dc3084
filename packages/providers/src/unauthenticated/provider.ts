import { defineProvider } from '../provider.ts';

export default defineProvider({
    id: 'unauthenticated',
    display_name: 'No authentication',
    categories: ['other'],
    aliases: ['public', 'none'],
    auth_mode: 'NONE',
    docs: 'https://www.rfc-editor.org/rfc/rfc9110',
    setup: {
        text: 'Nothing to register, and nothing is asked: calls carry no credentials.'
    },
    no_check: 'There are no credentials.'
});
