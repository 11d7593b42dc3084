import { defineProvider } from '../provider.ts';
import mark from './mark.ts';

/** Harvest v3 with a customer's own client. The v1 and v2 keys ended on 2026-08-31. */
export default defineProvider({
    id: 'greenhouse',
    display_name: 'Greenhouse',
    other_ids: ['greenhouse-harvest-oauth2-cc'],
    certainty: { level: 'assumed', checked_on: '2026-11-28' },
    mark,
    categories: ['ats'],
    aliases: ['harvest', 'recruiting', 'candidates'],
    auth_mode: 'OAUTH2_CC',
    docs: 'https://harvestdocs.greenhouse.io',
    docs_connect: 'https://support.greenhouse.io/hc/en-us/articles/115000521723-Manage-Harvest-API-key-permissions',
    // https://support.greenhouse.io/hc/en-us/articles/115000521723-Manage-Harvest-API-key-permissions
    guide: [
        'In Greenhouse, go to “Configure → Dev Center → API Credential Management”. Needs the role “Site Admin”.',
        'Click “Create new API credentials”, choose the API type “Harvest v3 (OAuth)”, and click “View and store credentials”.',
        'Copy the “Client ID” and the “Client Secret” and paste them here. The secret is shown only once.',
        'Click “I have stored the client credentials”, tick the permissions they need, and click “Save”.'
    ],
    setup: {
        url: 'https://harvestdocs.greenhouse.io/docs/authentication',
        text: 'Nothing to register. End users create Harvest V3 (OAuth) credentials in the Dev Center of Greenhouse; tell them which scopes your calls need.'
    },
    // https://harvestdocs.greenhouse.io/docs/authentication
    token_url: 'https://auth.greenhouse.io/token',
    token_params: { sub: '${connectionConfig.sub}' },
    authorization_method: 'header',
    credentials: {
        client_id: {
            type: 'string',
            title: 'Client ID',
            order: 1
        },
        client_secret: { type: 'string', title: 'Client secret', secret: true, order: 2 }
    },
    connection_config: {
        // Greenhouse's page always sends it. Not documented: that it may be left out, as
        // integrators report.
        sub: {
            type: 'string',
            title: 'User ID',
            description: 'The Greenhouse user to act as. Leave it empty unless you were given one.',
            example: '4212952002',
            pattern: '^[0-9]{1,20}$',
            optional: true
        }
    },
    // https://developers.greenhouse.io/webhooks.html#authentication
    webhooks: {
        signature: { header: 'signature', prefix: 'sha256 ', algorithm: 'sha256', encoding: 'hex' },
        forms: [
            {
                id: [{ header: 'greenhouse-event-id' }],
                type: [{ body: 'action' }],
                account: [{ query: 'connection_id', equals: ['connection_id'] }]
            }
        ]
    },
    proxy: {
        // https://harvestdocs.greenhouse.io/docs/authentication,
        // https://harvestdocs.greenhouse.io/docs/list-endpoints
        base_url: 'https://harvest.greenhouse.io',
        headers: { authorization: 'Bearer ${accessToken}' },
        // Each list is a scope of its own, so that any of these may be closed to the credentials:
        // https://harvestdocs.greenhouse.io/docs/authentication
        verification: { method: 'GET', endpoints: ['/v3/users?per_page=1', '/v3/jobs?per_page=1', '/v3/candidates?per_page=1'] },
        // https://harvestdocs.greenhouse.io/docs/api-rate-limiting
        retry: { at: 'x-ratelimit-reset', after: 'retry-after', remaining: 'x-ratelimit-remaining' },
        // https://harvestdocs.greenhouse.io/docs/pagination
        paginate: { type: 'link', link_rel_in_response_header: 'next' }
    }
});
