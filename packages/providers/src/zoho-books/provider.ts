import { defineProvider } from '../provider.ts';
import { zohoConnectionConfig, zohoSignIn, zohoUntranslated } from './zoho.ts';

export default defineProvider({
    ...zohoSignIn,
    id: 'zoho-books',
    display_name: 'Zoho Books',
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    categories: ['accounting'],
    aliases: ['zoho', 'invoices', 'bills'],
    auth_mode: 'OAUTH2',
    docs: 'https://www.zoho.com/books/api/v3/introduction/',
    setup: {
        url: 'https://www.zoho.com/books/api/v3/oauth/',
        text: 'api-console.zoho.com → Add Client → Server-based Applications, with the redirect URI. Under Settings enable Multi-DC and use the same credentials for all data centers, so that accounts of every region can sign in.'
    },
    // https://www.zoho.com/books/api/v3/oauth/, https://www.zoho.com/books/api/
    default_scopes: ['ZohoBooks.settings.READ'],
    scope_descriptions: {
        'ZohoBooks.settings.READ': 'Read settings such as taxes and currencies, and the list of your organizations',
        'ZohoBooks.contacts.READ': 'Read contacts',
        'ZohoBooks.invoices.READ': 'Read invoices',
        'ZohoBooks.invoices.CREATE': 'Create invoices',
        'ZohoBooks.bills.READ': 'Read bills',
        'ZohoBooks.expenses.READ': 'Read expenses',
        'ZohoBooks.fullaccess.all': 'Read and write accounting data'
    },
    connection_config: {
        ...zohoConnectionConfig,
        organization_id: { type: 'string', title: 'Organization ID', example: '10234695', pattern: '^\\d{1,20}$', automated: true }
    },
    untranslated: [
        ...zohoUntranslated,
        'Read settings such as taxes and currencies, and the list of your organizations',
        'Read invoices',
        'Create invoices',
        'Read bills',
        'Read expenses'
    ],
    // https://www.zoho.com/books/api/
    identity: {
        url: '/books/v3/organizations',
        list: 'organizations',
        id: 'organization_id',
        label: ['name'],
        connection_config: { organization_id: 'organization_id' }
    },
    proxy: {
        // https://www.zoho.com/books/api/,
        // https://www.zoho.com/accounts/protocol/oauth/multi-dc/client-authorization.html
        base_url: '${connectionConfig.api_domain}',
        headers: { authorization: 'Zoho-oauthtoken ${accessToken}' },
        // Every call names the organization. Same page.
        query: { organization_id: '${connectionConfig.organization_id}' },
        // https://www.zoho.com/books/api/v3/pagination
        paginate: {
            type: 'offset',
            response_path: '*',
            offset_name_in_request: 'page',
            offset_start_value: 1,
            offset_calculation_method: 'per-page',
            limit_name_in_request: 'per_page',
            limit: 200
        }
    }
});
