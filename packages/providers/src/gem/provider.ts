import { defineProvider } from '../provider.ts';

export default defineProvider({
    id: 'gem',
    display_name: 'Gem',
    certainty: { level: 'assumed', checked_on: '2026-11-28' },
    categories: ['ats'],
    aliases: ['recruiting', 'candidates'],
    auth_mode: 'API_KEY',
    docs: 'https://api.gem.com/ats/v0/reference',
    // Not documented by Gem: as its partners describe it, such as
    // https://help.kombo.dev/hc/en-us/articles/32279370914449-Gem-ATS-How-do-I-link-my-account
    guide: [
        'As a Gem admin, click your profile at the bottom left and go to “Admin Settings → Integrations”.',
        'Under “Third party applications”, click “Add integration” and choose the product that asks for the key.',
        'Copy the “Shareable access key” and paste it here.'
    ],
    setup: {
        url: 'https://api.gem.com/ats/v0/reference',
        text: 'A partner of Gem puts the application secret that Gem issued into integration_config, as appSecret. End users copy their key under Admin settings → Integrations.'
    },
    credentials: {
        apiKey: {
            type: 'string',
            title: 'Shareable access key',
            // AWS API Gateway's usual length; it permits others:
            // https://docs.aws.amazon.com/apigateway/latest/api/API_CreateApiKey.html
            pattern: '^[A-Za-z0-9]{40}$',
            pattern_level: 'warn',
            secret: true
        }
    },
    // Gem gives the secret to its partner, so normally the integration or the session brings it. A
    // customer's own team key needs none, and then the header is left out.
    connection_config: {
        appSecret: {
            type: 'string',
            title: 'Application secret',
            description: 'Only for a shareable access key. Leave it empty with a team key.',
            secret: true,
            optional: true
        }
    },
    proxy: {
        // https://api.gem.com/v0/reference, https://api.gem.com/ats/v0/reference
        base_url: 'https://api.gem.com',
        headers: { 'x-api-key': '${apiKey}', 'x-application-secret': '${connectionConfig.appSecret}' },
        // A key may be good for one of the two APIs only: https://api.gem.com/v0/reference,
        // https://api.gem.com/ats/v0/reference
        verification: { method: 'GET', endpoints: ['/v0/users?page_size=1', '/ats/v0/users/?per_page=1'] },
        // Per key, by its plan: https://api.gem.com/v0/reference#section/Rate-Limits.
        // Not documented on the part of that page that could be read: the number, as integrators
        // report it.
        rate_limits: { per: 'credentials', windows: [{ requests: 20, per_seconds: 1 }] },
        // The gateway in front of both APIs refuses unknown and disabled keys so; a lack of
        // permission is told by the API behind it:
        // https://repost.aws/knowledge-center/api-gateway-troubleshoot-403-forbidden
        credentials_refused: { status: 403, header: 'x-amzn-errortype', value: 'ForbiddenException' },
        // Pages start at one; their size has two names, so the caller sets it. Same pages.
        paginate: { type: 'offset', offset_name_in_request: 'page', offset_start_value: 1, offset_calculation_method: 'per-page' }
    }
});
