import { defineProvider } from '../provider.ts';
import mark from './mark.ts';

export default defineProvider({
    id: 'calendly',
    display_name: 'Calendly',
    mark,
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    categories: ['productivity'],
    aliases: ['scheduling', 'calendar', 'meetings', 'appointments'],
    auth_mode: 'OAUTH2',
    docs: 'https://developer.calendly.com/api-docs',
    setup: {
        url: 'https://developer.calendly.com/docs/authentication/how-to-access-calendly-data-on-behalf-of-authenticated-users',
        text: 'developer.calendly.com → My Apps → Create new app, of the kind Web, with the redirect URI and the scopes that the integration asks for. An app without scopes may call nothing.'
    },
    // https://developer.calendly.com/api-docs/calendly-o-auth/o-auth/get-oauth-authorize
    authorization_url: 'https://auth.calendly.com/oauth/authorize',
    // https://developer.calendly.com/api-docs/calendly-o-auth/o-auth/post-oauth-refresh-token
    token_url: 'https://auth.calendly.com/oauth/token',
    authorization_method: 'header',
    usual_lifetime_seconds: 7200,
    // https://developer.calendly.com/refresh-token-rotation-guide
    refresh: { rotation: 'strict' },
    token_response_metadata: ['owner', 'organization'],
    // https://developer.calendly.com/docs/authentication/scopes
    default_scopes: ['users:read'],
    scope_descriptions: {
        'users:read': 'Read your profile',
        'availability:read': 'Read when you are available',
        'event_types:read': 'Read the kinds of meetings that you offer',
        'event_types:write': 'Create and change the kinds of meetings that you offer',
        'scheduled_events:read': 'Read scheduled meetings'
    },
    untranslated: [
        'Read when you are available',
        'Read the kinds of meetings that you offer',
        'Create and change the kinds of meetings that you offer',
        'Read scheduled meetings'
    ],
    proxy: {
        // https://developer.calendly.com/docs/getting-started/introduction
        base_url: 'https://api.calendly.com',
        headers: { authorization: 'Bearer ${accessToken}' },
        // 500 a minute, or 50 on the free plan; the reset is in seconds from now:
        // https://developer.calendly.com/api-docs/overview/rate-limits
        retry: { after: 'x-ratelimit-reset', remaining: 'x-ratelimit-remaining' },
        // The names and the largest count, of its schema Pagination:
        // https://developer.calendly.com/api-docs/25a4ece03c1bc-list-user-s-event-types
        paginate: {
            type: 'link',
            response_path: 'collection',
            link_path_in_response_body: 'pagination.next_page',
            limit_name_in_request: 'count',
            limit: 100
        }
    },
    // https://developer.calendly.com/how-to-access-calendly-data-on-behalf-of-authenticated-users
    identity: { url: '/users/me', id: 'resource.uri', label: ['resource.email', 'resource.name'] }
    // No revocation: Calendly wants the client in the body there, and in a header at its token URL:
    // https://developer.calendly.com/api-docs/calendly-o-auth/o-auth/post-oauth-revoke
});
