import { applicantTrackingContracts, unifiedContracts } from '@patchbay/contracts';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { unifiedExamples } from '../examples/unified.gen.ts';
import { type ConnectionKey, Patchbay } from '../src/index.ts';

type ExampleId = keyof typeof unifiedExamples;

const books = { provider_config_key: 'books', connection_id: 'books' };
const realm = '9341453474484455001';
/** What the examples name, among the rows that the company begins with. */
const lists = {
    // Accounts: the bank, savings, goods, sales, office expenses.
    35: '1',
    36: '11',
    7: '6',
    79: '4',
    33: '8',
    // A vendor, a customer, and items.
    41: '1',
    58: '1',
    27: '1',
    19: '2',
    // The company of the examples counts in euros.
    EUR: 'USD'
};
/** What the examples of each kind are about, and what is made before it. */
const kinds: Readonly<Record<string, { id: string; plural: string; after?: string }>> = {
    Account: { id: '7', plural: 'Accounts' },
    Bill: { id: '146', plural: 'Bills' },
    BillPayment: { id: '150', plural: 'BillPayments', after: 'Bill' },
    CreditMemo: { id: '131', plural: 'CreditMemos' },
    Customer: { id: '58', plural: 'Customers' },
    Deposit: { id: '212', plural: 'Deposits' },
    Invoice: { id: '130', plural: 'Invoices' },
    Item: { id: '27', plural: 'Items' },
    JournalEntry: { id: '301', plural: 'JournalEntries' },
    Payment: { id: '140', plural: 'Payments', after: 'Invoice' },
    Purchase: { id: '188', plural: 'Purchases' },
    PurchaseOrder: { id: '257', plural: 'PurchaseOrders' },
    Transfer: { id: '340', plural: 'Transfers' }
};
/** In the order in which one object can go through them. */
const verbs = ['create', 'get', 'list', 'update', 'send', 'void', 'delete'];

let app: TestApp;
const run = new Set<string>();
beforeAll(async () => {
    app = await startTestApp({ runsJobs: true });
    const { apps } = Object(await app.sandbox.control('quickbooks/apps'));
    await app.sandbox.control('quickbooks/settings', { throttle: false });
    const client = { type: 'OAUTH2' as const, client_id: String(apps[0].id), client_secret: String(apps[0].secret) };
    await app.integrate('sandbox-quickbooks', { unique_key: books.provider_config_key, credentials: client });
    const grant = Object(await app.sandbox.control('quickbooks/grants', { realm }));
    await new Patchbay({ secretKey: app.keys.dev, baseUrl: app.url }).connections.import({
        ...books,
        credentials: {
            type: 'OAUTH2',
            access_token: String(grant.access_token),
            refresh_token: String(grant.refresh_token),
            expires_at: new Date(app.clock.now().getTime() + 3_600_000).toISOString()
        },
        connection_config: { realmId: realm }
    });
});
afterAll(() => app[Symbol.asyncDispose]());

/** Ids of the examples, and the version that they name, by those of the account. */
interface Names {
    ids: Readonly<Record<string, string>>;
    version: string;
}

/** JSON with the names of the account; dates and amounts stay. */
function renamed(value: unknown, names: Names, field = ''): unknown {
    if (Array.isArray(value)) return value.map((each) => renamed(each, names, field));
    if (typeof value === 'object' && value !== null)
        return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, renamed(each, names, name)]));
    if (field === 'sync_token') return names.version;
    return typeof value === 'string' && /^(?:id|value|currency)$|_id$|^created_by$/.test(field) ? (names.ids[value] ?? value) : value;
}

/** Runs an example as it is, at an account that has other ids. */
async function runExample(id: ExampleId, connection: ConnectionKey, names: Names): Promise<Record<string, unknown>> {
    const patchbay = new Patchbay({
        secretKey: app.keys.dev,
        baseUrl: app.url,
        fetch: (target, init) => {
            const url = new URL(target instanceof Request ? target.url : target);
            const path = url.pathname
                .split('/')
                .map((part) => encodeURIComponent(names.ids[decodeURIComponent(part)] ?? decodeURIComponent(part)));
            url.pathname = path.join('/');
            const body = typeof init?.body === 'string' ? { body: JSON.stringify(renamed(JSON.parse(init.body), names)) } : {};
            return fetch(url, { ...init, ...body });
        }
    });
    run.add(id);
    return Object(await unifiedExamples[id](patchbay, connection));
}

// The names of examples are those of the object.
const exampleOf = (name: string) => (Object.hasOwn(unifiedExamples, name) ? (name as ExampleId) : undefined);

test.each(Object.keys(kinds))('the examples of the kind %s run at the emulator of QuickBooks, one after another', async (kind) => {
    const { id = '', plural = '', after } = kinds[kind] ?? {};
    const ids: Record<string, string> = { ...lists };
    if (after) {
        const before = await runExample(exampleOf(`create${after}`) ?? expect.fail('there is no such example'), books, {
            ids,
            version: ''
        });
        ids[kinds[after]?.id ?? ''] = String(before['id']);
    }
    let version = '';
    for (const verb of verbs) {
        const example = exampleOf(verb === 'list' ? `list${plural}` : `${verb}${kind}`);
        if (!example) continue;
        const response = await runExample(example, books, { ids, version });
        if (verb === 'list') expect(response).toMatchObject({ records: expect.any(Array), sync_status: expect.any(String) });
        if (verb === 'create') ids[id] = String(response['id']);
        else if (verb !== 'list') expect([verb, response]).toMatchObject([verb, { id: ids[id] }]);
        if (typeof response['sync_token'] === 'string') version = response['sync_token'];
    }
});

test('these are all examples of accounting', () => {
    const accounting = unifiedContracts.filter((endpoint) => !applicantTrackingContracts.includes(endpoint));
    expect([...run].toSorted()).toEqual(accounting.map(({ id }) => id).toSorted());
});
