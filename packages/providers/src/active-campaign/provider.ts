import { defineProvider } from '../provider.ts';

export default defineProvider({
    id: 'active-campaign',
    display_name: 'ActiveCampaign',
    categories: ['marketing', 'crm'],
    aliases: ['activecampaign', 'email', 'newsletter', 'automation'],
    auth_mode: 'API_KEY',
    untranslated: ['API address', 'In ActiveCampaign, go to “Settings → Developer”.', 'Copy the “URL” and the “Key” and paste them here.'],
    docs: 'https://developers.activecampaign.com/reference/overview',
    docs_connect: 'https://developers.activecampaign.com/reference/authentication',
    // https://developers.activecampaign.com/reference/authentication,
    // https://developers.activecampaign.com/reference/url
    guide: ['In ActiveCampaign, go to “Settings → Developer”.', 'Copy the “URL” and the “Key” and paste them here.'],
    setup: {
        url: 'https://developers.activecampaign.com/reference/authentication',
        text: 'Nothing to register. Each user of ActiveCampaign has a key of their own, with their own permissions, under Settings → Developer.'
    },
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    credentials: { apiKey: { type: 'string', title: 'API key', secret: true } },
    connection_config: {
        // https://developers.activecampaign.com/reference/url
        hostname: {
            type: 'string',
            title: 'API address',
            example: 'acme.api-us1.com',
            format: 'hostname',
            pattern: '^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\\.(?:api-us1|activehosted)\\.com$',
            prefix: 'https://'
        }
    },
    proxy: {
        // https://developers.activecampaign.com/reference/url
        base_url: 'https://${connectionConfig.hostname}/api',
        headers: { 'api-token': '${apiKey}' },
        // https://developers.activecampaign.com/reference/authentication
        verification: { method: 'GET', endpoints: ['/3/users/me'] },
        // https://developers.activecampaign.com/reference/rate-limits
        rate_limits: { per: '${connectionConfig.hostname}', windows: [{ requests: 5, per_seconds: 1 }] },
        retry: { after: 'retry-after', remaining: 'ratelimit-remaining' },
        // https://developers.activecampaign.com/reference/pagination
        paginate: {
            type: 'offset',
            response_path: '*',
            offset_name_in_request: 'offset',
            limit_name_in_request: 'limit',
            limit: 100
        }
    }
});
