import { defineProvider } from '../provider.ts';

export default defineProvider({
    id: 'private-api-bearer',
    display_name: 'Private API (bearer token)',
    categories: ['other'],
    aliases: ['custom', 'internal', 'token'],
    auth_mode: 'API_KEY',
    docs: 'https://www.rfc-editor.org/rfc/rfc6750',
    setup: {
        text: 'Nothing to register. Put base_url into integration_config if it is the same for all end users; they bring the token.'
    },
    credentials: {
        apiKey: { type: 'string', title: 'Token', secret: true }
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
        headers: { authorization: 'Bearer ${apiKey}' },
        // RFC 9110 §10.2.3.
        retry: { after: 'retry-after' }
    }
});
