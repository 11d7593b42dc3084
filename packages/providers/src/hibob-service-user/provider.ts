import { defineProvider } from '../provider.ts';
import mark from './mark.ts';

export default defineProvider({
    id: 'hibob-service-user',
    display_name: 'HiBob',
    mark,
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    categories: ['hr'],
    aliases: ['bob', 'employees', 'hris', 'people'],
    auth_mode: 'BASIC',
    docs: 'https://apidocs.hibob.com',
    docs_connect: 'https://apidocs.hibob.com/docs/api-service-users',
    // https://apidocs.hibob.com/docs/api-service-users
    guide: [
        'As an admin of Bob, create a new API service user.',
        'Copy the ID and the token of the service user and paste them here.',
        'Create a permission group, add the service user to it and set the permissions that are needed.'
    ],
    setup: {
        url: 'https://apidocs.hibob.com/docs/api-service-users',
        text: 'Nothing to register. An admin of Bob creates a service user and adds it to a permission group; tell them which permissions your calls need. What it may not see is left out of responses.'
    },
    credentials: {
        username: { type: 'string', title: 'Service user ID', order: 1 },
        password: { type: 'string', title: 'Token', secret: true, order: 2 }
    },
    proxy: {
        // https://apidocs.hibob.com/reference/get_company-named-lists-listname
        base_url: 'https://api.hibob.com',
        headers: { authorization: 'Basic ${base64(${username}:${password})}', accept: 'application/json' },
        // Neither needs a permission: https://apidocs.hibob.com/reference/metadata
        verification: { method: 'GET', endpoints: ['/v1/company/named-lists', '/v1/company/people/fields'] },
        // Limits differ by endpoint: https://apidocs.hibob.com/reference/rate-limiting
        retry: { at: 'x-ratelimit-reset', remaining: 'x-ratelimit-remaining' }
    },
    untranslated: [
        'Service user ID',
        'As an admin of Bob, create a new API service user.',
        'Copy the ID and the token of the service user and paste them here.',
        'Create a permission group, add the service user to it and set the permissions that are needed.'
    ]
});
