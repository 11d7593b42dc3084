import { defineProvider } from '../provider.ts';
import mark from './mark.ts';

export default defineProvider({
    id: 'hibob-service-user',
    display_name: 'HiBob',
    mark,
    certainty: { level: 'assumed', checked_on: '2026-11-28' },
    categories: ['hr'],
    aliases: ['bob', 'employees', 'hris', 'people'],
    auth_mode: 'BASIC',
    docs: 'https://apidocs.hibob.com',
    docs_connect: 'https://help.hibob.com/hc/en-us/articles/27875098648465',
    // Not documented on a page that could be read: as integrators describe
    // https://help.hibob.com/hc/en-us/articles/27875098648465.
    guide: [
        'As an admin of Bob, go to “Settings → Integrations → Automation” and open “Service Users”.',
        'Click “New service user”, name it and save it. Copy its ID and its token and paste them here.',
        'Put the service user into a permission group that may see the data that is needed.'
    ],
    setup: {
        url: 'https://help.hibob.com/hc/en-us/articles/27875098648465',
        text: 'Nothing to register. An admin of Bob creates a service user and adds it to a permission group; tell them which permissions your calls need. What it may not see is left out of responses.'
    },
    credentials: {
        username: { type: 'string', title: 'Service user ID', order: 1 },
        password: { type: 'string', title: 'Token', secret: true, order: 2 }
    },
    proxy: {
        // Not documented on a page that could be read: as programs that call it use it.
        base_url: 'https://api.hibob.com',
        headers: { authorization: 'Basic ${base64(${username}:${password})}', accept: 'application/json' },
        // Neither needs a permission: https://apidocs.hibob.com/reference/metadata
        verification: { method: 'GET', endpoints: ['/v1/company/named-lists', '/v1/company/people/fields'] },
        // Limits differ by endpoint: https://apidocs.hibob.com/reference/rate-limiting
        retry: { at: 'x-ratelimit-reset', remaining: 'x-ratelimit-remaining' }
    },
    untranslated: [
        'Service user ID',
        'As an admin of Bob, go to “Settings → Integrations → Automation” and open “Service Users”.',
        'Click “New service user”, name it and save it. Copy its ID and its token and paste them here.',
        'Put the service user into a permission group that may see the data that is needed.'
    ]
});
