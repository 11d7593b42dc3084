import { defineProvider } from '../provider.ts';
import mark from './mark.ts';

export default defineProvider({
    id: 'google-gemini',
    display_name: 'Google Gemini',
    mark,
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    categories: ['ai'],
    aliases: ['gemini', 'ai studio'],
    auth_mode: 'API_KEY',
    docs: 'https://ai.google.dev/gemini-api/docs',
    docs_connect: 'https://ai.google.dev/gemini-api/docs/api-key',
    // https://ai.google.dev/gemini-api/docs/api-key
    guide: [
        'Go to aistudio.google.com/apikey and sign in to Google.',
        'Create a key in one of your projects.',
        'Copy the key and paste it here.'
    ],
    setup: {
        url: 'https://ai.google.dev/gemini-api/docs/api-key',
        text: 'Nothing to register. End users create a key in Google AI Studio. Google refuses older keys that are not restricted to the Gemini API.'
    },
    credentials: {
        apiKey: { type: 'string', title: 'API key', secret: true }
    },
    untranslated: [
        'Go to aistudio.google.com/apikey and sign in to Google.',
        'Create a key in one of your projects.',
        'Copy the key and paste it here.'
    ],
    proxy: {
        // https://ai.google.dev/api
        base_url: 'https://generativelanguage.googleapis.com',
        headers: { 'x-goog-api-key': '${apiKey}' },
        // https://ai.google.dev/api/rest/v1beta/models/list
        verification: { method: 'GET', endpoints: ['/v1beta/models?pageSize=1'] },
        // Same page; each list has its own limit.
        paginate: {
            type: 'cursor',
            response_path: '*',
            omits_empty_list: true,
            cursor_path_in_response: 'nextPageToken',
            cursor_name_in_request: 'pageToken'
        }
    }
});
