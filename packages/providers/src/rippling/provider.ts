import { defineProvider } from '../provider.ts';

export default defineProvider({
    id: 'rippling',
    display_name: 'Rippling',
    certainty: { level: 'assumed', checked_on: '2026-11-28' },
    categories: ['hr'],
    aliases: ['employees', 'hris', 'payroll', 'workers'],
    auth_mode: 'API_KEY',
    docs: 'https://developer.rippling.com/documentation/rest-api',
    docs_connect: 'https://developer.rippling.com/documentation/rest-api/guides/api-tokens',
    // Not documented on a page that could be read: as integrators describe it.
    guide: [
        'As an admin of Rippling, go to “Tools → Developer → API Tokens”.',
        'Click “Create API Token”, name it, choose the scopes it needs and click “Save”.',
        'Copy the token and paste it here. It is shown only once.'
    ],
    setup: {
        url: 'https://developer.rippling.com/documentation/rest-api',
        text: 'Nothing to register. End users create a token in the app API Tokens of Rippling; tell them which scopes your calls need. A token ends after 30 days without use.'
    },
    credentials: {
        apiKey: { type: 'string', title: 'Token', secret: true }
    },
    proxy: {
        // Not documented on a page that could be read: as a copy of its OpenAPI description in a
        // public client has it.
        base_url: 'https://rest.ripplingapis.com',
        headers: { authorization: 'Bearer ${apiKey}' },
        // Each is a scope of its own, so that any of these may be closed to the token. No list
        // takes a size. Not documented on a page that could be read: the same description.
        verification: { method: 'GET', endpoints: ['/companies/', '/workers/', '/users/'] },
        // Not documented on a page that could be read: the same description.
        paginate: { type: 'link', response_path: 'results', link_path_in_response_body: 'next_link' }
    },
    untranslated: [
        'As an admin of Rippling, go to “Tools → Developer → API Tokens”.',
        'Click “Create API Token”, name it, choose the scopes it needs and click “Save”.',
        'Copy the token and paste it here. It is shown only once.'
    ]
});
