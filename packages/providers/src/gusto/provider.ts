import { defineProvider } from '../provider.ts';
import mark from './mark.ts';

export default defineProvider({
    id: 'gusto',
    display_name: 'Gusto',
    mark,
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    categories: ['hr', 'accounting'],
    aliases: ['payroll', 'employees', 'benefits', 'zenpayroll'],
    auth_mode: 'OAUTH2',
    docs: 'https://docs.gusto.com/app-integrations/docs',
    setup: {
        url: 'https://docs.gusto.com/app-integrations/docs/authentication',
        text: 'Developer Portal → create an application with the redirect URI. Gusto approves every app before it issues credentials for production, and gives it its scopes.'
    },
    // https://docs.gusto.com/app-integrations/docs/oauth2
    authorization_url: 'https://api.gusto.com/oauth/authorize',
    token_url: 'https://api.gusto.com/oauth/token',
    // The first use of the new token revokes the old refresh token:
    // https://docs.gusto.com/embedded-payroll/v2022-11-01/reference/refresh-access-token
    refresh: { rotation: 'strict' },
    // It lists no parameter of PKCE: https://docs.gusto.com/app-integrations/docs/oauth2
    disable_pkce: true,
    // One company to a token: https://docs.gusto.com/app-integrations/docs/getting-setup,
    // https://github.com/Gusto/gusto-typescript-client,
    // gusto_embedded/docs/models/components/tokeninfo.md
    identity: { url: '/v1/token_info', id: 'resource.uuid', label: [] },
    proxy: {
        // https://docs.gusto.com/app-integrations/docs/authentication. Without a version header an
        // app gets its own version; an older one than that is refused:
        // https://docs.gusto.com/app-integrations/docs/getting-setup
        base_url: 'https://api.gusto.com',
        headers: { authorization: 'Bearer ${accessToken}' },
        // Per grant: https://docs.gusto.com/app-integrations/docs/rate-limits
        rate_limits: { per: 'credentials', windows: [{ requests: 200, per_seconds: 60 }] },
        // https://docs.gusto.com/embedded-payroll/v2025-11-15/docs/api-fundamentals
        paginate: {
            type: 'offset',
            response_path: '*',
            offset_name_in_request: 'page',
            offset_start_value: 1,
            offset_calculation_method: 'per-page',
            limit_name_in_request: 'per',
            limit: 100
        }
    }
});
