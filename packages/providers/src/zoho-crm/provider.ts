import { defineProvider } from '../provider.ts';
import { zohoHeaders, zohoSignIn } from './zoho.ts';

export default defineProvider({
    ...zohoSignIn,
    id: 'zoho-crm',
    display_name: 'Zoho CRM',
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    categories: ['crm'],
    aliases: ['zoho', 'sales', 'leads'],
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
    // https://www.zoho.com/crm/developer/docs/api/get-org-data.html
    identity: { url: '/crm/v8/org', list: 'org', id: 'zgid', label: ['company_name'] },
    proxy: {
        // https://www.zoho.com/crm/developer/docs/api/v8/multi-dc.html
        base_url: '${connectionConfig.api_domain}',
        // https://www.zoho.com/accounts/protocol/oauth/use-access-token.html
        headers: zohoHeaders,
        // https://www.zoho.com/crm/developer/docs/api/v8/get-records.html
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
