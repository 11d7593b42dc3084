import netsuite from '../netsuite/provider.ts';
import { defineProvider } from '../provider.ts';

const { accountId } = netsuite.connection_config ?? {};
if (!accountId) throw new Error('NetSuite asks for no account ID.');

/** NetSuite with a token that the end user makes in it, rather than by a sign-in. */
export default defineProvider({
    id: 'netsuite-tba',
    display_name: 'NetSuite (token)',
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    categories: ['accounting'],
    aliases: ['oracle', 'erp', 'suitetalk', 'tba', 'token-based authentication'],
    auth_mode: 'TBA',
    docs: 'https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/section_1534941088.html',
    docs_connect: 'https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/bridgehead_4254083671.html',
    // https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/bridgehead_4254083671.html,
    // https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/section_1498251763.html
    guide: [
        'In NetSuite, click “Manage Access Tokens” in the “Settings” portlet, then “New My Access Token”.',
        'Choose the application and click “Save”. Copy the “Token ID” and the “Token Secret”, which are shown only once.',
        'Go to “Setup → Company → Company Information” for the account ID. Paste all three here.'
    ],
    setup: {
        url: 'https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/chapter_1540809676.html',
        text: 'Setup → Integration → Manage Integrations → New: tick Token-Based Authentication. Its consumer key and secret are the client ID and secret; they are shown once. From 2027.1 on NetSuite takes no new integrations of this kind: use NetSuite with OAuth 2 for them.'
    },
    credentials: {
        token_id: { type: 'string', title: 'Token ID', order: 2 },
        token_secret: { type: 'string', title: 'Token secret', secret: true, order: 3 }
    },
    connection_config: {
        accountId: {
            ...accountId,
            description: 'As in your SuiteTalk address, or as NetSuite shows it.',
            // NetSuite shows 1234567_SB1 where its addresses have 1234567-sb1.
            pattern: '^[A-Za-z0-9]+(?:[_-][A-Za-z0-9]+)*$',
            order: 1
        }
    },
    untranslated: [
        'Token ID',
        'Token secret',
        'As in your SuiteTalk address, or as NetSuite shows it.',
        'In NetSuite, click “Manage Access Tokens” in the “Settings” portlet, then “New My Access Token”.',
        'Choose the application and click “Save”. Copy the “Token ID” and the “Token Secret”, which are shown only once.',
        'Go to “Setup → Company → Company Information” for the account ID. Paste all three here.'
    ],
    proxy: {
        // https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/section_1546938065.html
        base_url: netsuite.proxy?.base_url ?? '',
        headers: { accept: 'application/json' },
        // https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/section_1545126526.html
        verification: { method: 'GET', endpoints: ['/metadata-catalog?select=customer'] },
        // https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/section_156414087576.html
        ...(netsuite.proxy?.paginate && { paginate: netsuite.proxy.paginate })
    },
    // Asks nothing: a token is of one account, whose id is known, so that a reconnect keeps it.
    // https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/bridgehead_4254081947.html
    async identify({ connectionConfig: { accountId: id } }) {
        return Promise.resolve({ accounts: typeof id === 'string' ? [{ id: id.toLowerCase(), label: id }] : [] });
    }
});
