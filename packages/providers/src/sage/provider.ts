import { defineProvider } from '../provider.ts';
import mark from './mark.ts';

export default defineProvider({
    id: 'sage',
    display_name: 'Sage Accounting',
    mark,
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    categories: ['accounting'],
    aliases: ['sage one', 'sage business cloud', 'sageone'],
    auth_mode: 'OAUTH2',
    docs: 'https://developer.sage.com/accounting/guides/concepts/overview',
    setup: {
        url: 'https://developer.sage.com/accounting/guides/authenticating/authentication',
        text: 'In the Sage App Registry (developerselfservice.sageone.com) create an app with the redirect URI as callback URL; it shows the client ID and the client secret. The same app serves all countries.'
    },
    // https://developer.sage.com/accounting/guides/authenticating/authentication
    authorization_url: 'https://www.sageone.com/oauth2/auth/central',
    token_url: 'https://oauth.accounting.sage.com/token',
    authorization_params: { filter: 'apiv3.1' },
    disable_pkce: true,
    // An access token lasts five minutes. A refresh replaces the refresh token, which ends after 31
    // days without use. Same page.
    refresh: { rotation: 'strict', idle_hours: 744 },
    default_scopes: ['readonly'],
    scope_descriptions: { readonly: 'Read accounting data', full_access: 'Read and write accounting data' },
    connection_config: {
        business_id: { type: 'string', title: 'Business ID', example: '25dcc2a4f6d24dbdb2b4f0bd4bd0c9a3', automated: true }
    },
    untranslated: ['Read accounting data'],
    // A user may have several:
    // https://developer.sage.com/accounting/guides/concepts/multi_business/
    identity: {
        url: '/businesses',
        list: '$items',
        id: 'id',
        label: ['name', 'displayed_as'],
        connection_config: { business_id: 'id' }
    },
    proxy: {
        // https://developer.sage.com/accounting/guides/authenticating/authentication,
        // https://developer.sage.com/accounting/guides/concepts/multi_business/
        base_url: 'https://api.accounting.sage.com/v3.1',
        headers: { authorization: 'Bearer ${accessToken}', accept: 'application/json', 'x-business': '${connectionConfig.business_id}' },
        // By the link, since a page after the last responds with the last again:
        // https://developer.sage.com/accounting/guides/efficiencies/pagination
        paginate: {
            type: 'link',
            response_path: '$items',
            link_path_in_response_body: '$next',
            limit_name_in_request: 'items_per_page',
            limit: 200
        }
    }
});
