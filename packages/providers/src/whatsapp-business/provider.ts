import { defineProvider } from '../provider.ts';
import mark from './mark.ts';

export default defineProvider({
    id: 'whatsapp-business',
    display_name: 'WhatsApp Business',
    mark,
    categories: ['communication'],
    aliases: ['whatsapp', 'meta', 'facebook', 'messages', 'chat'],
    auth_mode: 'API_KEY',
    untranslated: [
        'Phone number ID',
        'Not the phone number itself.',
        'In the Meta App Dashboard, open your app and its product “WhatsApp”, and copy the “Phone number ID”.',
        'In Meta Business Suite, go to “Business settings → Users → System users” and choose a system user.',
        'Click “Generate token”, choose the app, and tick the permissions for WhatsApp.'
    ],
    docs: 'https://developers.facebook.com/docs/whatsapp',
    docs_connect: 'https://developers.facebook.com/blog/post/2022/12/05/auth-tokens/',
    // https://developers.facebook.com/blog/post/2022/12/05/auth-tokens/
    guide: [
        'In the Meta App Dashboard, open your app and its product “WhatsApp”, and copy the “Phone number ID”.',
        'In Meta Business Suite, go to “Business settings → Users → System users” and choose a system user.',
        'Click “Generate token”, choose the app, and tick the permissions for WhatsApp.',
        'Copy the token and paste it here. It is shown only once.'
    ],
    setup: {
        url: 'https://developers.facebook.com/blog/post/2022/12/05/auth-tokens/',
        text: 'Nothing to register. End users bring the token of a system user of their business and the ID of the phone number that messages are sent from.'
    },
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    credentials: { apiKey: { type: 'string', title: 'Token', secret: true } },
    connection_config: {
        phone_number_id: {
            type: 'string',
            title: 'Phone number ID',
            description: 'Not the phone number itself.',
            example: '106540352242922',
            pattern: '^[0-9]{5,20}$'
        }
    },
    proxy: {
        // https://developers.facebook.com/documentation/business-messaging/whatsapp/reference/whatsapp-business-phone-number/whatsapp-business-account-phone-number-api
        base_url: 'https://graph.facebook.com',
        headers: { authorization: 'Bearer ${apiKey}' },
        // https://developers.facebook.com/docs/graph-api/results
        paginate: {
            type: 'cursor',
            response_path: 'data',
            cursor_path_in_response: 'paging.cursors.after',
            cursor_name_in_request: 'after'
        }
    },
    // https://developers.facebook.com/documentation/business-messaging/whatsapp/reference/whatsapp-business-phone-number/whatsapp-business-account-phone-number-api
    identity: {
        url: '/v24.0/${connectionConfig.phone_number_id}?fields=id,display_phone_number,verified_name',
        id: 'id',
        label: ['verified_name', 'display_phone_number']
    }
});
