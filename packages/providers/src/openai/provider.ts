import { checkResult } from '../check-credentials.ts';
import { defineProvider } from '../provider.ts';

export default defineProvider({
    id: 'openai',
    display_name: 'OpenAI',
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    categories: ['ai'],
    aliases: ['chatgpt', 'gpt'],
    auth_mode: 'API_KEY',
    docs: 'https://platform.openai.com/docs/api-reference',
    docs_connect: 'https://help.openai.com/en/articles/4936850-where-do-i-find-my-openai-api-key',
    // https://help.openai.com/en/articles/4936850-where-do-i-find-my-openai-api-key,
    // https://help.openai.com/en/articles/8867743
    guide: [
        'Go to platform.openai.com/api-keys and sign in to OpenAI.',
        'Click “Create new secret key”, name the key, and choose its permissions.',
        'Copy the key and paste it here. It is shown only once.'
    ],
    setup: {
        url: 'https://help.openai.com/en/articles/4936850-where-do-i-find-my-openai-api-key',
        text: "Nothing to register. End users create a key on OpenAI's API key page, where it is shown in full only once."
    },
    credentials: {
        apiKey: {
            type: 'string',
            title: 'API key',
            example: 'sk-…',
            pattern: '^sk-[\\w-]+$',
            pattern_level: 'warn',
            secret: true
        }
    },
    proxy: {
        // https://platform.openai.com/docs/api-reference/authentication
        base_url: 'https://api.openai.com',
        headers: { authorization: 'Bearer ${apiKey}' },
        // https://developers.openai.com/api/docs/guides/rate-limits
        retry: { after: 'retry-after' },
        // Lists that are never long, such as the models, come without last_id:
        // https://platform.openai.com/docs/api-reference/files/list
        paginate: { type: 'cursor', response_path: 'data', cursor_path_in_response: 'last_id', cursor_name_in_request: 'after' }
    },
    // https://platform.openai.com/docs/api-reference/models/list
    async checkCredentials({ request }) {
        const response = await request({ url: '/v1/models' });
        // A restricted key need not be able to list models, which is told with either status:
        // https://community.openai.com/t/restricted-api-key-misses-model-request-scope/1384493
        if ([401, 403].includes(response.status) && /missing scopes/i.test(response.text)) return { outcome: 'accepted' };
        // A blocked country tells nothing about the key:
        // https://developers.openai.com/docs/guides/error-codes
        if (response.status === 403) return { outcome: 'unreachable' };
        return checkResult(response);
    }
});
