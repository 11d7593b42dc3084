import { defineProvider } from '../provider.ts';

export default defineProvider({
    id: 'private-api-basic',
    display_name: 'Private API (username and password)',
    categories: ['other'],
    aliases: ['custom', 'internal', 'basic'],
    auth_mode: 'BASIC',
    docs: 'https://www.rfc-editor.org/rfc/rfc7617',
    setup: {
        text: 'Nothing to register. Put base_url into integration_config if it is the same for all end users; they bring the username and password.'
    },
    credentials: {
        username: { type: 'string', title: 'Username', order: 1 },
        password: { type: 'string', title: 'Password', secret: true, optional: true, order: 2 }
    },
    connection_config: {
        base_url: {
            type: 'string',
            title: 'Base URL',
            description: 'Where the API is reached, without the last slash.',
            example: 'https://api.example.com',
            format: 'uri'
        }
    },
    no_check: 'Nothing is known about the API behind the address.',
    proxy: {
        base_url: '${connectionConfig.base_url}',
        headers: { authorization: 'Basic ${base64(${username}:${password})}' },
        // RFC 9110 §10.2.3.
        retry: { after: 'retry-after' }
    }
});
