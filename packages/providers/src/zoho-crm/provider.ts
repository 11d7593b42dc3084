import { defineProvider } from '../provider.ts';
import { zohoConnectionConfig, zohoSignIn } from '../zoho-books/zoho.ts';

export default defineProvider({
    ...zohoSignIn,
    id: 'zoho-crm',
    display_name: 'Zoho CRM',
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    categories: ['crm'],
    aliases: ['zoho', 'sales', 'leads'],
    auth_mode: 'OAUTH2',
    docs: 'https://www.zoho.com/crm/developer/docs/api/v8/',
    setup: {
        url: 'https://www.zoho.com/crm/developer/docs/api/v8/multi-dc.html',
        text: 'API Console (api-console.zoho.com) → Add Client → Server-based Applications, with the redirect URI. Under Settings enable Multi DC for every data center, with the same credentials in all of them.'
    },
    // https://www.zoho.com/crm/developer/docs/api/get-org-data.html
    default_scopes: ['ZohoCRM.org.READ', 'ZohoCRM.users.READ'],
    // https://zoho.com/crm/developer/docs/api/v3/scopes.html
    scope_descriptions: {
        'ZohoCRM.org.READ': 'Read the name and settings of your organization',
        'ZohoCRM.users.READ': 'Read the people in your organization',
        'ZohoCRM.modules.READ': 'Read the records that you can see',
        'ZohoCRM.modules.ALL': 'Read and change the data that you can see',
        'ZohoCRM.modules.contacts.READ': 'Read contacts',
        'ZohoCRM.modules.deals.READ': 'Read deals',
        'ZohoCRM.settings.READ': 'Read modules, fields and layouts'
    },
    connection_config: zohoConnectionConfig,
    // https://www.zoho.com/crm/developer/docs/api/get-org-data.html
    identity: { url: '/crm/v8/org', list: 'org', id: 'zgid', label: ['company_name'] },
    proxy: {
        // https://www.zoho.com/crm/developer/docs/api/v8/multi-dc.html,
        // https://www.zoho.com/accounts/protocol/oauth/use-access-token.html
        base_url: '${connectionConfig.api_domain}',
        headers: { authorization: 'Zoho-oauthtoken ${accessToken}' },
        // https://www.zoho.com/crm/developer/docs/api/v7/get-notes.html
        paginate: {
            type: 'cursor',
            response_path: 'data || *',
            cursor_path_in_response: 'info.next_page_token',
            cursor_name_in_request: 'page_token',
            limit_name_in_request: 'per_page',
            limit: 200
        }
    },
    untranslated: ['Read the records that you can see', 'Read modules, fields and layouts']
});
