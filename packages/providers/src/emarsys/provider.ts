import { defineProvider } from '../provider.ts';

export default defineProvider({
    id: 'emarsys',
    display_name: 'SAP Emarsys',
    certainty: { level: 'assumed', checked_on: '2026-11-28' },
    categories: ['marketing'],
    aliases: ['sap', 'email', 'newsletter', 'campaigns', 'engagement cloud'],
    untranslated: [
        'API user',
        'Click “Create API Credentials” and choose “WSSE”.',
        'Copy the username and the secret, and paste them here. The secret is shown only once.',
        'In Emarsys, an account owner opens “Management → Security Settings”.',
        'Secret',
        'Switch on the permissions that are needed, “settings” among them, and save.'
    ],
    auth_mode: 'SIGNATURE',
    docs: 'https://dev.emarsys.com/',
    docs_connect: 'https://help.emarsys.com/hc/en-us/articles/22036625729554-Security-settings-API-Users',
    // https://help.emarsys.com/hc/en-us/articles/22036625729554-Security-settings-API-Users
    guide: [
        'In Emarsys, an account owner opens “Management → Security Settings”.',
        'Click “Create API Credentials” and choose “WSSE”.',
        'Switch on the permissions that are needed, “settings” among them, and save.',
        'Copy the username and the secret, and paste them here. The secret is shown only once.'
    ],
    setup: {
        url: 'https://help.emarsys.com/hc/en-us/articles/22036625729554-Security-settings-API-Users',
        text: 'Nothing to register. An account owner makes an API user with WSSE under Management > Security Settings; tell them which permissions your calls need, besides reading the settings.'
    },
    credentials: {
        username: { type: 'string', title: 'API user', example: 'acme001', order: 1 },
        password: { type: 'string', title: 'Secret', secret: true, order: 2 }
    },
    // As all clients of the API have it: https://github.com/emartech/suite-js-sdk
    signature: { protocol: 'WSSE', digest_encoding: 'hex' },
    // Not documented where it could be read: five minutes are what its clients reckon with.
    token: { expires_in_ms: 300_000 },
    proxy: {
        // https://raw.githubusercontent.com/emartech/developer-hub-public-assets/master/resources/EmarsysV2PostmanCollection.json
        base_url: 'https://api.emarsys.net/api',
        headers: { 'x-wsse': '${accessToken}' }
    },
    // https://help.emarsys.com/hc/en-us/articles/115004529474-Overview-of-Account-Admininstrators-Endpoints
    identity: { url: '/v2/settings', id: 'data.id', label: ['data.name'] }
});
