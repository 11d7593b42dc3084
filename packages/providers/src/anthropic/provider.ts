import { defineProvider } from '../provider.ts';
import mark from './mark.ts';

export default defineProvider({
    id: 'anthropic',
    display_name: 'Anthropic',
    mark,
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    categories: ['ai'],
    aliases: ['claude'],
    auth_mode: 'API_KEY',
    docs: 'https://platform.claude.com/docs/en/api/overview',
    docs_connect: 'https://platform.claude.com/docs/en/get-api-key',
    // https://platform.claude.com/docs/en/get-api-key
    guide: [
        'Sign in to platform.claude.com and go to “Settings → API keys”.',
        'Click “Create key”, name the key, and choose when it ends and whose account it is linked to.',
        'Copy the key and paste it here. It is shown only once.'
    ],
    setup: {
        url: 'https://platform.claude.com/docs/en/get-api-key',
        text: 'Nothing to register. End users create a key in the Claude Console under Settings → API keys; the key of a service account stays when its creator leaves.'
    },
    credentials: {
        // https://platform.claude.com/docs/en/get-api-key
        apiKey: {
            type: 'string',
            title: 'API key',
            example: 'sk-ant-…',
            pattern: '^sk-ant-[\\w-]+$',
            pattern_level: 'warn',
            secret: true
        }
    },
    untranslated: [
        'Sign in to platform.claude.com and go to “Settings → API keys”.',
        'Click “Create key”, name the key, and choose when it ends and whose account it is linked to.'
    ],
    proxy: {
        // https://docs.anthropic.com/en/api/overview, https://docs.anthropic.com/en/api/models-list
        base_url: 'https://api.anthropic.com',
        headers: { 'x-api-key': '${apiKey}', 'anthropic-version': '2023-06-01' },
        verification: { method: 'GET', endpoints: ['/v1/models?limit=1'] },
        // Limits are by model and tier: https://platform.claude.com/docs/en/api/rate-limits
        retry: { after: 'retry-after', at: 'anthropic-ratelimit-requests-reset', remaining: 'anthropic-ratelimit-requests-remaining' },
        // https://docs.anthropic.com/en/api/models-list
        paginate: {
            type: 'cursor',
            response_path: 'data',
            cursor_path_in_response: 'last_id',
            cursor_name_in_request: 'after_id',
            limit_name_in_request: 'limit',
            limit: 1000
        }
    }
});
