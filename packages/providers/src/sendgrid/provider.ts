import { defineProvider } from '../provider.ts';

export default defineProvider({
    id: 'sendgrid',
    display_name: 'SendGrid',
    categories: ['marketing', 'communication'],
    aliases: ['twilio', 'email', 'newsletter', 'transactional'],
    auth_mode: 'API_KEY',
    untranslated: ['Europe only for a regional subuser.', 'Global', 'In SendGrid, go to “Settings → API Keys” and click “Create API Key”.'],
    docs: 'https://www.twilio.com/docs/sendgrid/api-reference',
    docs_connect: 'https://www.twilio.com/docs/sendgrid/ui/account-and-settings/api-keys',
    // https://www.twilio.com/docs/sendgrid/ui/account-and-settings/api-keys
    guide: [
        'In SendGrid, go to “Settings → API Keys” and click “Create API Key”.',
        'Name the key, and choose the permissions it needs.',
        'Copy the key and paste it here. It is shown only once.'
    ],
    setup: {
        url: 'https://www.twilio.com/docs/sendgrid/ui/account-and-settings/api-keys',
        text: 'Nothing to register. End users create a key in SendGrid under Settings → API Keys; tell them which permissions your calls need.'
    },
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    credentials: {
        apiKey: { type: 'string', title: 'API key', example: 'SG.…', pattern: '^SG\\..+$', pattern_level: 'warn', secret: true }
    },
    connection_config: {
        // https://www.twilio.com/docs/sendgrid/api-reference/api-key-permissions/retrieve-a-list-of-scopes-for-which-this-user-has-access
        region: {
            type: 'string',
            title: 'Data region',
            description: 'Europe only for a regional subuser.',
            enum: ['eu'],
            enum_labels: { '': 'Global', eu: 'Europe' },
            optional: true
        }
    },
    proxy: {
        // https://www.twilio.com/docs/sendgrid/api-reference/api-key-permissions/retrieve-a-list-of-scopes-for-which-this-user-has-access
        base_url: 'https://api.${connectionConfig.region}.sendgrid.com || https://api.sendgrid.com',
        headers: { authorization: 'Bearer ${apiKey}' },
        verification: { method: 'GET', endpoints: ['/v3/scopes'] },
        // https://www.twilio.com/docs/sendgrid/api-reference/how-to-use-the-sendgrid-v3-api/rate-limits
        retry: { at: 'x-ratelimit-reset', remaining: 'x-ratelimit-remaining' }
    }
});
