import { defineProvider } from '../provider.ts';
import mark from './mark.ts';

export default defineProvider({
    id: 'perplexity',
    display_name: 'Perplexity',
    mark,
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    categories: ['ai'],
    aliases: ['sonar', 'search'],
    auth_mode: 'API_KEY',
    docs: 'https://docs.perplexity.ai',
    docs_connect: 'https://docs.perplexity.ai/docs/admin/api-key-management',
    // https://docs.perplexity.ai/docs/admin/api-key-management
    guide: [
        'Go to console.perplexity.ai and sign in to Perplexity.',
        'Create an API group, if there is none, and generate a key in it.',
        'Copy the key and paste it here. It is shown only once.'
    ],
    setup: {
        url: 'https://docs.perplexity.ai/docs/admin/api-key-management',
        text: 'Nothing to register. End users generate a key in the console of the API, whose credits are apart from a Perplexity subscription. Without credits the API refuses the key.'
    },
    credentials: {
        // https://docs.perplexity.ai/docs/sdk/best-practices
        apiKey: {
            type: 'string',
            title: 'API key',
            example: 'pplx-…',
            pattern: '^pplx-[A-Za-z0-9]+$',
            pattern_level: 'warn',
            secret: true
        }
    },
    untranslated: [
        'Go to console.perplexity.ai and sign in to Perplexity.',
        'Create an API group, if there is none, and generate a key in it.'
    ],
    proxy: {
        // https://docs.perplexity.ai/api-reference/async-sonar-get
        base_url: 'https://api.perplexity.ai',
        headers: { authorization: 'Bearer ${apiKey}' },
        verification: { method: 'GET', endpoints: ['/v1/async/sonar'] }
    }
});
