import { applicantTrackingContracts, unifiedContracts } from '@patchbay/contracts';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { unifiedExamples } from '../examples/unified.gen.ts';
import { type ConnectionKey, Patchbay } from '../src/index.ts';

type ExampleId = keyof typeof unifiedExamples;

const gem = { provider_config_key: 'gem', connection_id: 'gem' };
const idOf = (text: string) => Buffer.from(text).toString('base64');
const candidate = 'Y2FuZDo0NzEx';
/** What the examples name, among the rows that the account at Gem has. */
const rows = {
    dXNyOjEy: idOf('User:1'),
    YXBwOjgxNQ: idOf('Application:3'),
    am9iOjMx: idOf('Job:1'),
    cG9zdDo3: idOf('JobPost:1'),
    c3RnOjM: idOf('JobStage:1'),
    b2ZmOjQ: idOf('Office:1'),
    c3JjOjk: idOf('Source:2')
};

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
    await app.integrate('sandbox-gem', { unique_key: gem.provider_config_key });
    const patchbay = new Patchbay({ secretKey: app.keys.dev, baseUrl: app.url });
    await patchbay.connections.import({
        ...gem,
        credentials: { type: 'API_KEY', apiKey: 'gemTeamKey000000000000000000000000000001' },
        connection_config: { appSecret: 'gem-application-secret' }
    });
    const grant = Object(await app.sandbox.control('quickbooks/grants', { realm }));
    await patchbay.connections.import({
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

async function bodyOf(body: RequestInit['body'], names: Names): Promise<{ body?: string }> {
    if (typeof body === 'string') return { body: JSON.stringify(renamed(JSON.parse(body), names)) };
    if (!(body instanceof ReadableStream)) return {};
    // A form with a file.
    const form = await new Response(body).text();
    return { body: form.replaceAll(candidate, names.ids[candidate] ?? '').replaceAll('dXNyOjEy', rows.dXNyOjEy) };
}

/** Runs an example as it is, at an account that has other ids. */
async function runExample(id: ExampleId, connection: ConnectionKey, names: Names): Promise<Record<string, unknown>> {
    const patchbay = new Patchbay({
        secretKey: app.keys.dev,
        baseUrl: app.url,
        fetch: async (target, init) => {
            const url = new URL(target instanceof Request ? target.url : target);
            const path = url.pathname
                .split('/')
                .map((part) => encodeURIComponent(names.ids[decodeURIComponent(part)] ?? decodeURIComponent(part)));
            url.pathname = path.join('/');
            for (const [name, value] of url.searchParams) url.searchParams.set(name, names.ids[value] ?? value);
            return fetch(url, { ...init, ...(await bodyOf(init?.body, names)) });
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

test('the examples of applicant tracking run at the emulator of Gem', async () => {
    const ids: Record<string, string> = { ...rows };
    const runOne = (example: ExampleId) => runExample(example, gem, { ids, version: '' });
    const all = applicantTrackingContracts.flatMap(({ id }) => exampleOf(id) ?? []);
    const isList = (example: ExampleId) => example.startsWith('list') && example !== 'listCandidateNotes';
    const untilSynced = { timeout: 20_000 };
    for (const list of all.filter(isList))
        await vi.waitFor(async () => expect(await runOne(list)).toMatchObject({ sync_status: 'current' }), untilSynced);
    const isCreation = (example: ExampleId) => example.startsWith('create');
    for (const example of [...all.filter(isCreation), ...all.filter((one) => !isCreation(one) && !isList(one))]) {
        const response = await runOne(example);
        if (example === 'createCandidate') ids[candidate] = String(response['id']);
        if (example === 'listCandidateNotes') expect(response).toMatchObject([{ body: 'Prefers to be called in the afternoon.' }]);
        else if (example.startsWith('get')) expect(Object.values(ids)).toContain(response['id']);
        else expect([example, response]).toMatchObject([example, { id: expect.any(String) }]);
    }
});

test('these are all examples', () => {
    expect([...run].toSorted()).toEqual(Object.keys(unifiedExamples).toSorted());
    const addresses = unifiedContracts.map(({ id }) => id).filter((id) => id !== 'updateNamedApplication');
    expect(Object.keys(unifiedExamples).toSorted()).toEqual(addresses.toSorted());
});
