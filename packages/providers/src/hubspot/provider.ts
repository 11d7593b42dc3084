import { z } from 'zod';
import { readAccounts } from '../read-accounts.ts';
import { defineProvider } from '../provider.ts';
import { verifyRequest } from './verify-request.ts';
import mark from './mark.ts';

const details = z.object({ portalId: z.number() });

export default defineProvider({
    id: 'hubspot',
    display_name: 'HubSpot',
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    mark,
    categories: ['crm', 'marketing'],
    auth_mode: 'OAUTH2',
    docs: 'https://developers.hubspot.com/docs/apps/developer-platform/build-apps/authentication/oauth/working-with-oauth',
    setup: {
        url: 'https://developers.hubspot.com/docs/apps/developer-platform/build-apps/authentication/oauth/working-with-oauth',
        text: 'Create an app that authenticates by OAuth. Its configuration has to list the redirect URI and every scope that the integration asks for.'
    },
    // https://developers.hubspot.com/docs/api-reference/latest/authentication/manage-oauth-tokens
    authorization_url: 'https://app.hubspot.com/oauth/authorize',
    // The v1 path ends on 2027-02-16, v3 in September 2027:
    // https://developers.hubspot.com/changelog/v1-oauth-api-deprecation,
    // https://developers.hubspot.com/changelog/legacy-apis-and-legacy-apps-whats-going-unsupported-and-when
    token_url: 'https://api.hubapi.com/oauth/2026-03/token',
    // https://developers.hubspot.com/docs/api-reference/latest/authentication/oauth-tokens/revoke-token
    revocation_url: 'https://api.hubapi.com/oauth/2026-03/token/revoke',
    // https://developers.hubspot.com/changelog/new-oauth-v3-api-endpoints-and-standardized-error-responses
    refresh: { rotation: 'none', permanent_errors: ['BAD_REFRESH_TOKEN'] },
    default_scopes: ['oauth'],
    // https://developers.hubspot.com/docs/apps/developer-platform/build-apps/authentication/scopes
    scope_descriptions: {
        oauth: 'Know which HubSpot account you use',
        'crm.objects.contacts.read': 'Read contacts',
        'crm.objects.contacts.write': 'Create and change contacts',
        'crm.objects.companies.read': 'Read companies',
        'crm.objects.deals.read': 'Read deals'
    },
    // https://developers.hubspot.com/docs/apps/legacy-apps/authentication/validating-requests,
    // https://developers.hubspot.com/docs/api-reference/webhooks-webhooks-v3/guide
    webhooks: {
        secret: 'client_secret',
        forms: [
            {
                events: '*',
                // An event's id alone may be another one's too.
                id: ['portalId', 'subscriptionId', 'eventId', 'occurredAt'].map((body) => ({ body })),
                type: [{ body: 'subscriptionType' }],
                account: [{ body: 'portalId', equals: ['connection_config.portalId', 'account'] }]
            }
        ]
    },
    // https://developers.hubspot.com/docs/apps/legacy-apps/authentication/validating-requests
    verifyWebhook: ({ request, secret, now }) => verifyRequest(request, secret, now),
    proxy: {
        // https://developers.hubspot.com/docs/api-reference/latest/overview
        base_url: 'https://api.hubapi.com',
        headers: { authorization: 'Bearer ${accessToken}' },
        // Per account that installed the app:
        // https://developers.hubspot.com/docs/developer-tooling/platform/usage-guidelines
        rate_limits: { per: 'credentials', windows: [{ requests: 110, per_seconds: 10 }] },
        retry: { after: 'retry-after', remaining: 'x-hubspot-ratelimit-remaining' },
        // Searches, which are a POST, take both in the body:
        // https://developers.hubspot.com/docs/api-reference/2026-03/crm/search-the-crm
        paginate: {
            type: 'cursor',
            response_path: 'results',
            cursor_path_in_response: 'paging.next.after',
            cursor_name_in_request: 'after',
            limit_name_in_request: 'limit',
            limit: 100
        }
    },
    // https://developers.hubspot.com/docs/api-reference/latest/account/account-information/get-account-details
    async identify({ request }) {
        const response = await request({ url: '/account-info/2026-03/details' });
        return readAccounts('HubSpot', response, details, ({ portalId }) => ({
            id: String(portalId),
            label: `HubSpot account ${portalId}`
        }));
    }
});
