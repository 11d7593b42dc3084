import { z } from 'zod';
import { readAccounts } from '../read-accounts.ts';
import { checkResult } from '../check-credentials.ts';
import { defineProvider } from '../provider.ts';
import mark from './mark.ts';

const name = z.string().nullish();
const account = z.object({
    id: z.string(),
    email: name,
    settings: z.object({ dashboard: z.object({ display_name: name }).nullish() }).nullish()
});

/**
 * By key: Stripe's OAuth is for apps listed in its marketplace, and every Stripe account has a key.
 */
export default defineProvider({
    id: 'stripe',
    display_name: 'Stripe',
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    other_ids: ['stripe-api-key'],
    mark,
    categories: ['payment'],
    aliases: ['payments', 'billing', 'invoices'],
    auth_mode: 'BASIC',
    docs: 'https://docs.stripe.com/api',
    docs_connect: 'https://docs.stripe.com/keys/restricted-api-keys',
    // https://docs.stripe.com/keys, https://stripe.com/docs/dashboard/teams
    guide: [
        'In the Stripe Dashboard, go to “Developers → API keys”. Needs the role “Administrator” or “Developer”.',
        'Click “Create restricted key”, name the key, and choose the permissions it needs.',
        'Copy the key and paste it here. It is shown only once.'
    ],
    setup: {
        url: 'https://docs.stripe.com/keys',
        text: 'Nothing to register. End users create a restricted key in the Dashboard under Developers → API keys; tell them which permissions your calls need.'
    },
    credentials: {
        // https://docs.stripe.com/keys#restricted-api-keys
        username: {
            type: 'string',
            title: 'Secret or restricted key',
            example: 'rk_live_…',
            pattern: '^(?:sk|rk)_(?:test|live)_[A-Za-z0-9]+$',
            pattern_level: 'warn',
            secret: true
        },
        password: { type: 'string', title: 'Password', optional: true, hidden: true, secret: true }
    },
    // https://docs.stripe.com/webhooks/signature, https://docs.stripe.com/connect/webhooks
    webhooks: {
        signature: {
            header: 'stripe-signature',
            algorithm: 'sha256',
            encoding: 'hex',
            list: { timestamp: 't', signature: 'v1' },
            signed: '{timestamp}.{body}',
            tolerance_seconds: 300
        },
        forms: [
            {
                id: [{ body: 'id' }],
                type: [{ body: 'type' }],
                account: [
                    { query: 'connection_id', equals: ['connection_id'] },
                    {
                        body: 'account',
                        equals: ['connection_config.account', 'account'],
                        // https://docs.stripe.com/api/events/object
                        identity_suffix: { text: '/test', where: { body: 'livemode', is: false } }
                    }
                ]
            }
        ]
    },
    proxy: {
        // https://docs.stripe.com/api/authentication
        base_url: 'https://api.stripe.com',
        // https://docs.stripe.com/api/files/create
        hosts: ['files.stripe.com'],
        headers: { authorization: 'Basic ${base64(${username}:${password})}' },
        // In live mode; a sandbox has 25: https://docs.stripe.com/rate-limits
        rate_limits: { per: 'credentials', windows: [{ requests: 100, per_seconds: 1 }] },
        // https://docs.stripe.com/api/pagination
        paginate: {
            type: 'cursor',
            response_path: 'data',
            cursor_path_in_response: 'data.-1.id',
            cursor_name_in_request: 'starting_after',
            limit_name_in_request: 'limit',
            limit: 100
        },
        // https://docs.stripe.com/api/idempotent_requests
        idempotency: { header: 'Idempotency-Key' }
    },
    // A wrong key is a 401, a missing permission a 403: https://docs.stripe.com/api/errors
    async checkCredentials({ request }) {
        const response = await request({ url: '/v1/account' });
        // A restricted key without the right to read the account: known to Stripe, so good.
        return response.status === 403 ? { outcome: 'accepted' } : checkResult(response);
    },
    // https://docs.stripe.com/api/accounts/retrieve
    async identify({ credentials: { username }, request }) {
        // One account keeps test data apart from live data:
        // https://docs.stripe.com/keys#test-live-modes
        const isTest = typeof username === 'string' && /^(?:sk|rk)_test_/.test(username);
        return readAccounts('Stripe', await request({ url: '/v1/account' }), account, ({ id, email, settings }) => {
            const label = settings?.dashboard?.display_name ?? email ?? id;
            return isTest ? { id: `${id}/test`, label: `${label} (test)` } : { id, label };
        });
    }
});
