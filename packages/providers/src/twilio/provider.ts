import { defineProvider } from '../provider.ts';

export default defineProvider({
    id: 'twilio',
    display_name: 'Twilio',
    categories: ['communication'],
    aliases: ['sms', 'phone', 'calls', 'messages', 'voice'],
    auth_mode: 'BASIC',
    untranslated: [
        'Account SID',
        'Auth token',
        'Sign in to the Twilio Console at console.twilio.com and open the “Account Dashboard”.',
        'Copy the “Account SID” and the “Auth Token” and paste them here.'
    ],
    docs: 'https://www.twilio.com/docs/usage/api',
    docs_connect: 'https://www.twilio.com/docs/usage/requests-to-twilio',
    // https://www.twilio.com/docs/usage/requests-to-twilio
    guide: [
        'Sign in to the Twilio Console at console.twilio.com and open the “Account Dashboard”.',
        'Copy the “Account SID” and the “Auth Token” and paste them here.'
    ],
    setup: {
        url: 'https://www.twilio.com/docs/usage/requests-to-twilio',
        text: 'Nothing to register. End users find the Account SID and the Auth Token on the Account Dashboard of the Twilio Console.'
    },
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    credentials: {
        // https://www.twilio.com/docs/iam/api/account
        username: {
            type: 'string',
            title: 'Account SID',
            example: 'AC00000000000000000000000000000000',
            pattern: '^AC[0-9a-fA-F]{32}$',
            order: 1
        },
        password: { type: 'string', title: 'Auth token', secret: true, order: 2 }
    },
    proxy: {
        // https://www.twilio.com/docs/usage/requests-to-twilio
        base_url: 'https://api.twilio.com',
        // Its products have hosts of their own: https://github.com/twilio/twilio-oai
        hosts: ['.twilio.com'],
        headers: { authorization: 'Basic ${base64(${username}:${password})}' },
        // A path onto the same host. Newer products have meta.next_page_url instead:
        // https://github.com/twilio/twilio-oai
        paginate: {
            type: 'link',
            response_path: '*',
            link_path_in_response_body: 'next_page_uri',
            limit_name_in_request: 'PageSize',
            limit: 1000
        }
    },
    // https://www.twilio.com/docs/iam/api/account
    identity: { url: '/2010-04-01/Accounts/${username}.json', id: 'sid', label: ['friendly_name'] }
});
