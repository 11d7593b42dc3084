import { defineProvider } from '../provider.ts';
import mark from './mark.ts';

export default defineProvider({
    id: 'razorpay',
    display_name: 'Razorpay',
    mark,
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    categories: ['payment'],
    aliases: ['payments', 'orders'],
    auth_mode: 'BASIC',
    docs: 'https://razorpay.com/docs/api/',
    docs_connect: 'https://razorpay.com/docs/api/authentication',
    // https://razorpay.com/docs/api/authentication
    guide: [
        'In the Razorpay Dashboard, choose test mode or live mode and go to “Account & Settings → API Keys”.',
        'Click “Generate Key”.',
        'Copy the key ID and the key secret and paste them here. The secret is shown only once.'
    ],
    setup: {
        url: 'https://razorpay.com/docs/api/authentication',
        text: 'Nothing to register. End users generate a key in the Dashboard under Account & Settings → API Keys. An account has one key in test mode and one in live mode; a new one ends the old one.'
    },
    credentials: {
        // https://razorpay.com/docs/api/authentication
        username: {
            type: 'string',
            title: 'Key ID',
            example: 'rzp_live_…',
            pattern: '^rzp_(?:test|live)_[A-Za-z0-9]+$',
            pattern_level: 'warn',
            order: 1
        },
        password: { type: 'string', title: 'Key secret', secret: true, order: 2 }
    },
    untranslated: [
        'In the Razorpay Dashboard, choose test mode or live mode and go to “Account & Settings → API Keys”.',
        'Click “Generate Key”.',
        'Copy the key ID and the key secret and paste them here. The secret is shown only once.',
        'Key ID',
        'Key secret'
    ],
    proxy: {
        // https://razorpay.com/docs/api/authentication
        base_url: 'https://api.razorpay.com',
        headers: { authorization: 'Basic ${base64(${username}:${password})}' },
        // Wrong keys are a 400 in its page, a 401 in its responses:
        // https://github.com/razorpay/markdown-docs/blob/master/api/orders/fetch-all.md
        verification: { method: 'GET', endpoints: ['/v1/orders?count=1'] },
        // https://razorpay.com/docs/api/pagination,
        // https://github.com/razorpay/markdown-docs/blob/master/api/orders/fetch-all.md
        paginate: {
            type: 'offset',
            response_path: 'items',
            offset_name_in_request: 'skip',
            limit_name_in_request: 'count',
            limit: 100
        }
    }
});
