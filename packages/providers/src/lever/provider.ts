import { defineProvider } from '../provider.ts';
import { leverWebhooks } from './webhooks.ts';

export default defineProvider({
    id: 'lever',
    display_name: 'Lever',
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    categories: ['ats'],
    aliases: ['recruiting', 'candidates'],
    auth_mode: 'OAUTH2',
    docs: 'https://hire.lever.co/developer/documentation',
    setup: {
        url: 'https://hire.lever.co/developer/oauth',
        text: 'Lever registers the app, for members of its partner program: name the redirect URI and the scopes in its registration form.'
    },
    // These three, the form of the scopes and the refresh:
    // https://hire.lever.co/developer/documentation#authentication
    authorization_url: 'https://auth.lever.co/authorize',
    token_url: 'https://auth.lever.co/oauth/token',
    authorization_params: { audience: 'https://api.lever.co/v1/', prompt: 'consent' },
    disable_pkce: true,
    // Each refresh brings a new one; the last ends a year after the consent. Same page.
    refresh: { rotation: 'strict', grant_hours: 8760 },
    default_scopes: ['offline_access'],
    scope_descriptions: {
        offline_access: 'Keep access while you are away',
        'opportunities:read:admin': 'Read candidates and their applications',
        'postings:read:admin': 'Read job postings',
        'users:read:admin': 'Read the people in your Lever account'
    },
    no_check: 'Lever has no address that tells whose token it is.',
    // The signature is in the body, of its token and time alone:
    // https://hire.lever.co/developer/documentation#webhooks
    ...leverWebhooks,
    proxy: {
        // https://hire.lever.co/developer/documentation#introduction
        base_url: 'https://api.lever.co',
        headers: { authorization: 'Bearer ${accessToken}' },
        // https://hire.lever.co/developer/documentation#rate-limits
        rate_limits: { per: 'credentials', windows: [{ requests: 10, per_seconds: 1 }] },
        // https://hire.lever.co/developer/documentation#pagination
        paginate: {
            type: 'cursor',
            response_path: 'data',
            cursor_path_in_response: 'next',
            cursor_name_in_request: 'offset',
            limit_name_in_request: 'limit',
            limit: 100
        }
    }
});
