import { describe, expect, test } from 'vitest';
import { interpolationValues } from './connection-values.ts';
import { fakeVendor } from './fake-vendor.ts';
import { identify } from './identify.ts';
import { findProvider } from './index.ts';

/** Responses in the vendors' shapes, where an account lies deeper than at the top of the body. */
const responses: [id: string, call: string, json: unknown, accounts: unknown][] = [
    [
        'jira',
        'GET https://api.atlassian.com/oauth/token/accessible-resources',
        [{ id: '1324a887-45db-1bf4-1e99-ef0ff456d421', name: 'Acme', url: 'https://acme.atlassian.net', scopes: [] }],
        [
            {
                id: '1324a887-45db-1bf4-1e99-ef0ff456d421',
                label: 'Acme',
                connectionConfig: { cloudId: '1324a887-45db-1bf4-1e99-ef0ff456d421' }
            }
        ]
    ],
    [
        'zoho-books',
        'GET /books/v3/organizations',
        { code: 0, message: 'success', organizations: [{ organization_id: '10234695', name: 'Zillum' }] },
        [{ id: '10234695', label: 'Zillum', connectionConfig: { organization_id: '10234695' } }]
    ],
    [
        'freshbooks',
        'GET /auth/api/v1/users/me',
        { response: { id: 1, business_memberships: [{ id: 2, role: 'owner', business: { id: 3, name: 'Acme', account_id: 'Zkl9dA' } }] } },
        [{ id: '3', label: 'Acme', connectionConfig: { account_id: 'Zkl9dA', business_id: '3' } }]
    ],
    [
        'exact-online',
        'GET /api/v1/current/Me?$select=CurrentDivision,FullName,UserID',
        { d: { results: [{ CurrentDivision: 1234567, FullName: 'Ada', UserID: '7b2d' }] } },
        [{ id: '7b2d', label: 'Ada', connectionConfig: { division: '1234567' } }]
    ],
    [
        'sage',
        'GET /businesses',
        { $total: 1, $items: [{ id: '25dc', displayed_as: 'Acme', $path: '/businesses/25dc' }] },
        [{ id: '25dc', label: 'Acme', connectionConfig: { business_id: '25dc' } }]
    ],
    [
        'fortnox',
        'GET /companyinformation',
        { CompanyInformation: { DatabaseNumber: 612, CompanyName: 'Acme' } },
        [{ id: '612', label: 'Acme' }]
    ],
    ['monday', 'POST /v2', { data: { me: { id: '4012689', email: 'ada@example.com' } } }, [{ id: '4012689', label: 'ada@example.com' }]],
    [
        'asana',
        'GET /api/1.0/users/me',
        { data: { gid: '12', email: 'ada@example.com', name: 'Ada' } },
        [{ id: '12', label: 'ada@example.com' }]
    ],
    [
        'clickup',
        'GET /api/v2/user',
        { user: { id: 7, username: 'Ada', email: 'ada@example.com' } },
        [{ id: '7', label: 'ada@example.com' }]
    ],
    ['pagerduty', 'GET /users/me', { user: { id: 'PXPGF42', email: 'ada@example.com' } }, [{ id: 'PXPGF42', label: 'ada@example.com' }]],
    ['freshdesk', 'GET /api/v2/agents/me', { id: 80, contact: { email: 'ada@example.com' } }, [{ id: '80', label: 'ada@example.com' }]]
];

describe.each(responses)('%s', (id, call, json, accounts) => {
    test('finds who signed in where the vendor has it', async () => {
        const definition = findProvider(id);
        if (!definition) throw new Error(`There is no definition ${id}.`);
        const credentials = { access_token: 'token' };
        const values = interpolationValues({ credentials });
        const request = fakeVendor({ [call]: { json } });
        expect(await identify(definition, { credentials, connectionConfig: {}, values, request })).toEqual({ accounts });
    });
});
