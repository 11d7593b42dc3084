import { defineProvider } from '../provider.ts';

/** With a user's own key. Integrations for many customers may sign in by OAuth instead. */
export default defineProvider({
    id: 'bamboohr-basic',
    display_name: 'BambooHR',
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    categories: ['hr', 'ats'],
    aliases: ['bamboo', 'employees', 'hris', 'people'],
    auth_mode: 'BASIC',
    docs: 'https://documentation.bamboohr.com/docs/getting-started',
    docs_connect: 'https://documentation.bamboohr.com/docs/getting-started',
    // https://documentation.bamboohr.com/docs/getting-started,
    // https://github.com/BambooHR/bhr-api-python, AUTHENTICATION.md
    guide: [
        'In BambooHR, open the menu of your account and go to “API Keys”.',
        'Click “Add New Key” and name it. Copy the key and paste it here.',
        'Enter the first part of your BambooHR address.'
    ],
    setup: {
        url: 'https://documentation.bamboohr.com/docs/getting-started',
        text: 'Nothing to register. End users create a key in BambooHR under Account → API Keys; it can read and change what they can.'
    },
    credentials: {
        // The key is the username, and the password may be any text:
        // https://documentation.bamboohr.com/docs/getting-started
        username: { type: 'string', title: 'API key', secret: true },
        password: { type: 'string', title: 'Password', optional: true, hidden: true, secret: true }
    },
    connection_config: {
        subdomain: {
            type: 'string',
            title: 'Subdomain',
            example: 'acme',
            pattern: '^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$',
            prefix: 'https://',
            suffix: '.bamboohr.com'
        }
    },
    proxy: {
        // https://github.com/BambooHR/bhr-api-python, GETTING_STARTED.md
        base_url: 'https://${connectionConfig.subdomain}.bamboohr.com/api',
        headers: { authorization: 'Basic ${base64(${username}:x${password})}', accept: 'application/json' },
        // Every user may read the first:
        // https://documentation.bamboohr.com/reference/account-information-1. The paths:
        // https://www.bamboohr.com/api/documentation/metadata.php
        verification: { method: 'GET', endpoints: ['/v1/meta/fields', '/v1/employees/directory'] },
        // Since 2026-09-16 with 429:
        // https://documentation.bamboohr.com/docs/planned-changes-to-the-api
        retry: { after: 'retry-after' }
    },
    untranslated: [
        'In BambooHR, open the menu of your account and go to “API Keys”.',
        'Click “Add New Key” and name it. Copy the key and paste it here.',
        'Enter the first part of your BambooHR address.',
        'Human resources'
    ]
});
