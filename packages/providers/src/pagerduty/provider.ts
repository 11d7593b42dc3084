import { defineProvider } from '../provider.ts';
import mark from './mark.ts';

export default defineProvider({
    id: 'pagerduty',
    display_name: 'PagerDuty',
    mark,
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    categories: ['dev-tools', 'ticketing'],
    aliases: ['incidents', 'on-call'],
    auth_mode: 'OAUTH2',
    docs: 'https://developer.pagerduty.com/docs/rest-api-overview',
    docs_connect: 'https://support.pagerduty.com/docs/service-regions',
    // https://support.pagerduty.com/docs/service-regions
    guide: [
        'Sign in to PagerDuty and look at the address of the page.',
        'If it ends in eu.pagerduty.com, choose the region in the EU. Otherwise, leave it as it is.'
    ],
    setup: {
        url: 'https://developer.pagerduty.com/docs/register-an-app',
        text: 'Integrations → App Registration → New App → OAuth 2.0 → Scoped OAuth: add the redirect URI under Redirect URL and tick the scopes, users.read among them. Other accounts can connect once the app is public.'
    },
    // https://developer.pagerduty.com/docs/user-oauth-token-via-code-grant
    authorization_url: 'https://identity.pagerduty.com/oauth/authorize',
    token_url: 'https://identity.pagerduty.com/oauth/token',
    // A refresh token lasts 210 days, and all of a sign-in three years:
    // https://developer.pagerduty.com/docs/user-oauth-token-via-pkce
    refresh: { rotation: 'strict', idle_hours: 5040, grant_hours: 26_280 },
    // https://developer.pagerduty.com/docs/oauth-functionality
    default_scopes: ['users.read'],
    scope_descriptions: {
        'users.read': 'See the people in the account',
        'incidents.read': 'Read incidents',
        'incidents.write': 'Create and change incidents',
        'services.read': 'Read services',
        'schedules.read': 'Read on-call schedules',
        'teams.read': 'See the teams',
        'webhook_subscriptions.write': 'Set up webhooks'
    },
    connection_config: {
        region: {
            type: 'string',
            title: 'Data region',
            description: 'Where PagerDuty hosts your account.',
            enum: ['eu'],
            enum_labels: { '': 'United States', eu: 'Europe' },
            optional: true
        }
    },
    untranslated: [
        'Where PagerDuty hosts your account.',
        'Sign in to PagerDuty and look at the address of the page.',
        'If it ends in eu.pagerduty.com, choose the region in the EU. Otherwise, leave it as it is.',
        'See the people in the account',
        'Read incidents',
        'Create and change incidents',
        'Read services',
        'Read on-call schedules',
        'See the teams',
        'Set up webhooks'
    ],
    // https://github.com/PagerDuty/api-schema
    identity: { url: '/users/me', id: 'user.id', label: ['user.email', 'user.name'] },
    proxy: {
        // https://developer.pagerduty.com/docs/rest-api-overview,
        // https://support.pagerduty.com/docs/service-regions
        base_url: 'https://api.${connectionConfig.region}.pagerduty.com || https://api.pagerduty.com',
        // https://developer.pagerduty.com/docs/user-oauth-token-via-code-grant
        headers: { authorization: 'Bearer ${accessToken}', accept: 'application/vnd.pagerduty+json;version=2' },
        // By app and user; the header has the seconds to wait:
        // https://developer.pagerduty.com/docs/rest-api-rate-limits
        rate_limits: { per: 'credentials', windows: [{ requests: 960, per_seconds: 60 }] },
        retry: { after: 'ratelimit-reset', remaining: 'ratelimit-remaining' },
        // https://developer.pagerduty.com/docs/pagination
        paginate: {
            type: 'offset',
            response_path: '*',
            offset_name_in_request: 'offset',
            limit_name_in_request: 'limit',
            limit: 100
        }
    }
});
