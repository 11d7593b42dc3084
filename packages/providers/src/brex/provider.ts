import { defineProvider } from '../provider.ts';
import mark from './mark.ts';

export default defineProvider({
    id: 'brex',
    display_name: 'Brex',
    mark,
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    categories: ['accounting', 'payment'],
    aliases: ['expenses', 'cards', 'spend management'],
    auth_mode: 'OAUTH2',
    docs: 'https://developer.brex.com/',
    setup: {
        url: 'https://developer.brex.com/docs/partner_authentication',
        text: 'For developer partners only: Brex issues the client ID and the client secret on request. Give its developer support your redirect URI and the scopes, users.readonly among them.'
    },
    // https://developer.brex.com/docs/partner_authentication
    authorization_url: 'https://accounts-api.brex.com/oauth2/default/v1/authorize',
    token_url: 'https://accounts-api.brex.com/oauth2/default/v1/token',
    // A refresh replaces the refresh token, which ends after 90 days without use. Same page.
    refresh: { rotation: 'strict', idle_hours: 2160 },
    // https://developer.brex.com/guides/roles_permissions_scopes/#scopes
    default_scopes: ['openid', 'offline_access', 'users.readonly'],
    scope_descriptions: {
        openid: 'Know which account you use',
        offline_access: 'Keep access while you are away',
        'users.readonly': 'See the people in the company',
        'transactions.card.readonly': 'Read card transactions',
        'transactions.cash.readonly': 'Read bank transactions',
        'expenses.card.readonly': 'Read expenses',
        'vendors.readonly': 'Read vendors',
        transfers: 'Make payments'
    },
    untranslated: [
        'See the people in the company',
        'Read card transactions',
        'Read bank transactions',
        'Read expenses',
        'Read vendors',
        'Make payments'
    ],
    // https://developer.brex.com/guides/quickstart.md, https://developer.brex.com/openapi/team_api/
    identity: { url: '/v2/users/me', id: 'id', label: ['email'] },
    proxy: {
        // Before 2026 platform.brexapis.com, which goes on:
        // https://developer.brex.com/guides/partner_authentication.md
        base_url: 'https://api.brex.com',
        hosts: ['platform.brexapis.com'],
        headers: { authorization: 'Bearer ${accessToken}', accept: 'application/json' },
        // By client and Brex account: https://developer.brex.com/docs/rate_limits
        rate_limits: { per: 'credentials', windows: [{ requests: 1000, per_seconds: 60 }] },
        // https://developer.brex.com/docs/pagination
        paginate: {
            type: 'cursor',
            response_path: 'items',
            cursor_path_in_response: 'next_cursor',
            cursor_name_in_request: 'cursor',
            limit_name_in_request: 'limit',
            limit: 100
        },
        // https://developer.brex.com/docs/checklist/
        idempotency: { header: 'Idempotency-Key' }
    }
});
