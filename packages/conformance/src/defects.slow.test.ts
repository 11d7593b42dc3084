import { Patchbay } from '@patchbay/node';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Account } from './account.ts';
import { casesOf } from './all-cases.ts';
import { type AnyJson, type Defect, type Passing, startDefectiveServer } from './defective-server.fixtures.ts';
import { type Platform, startPlatform } from './platform.ts';
import { openAccount, runCases, type RunOptions } from './run-cases.ts';
import { vendors } from './vendors.ts';

let platform: Platform;
const opened = new Map<string, RunOptions>();
const control = async (verb: string, body?: unknown) => platform.control?.(verb, body);

beforeAll(async () => {
    platform = await startPlatform();
    for (const id of ['gem', 'quickbooks', 'ashby']) {
        const vendor = vendors.get(id) ?? expect.fail(`there is no vendor ${id}`);
        const { url, secretKey } = platform;
        const connection = await vendor.emulated(async (verb, body) => control(verb, body));
        const options = { url, secretKey, vendor, connection, isEmulated: true, writes: true };
        opened.set(id, { ...options, connection: (await openAccount(options)).connection });
    }
}, 300_000);
beforeEach(() => control('gem/faults', []));
afterAll(() => platform[Symbol.asyncDispose]());

/** The cases of a model that fail. @param says the only one to run */
async function failuresOf(
    vendor: string,
    model: string,
    { url = platform.url, says }: { url?: string; says?: string } = {}
): Promise<string[]> {
    const options = opened.get(vendor) ?? expect.fail(`${vendor} is not connected`);
    const { secretKey, connection } = options;
    if ('provider' in connection) return expect.fail('it is connected already');
    const patchbay = new Patchbay({ secretKey, baseUrl: url });
    const account = new Account({ url, secretKey, patchbay, connection, vendor: options.vendor, isEmulated: true });
    const cases = casesOf(options.vendor.category).filter((one) => one.model === model && (says === undefined || one.says === says));
    const results = await runCases(account, cases, options);
    return results.filter(({ result }) => result === 'failed').map((one) => one.says);
}

const isList = ({ method, url }: Passing, path: string) => method === 'GET' && url.pathname === path;
/** Changes the records of a list, and what is read alone. */
const each =
    (path: string, change: (record: AnyJson) => void): NonNullable<Defect['response']> =>
    (body, passing) => {
        if (passing.method === 'GET' && passing.url.pathname.startsWith(path)) for (const record of body.records ?? [body]) change(record);
    };
const later = (time: string) => new Date(Date.parse(time) + 7 * 3_600_000).toISOString();
const bodyOf = ({ body }: Passing) => JSON.parse(body.toString());

const defects: [what: string, vendor: string, model: string, defect: Defect, says: string][] = [
    [
        'has a record on two pages',
        'gem',
        'Job',
        {
            response: (body, passing) =>
                void (isList(passing, '/jobs') && body.records.length === 5 && body.records.splice(1, 1, body.records[0]))
        },
        'small pages have each record once, in the same order as large ones'
    ],
    [
        'loses a record between two pages',
        'gem',
        'User',
        { response: (body, passing) => void (isList(passing, '/users') && body.next_cursor !== null && body.records.pop()) },
        'small pages have each record once, in the same order as large ones'
    ],
    [
        'lacks a field',
        'gem',
        'Job',
        { response: each('/jobs', (record) => delete record.requisition_id) },
        'each record has the form of the model, and no other field'
    ],
    [
        'has a field of the vendor’s own',
        'gem',
        'Job',
        { response: each('/jobs', (record) => (record.reqId = 1)) },
        'each record has the form of the model, and no other field'
    ],
    [
        'takes a time for one of another zone',
        'quickbooks',
        'Transfer',
        { response: each('/transfers', (record) => (record.created_at = later(record.created_at))) },
        'each time is an instant that the vendor sent'
    ],
    [
        'moves a day to another zone',
        'quickbooks',
        'Transfer',
        { response: each('/transfers', (record) => (record.txn_date = later(record.txn_date).slice(0, 8) + '31')) },
        'each day is one that the vendor sent, in no other time zone'
    ],
    [
        'rounds an amount',
        'quickbooks',
        'PurchaseOrder',
        { response: each('/purchase-orders', (record) => (record.total_amt_cents = Math.floor(record.total_amt_cents / 100) * 100 + 1)) },
        'each amount is one that the vendor sent, to the last digit'
    ],
    [
        'has a wrong total',
        'quickbooks',
        'PurchaseOrder',
        { response: each('/purchase-orders', (record) => (record.total_amt_cents += 1)) },
        'total_amt_cents is the sum of line.*.amount_cents, with the tax'
    ],
    [
        'takes a credit for a debit',
        'quickbooks',
        'JournalEntry',
        { response: each('/journal-entries', (record) => (record.lines[0].posting_type = 'Credit')) },
        'debits and credits are equal, and total_amount is their sum'
    ],
    [
        'names what there is not',
        'gem',
        'JobStage',
        { response: each('/job-stages', (record) => (record.job_id = 'none')) },
        'job_id names Job records that there are'
    ],
    [
        'reads another record alone than it lists',
        'gem',
        'Location',
        { response: (body, { url }) => (url.pathname.startsWith('/locations/') && body.id ? { ...body, name: 'Other' } : body) },
        'a record read alone is the one in the list'
    ],
    [
        'ignores an unknown filter',
        'gem',
        'Location',
        { request: ({ url }) => void (url.searchParams.get('filter') === 'unheard_of' && url.searchParams.delete('filter')) },
        'an unknown filter is refused'
    ],
    ['has errors of another form', 'gem', 'Location', { error: () => ({ message: 'No' }) }, 'an unknown id is refused with 404'],
    [
        'writes records again that have not changed',
        'gem',
        'Location',
        {
            response(body, { url }) {
                if (url.pathname !== '/sync/status') return;
                for (const { latestResult } of body.syncs) for (const counts of Object.values<AnyJson>(latestResult)) counts.updated += 1;
            }
        },
        'a second run of the sync writes nothing'
    ],
    [
        'promises what the vendor lacks',
        'ashby',
        'JobPost',
        {
            response: (body, { url }) =>
                void (url.pathname.endsWith('/capabilities') && body.data.forEach((capability: AnyJson) => (capability.support = 'full')))
        },
        'GET /job-posts does what the table of capabilities says'
    ],
    [
        'forgets the keys of writes',
        'quickbooks',
        'Transfer',
        { request: ({ headers }) => void delete headers['idempotency-key'] },
        'a repeat with its Idempotency-Key makes no second one'
    ],
    [
        'writes in a dry run',
        'quickbooks',
        'Transfer',
        { request: ({ url }) => url.searchParams.delete('dry_run') },
        'a dry run shows the request without credentials, and makes nothing'
    ],
    [
        'changes an amount that it writes',
        'quickbooks',
        'Transfer',
        {
            request(passing) {
                if (passing.method === 'POST' && passing.url.pathname === '/transfers')
                    passing.body = Buffer.from(JSON.stringify({ ...bodyOf(passing), amount: 30.299999999999997 }));
            }
        },
        'what is created has the form of the model, and what was sent'
    ],
    [
        'overwrites a newer version',
        'quickbooks',
        'Deposit',
        { request: ({ method, url }) => void (method === 'PUT' && url.searchParams.set('overwrite', 'true')) },
        'an update of an older version is refused with the current one, and done with `overwrite`'
    ],
    [
        'changes an application that has changed',
        'ashby',
        'Application',
        { request: ({ method, url }) => void (method === 'PATCH' && url.searchParams.set('overwrite', 'true')) },
        'a change of an older version is refused with the current one'
    ],
    [
        'changes more than an update names',
        'quickbooks',
        'Deposit',
        {
            request(passing) {
                if (passing.method === 'PUT') passing.body = Buffer.from(JSON.stringify({ ...bodyOf(passing), txn_date: '2025-01-01' }));
            }
        },
        'an update changes what was sent, and nothing else'
    ]
];

test.each(defects)('a server that %s does not pass', async (_what, vendor, model, defect, says) => {
    await using server = await startDefectiveServer(platform.url, defect);
    expect(await failuresOf(vendor, model, { url: server.url, says })).toEqual([says]);
});

test('a vendor that leaves rows out of its list does not pass, and passes once it lists them again', async () => {
    await control('gem/faults', [{ match: { path_regex: '/ats/v0/job_posts' }, action: { type: 'status', code: 200, body: '[]' } }]);
    expect(await failuresOf('gem', 'JobPost')).toContain('the vendor has the same records as the list, each once');
    await control('gem/faults', []);
    expect(await failuresOf('gem', 'JobPost')).toEqual([]);
});
