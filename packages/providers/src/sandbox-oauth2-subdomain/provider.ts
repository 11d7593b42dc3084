import { defineProvider } from '../provider.ts';
import sandbox from '../sandbox-oauth2/provider.ts';

/** Asks for a subdomain first. The sandbox has one address, so the value changes nothing. */
export default defineProvider({
    ...sandbox,
    id: 'sandbox-oauth2-subdomain',
    display_name: 'Sandbox (OAuth 2, with a subdomain)',
    authorization_params: { prompt: 'consent', workspace: '${connectionConfig.workspace}' },
    connection_config: {
        workspace: {
            type: 'string',
            title: 'Workspace',
            description: 'Any name will do here.',
            example: 'acme',
            pattern: '^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$',
            prefix: 'https://',
            suffix: '.sandbox.example'
        }
    }
});
