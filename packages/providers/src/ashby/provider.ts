import { z } from 'zod';
import { checkResult } from '../check-credentials.ts';
import { defineProvider } from '../provider.ts';

const keyInfo = z.object({ success: z.boolean() });

export default defineProvider({
    id: 'ashby',
    display_name: 'Ashby',
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    categories: ['ats'],
    aliases: ['recruiting', 'candidates'],
    auth_mode: 'BASIC',
    docs: 'https://developers.ashbyhq.com/reference/introduction',
    docs_connect: 'https://docs.ashbyhq.com/how-do-i-generate-an-api-key',
    // https://docs.ashbyhq.com/how-do-i-generate-an-api-key
    guide: [
        'In Ashby, go to “Admin → Integrations → API Keys”.',
        'Click “New”, name the key, tick the permissions it needs, and click “Save and Continue”.',
        'Copy the key and paste it here. It is shown only once.'
    ],
    setup: {
        url: 'https://developers.ashbyhq.com/docs/authentication',
        text: 'Nothing to register. End users create a key under Admin → Integrations → API Keys; tell them which permissions your calls need.'
    },
    credentials: {
        username: {
            type: 'string',
            title: 'API key',
            secret: true
        },
        password: { type: 'string', title: 'Password', optional: true, hidden: true, secret: true }
    },
    // https://developers.ashbyhq.com/docs/authenticating-webhooks
    webhooks: {
        signature: { header: 'ashby-signature', prefix: 'sha256=', algorithm: 'sha256', encoding: 'hex' },
        forms: [
            {
                id: [{ body: 'webhookActionId' }],
                type: [{ body: 'action' }],
                account: [{ query: 'connection_id', equals: ['connection_id'] }]
            }
        ]
    },
    proxy: {
        // https://developers.ashbyhq.com/docs/authentication
        base_url: 'https://api.ashbyhq.com',
        headers: { authorization: 'Basic ${base64(${username}:${password})}', accept: 'application/json; version=1' },
        // Per key: https://docs.ashbyhq.com/how-do-i-generate-an-api-key
        rate_limits: { per: 'credentials', windows: [{ requests: 1000, per_seconds: 60 }] },
        // https://developers.ashbyhq.com/docs/authentication#api-key-endpoint-permissions
        credentials_refused: { status: 403, unless: { path: 'errors.0', value: 'missing_endpoint_permission' } },
        // Every list is a POST: https://developers.ashbyhq.com/docs/pagination-and-incremental-sync
        paginate: {
            type: 'cursor',
            response_path: 'results',
            cursor_path_in_response: 'nextCursor',
            cursor_name_in_request: 'cursor',
            limit_name_in_request: 'limit',
            limit: 100
        }
    },
    // https://developers.ashbyhq.com/reference/apikeyinfo
    async checkCredentials({ request }) {
        const response = await request({ method: 'POST', url: '/apiKey.info', body: {} });
        // 403 is for wrong keys too, and says which:
        // https://developers.ashbyhq.com/docs/authentication#api-key-endpoint-permissions
        if (response.status === 403 && response.text.includes('missing_endpoint_permission')) return { outcome: 'accepted' };
        const { outcome, reason } = checkResult(response);
        const isRefused = outcome === 'accepted' && keyInfo.safeParse(response.json).data?.success !== true;
        return { outcome: isRefused ? 'rejected' : outcome, ...(reason === undefined ? {} : { reason }) };
    }
});
