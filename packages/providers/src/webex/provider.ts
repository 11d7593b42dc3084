import { defineProvider } from '../provider.ts';

export default defineProvider({
    id: 'webex',
    display_name: 'Webex',
    categories: ['communication'],
    aliases: ['cisco', 'meetings', 'video', 'chat', 'calls'],
    auth_mode: 'OAUTH2',
    untranslated: [
        'See the people in your organization',
        'See the spaces that you are in',
        'Read the messages in your spaces',
        'Post messages in your name',
        'Read your meetings',
        'Schedule and change your meetings'
    ],
    docs: 'https://developer.webex.com/docs/api/basics',
    setup: {
        url: 'https://developer.webex.com/docs/integrations',
        text: 'developer.webex.com → My Webex Apps → Create a New App → Create an Integration, with the redirect URI and the scopes, spark:people_read among them. The client secret is shown only once.'
    },
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    // https://developer.webex.com/docs/authentication-cc
    authorization_url: 'https://webexapis.com/v1/authorize',
    // https://developer.webex.com/docs/integrations
    token_url: 'https://webexapis.com/v1/access_token',
    // Each use extends it: https://developer.webex.com/docs/api/v1/authorizations
    refresh: {},
    default_scopes: ['spark:people_read'],
    scope_descriptions: {
        'spark:people_read': 'See the people in your organization',
        'spark:rooms_read': 'See the spaces that you are in',
        'spark:messages_read': 'Read the messages in your spaces',
        'spark:messages_write': 'Post messages in your name',
        'meeting:schedules_read': 'Read your meetings',
        'meeting:schedules_write': 'Schedule and change your meetings'
    },
    proxy: {
        // https://developer.webex.com/docs/api/basics
        base_url: 'https://webexapis.com',
        headers: { authorization: 'Bearer ${accessToken}' },
        // https://developer.webex.com/blog/rate-limiting-and-the-webex-api
        retry: { after: 'retry-after' },
        // How many items a page may have depends on the list:
        // https://developer.webex.com/docs/api/basics
        paginate: { type: 'link', response_path: 'items', link_rel_in_response_header: 'next' }
    },
    // https://developer.webex.com/docs/api/v1/people/get-my-own-details
    identity: { url: '/v1/people/me', id: 'id', label: ['emails.0', 'displayName'] }
});
