import { defineProvider } from '../provider.ts';

export default defineProvider({
    id: 'sandbox-oauth2-cc',
    display_name: 'Sandbox (client credentials)',
    categories: ['sandbox'],
    aliases: ['test', 'demo'],
    auth_mode: 'OAUTH2_CC',
    sandbox: true,
    docs: 'https://www.rfc-editor.org/rfc/rfc6749#section-4.4',
    token_url: '${sandboxUrl}/oauth/token',
    credentials: {
        client_id: { type: 'string', title: 'Client ID', order: 1 },
        client_secret: { type: 'string', title: 'Client secret', secret: true, order: 2 }
    },
    connection_config: {
        oauth_scopes: {
            type: 'string',
            title: 'Scopes',
            description: 'Separated by spaces.',
            example: 'contacts.read',
            pattern: '^[\\w.:/ -]*$',
            optional: true
        }
    },
    no_check: 'A token that was issued is the check.',
    proxy: { base_url: '${sandboxUrl}', headers: { authorization: 'Bearer ${accessToken}' } }
});
