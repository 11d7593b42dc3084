import { defineProvider } from '../provider.ts';
import lever from '../lever/provider.ts';
import { leverWebhooks } from '../lever/webhooks.ts';

/** With a customer's own key. Lever's integrations for many customers sign in by OAuth. */
export default defineProvider({
    id: 'lever-basic',
    display_name: 'Lever (API key)',
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    categories: ['ats'],
    aliases: ['recruiting', 'candidates'],
    auth_mode: 'BASIC',
    docs: lever.docs,
    docs_connect: 'https://help.lever.co/hc/en-us/articles/20087297592477-Generating-and-using-API-credentials',
    // https://help.lever.co/hc/en-us/articles/20087297592477-Generating-and-using-API-credentials
    guide: [
        'In Lever, go to “Settings → Integrations and API → API Credentials”. Needs the role “Super Admin”.',
        'Click “Generate New Key”, name the key, and tick the permissions it needs.',
        'Copy the key and paste it here. It is shown only once.'
    ],
    setup: {
        url: 'https://hire.lever.co/developer/support',
        text: 'Nothing to register. A Super Admin creates a key in Lever under Settings → Integrations and API → API Credentials; tell them which permissions your calls need.'
    },
    credentials: {
        // The key is the user name, the password is empty:
        // https://hire.lever.co/developer/documentation#authentication
        username: {
            type: 'string',
            title: 'API key',
            secret: true
        },
        password: { type: 'string', title: 'Password', optional: true, hidden: true, secret: true }
    },
    ...leverWebhooks,
    proxy: {
        ...lever.proxy,
        // https://hire.lever.co/developer/documentation#authentication
        base_url: 'https://api.lever.co',
        headers: { authorization: 'Basic ${base64(${username}:${password})}' },
        // A key is given single endpoints, so that any of these may be closed to it:
        // https://hire.lever.co/developer/support
        verification: { method: 'GET', endpoints: ['/v1/users?limit=1', '/v1/postings?limit=1', '/v1/opportunities?limit=1'] }
    }
});
