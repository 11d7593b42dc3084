import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openAccount } from './run-cases.ts';
import { type Platform, startPlatform } from './platform.ts';
import { runVendors, UserError } from './run-vendors.ts';
import { vendors } from './vendors.ts';

const vendor = vendors.get('gem') ?? expect.fail('there is no Gem');
let platform: Platform;
let env: Record<string, string>;
const control = async (verb: string, body?: unknown) => platform.control?.(verb, body);

beforeAll(async () => {
    platform = await startPlatform();
    const { url, secretKey } = platform;
    const connection = await vendor.emulated(async (verb, body) => control(verb, body));
    await openAccount({ url, secretKey, vendor, connection, isEmulated: true, writes: true });
    env = { PATCHBAY_URL: url, PATCHBAY_SECRET_KEY: secretKey, PATCHBAY_CONFORM_GEM_CONNECTION: 'conformance-gem/conformance' };
}, 300_000);
beforeEach(() => control('gem/faults', []));
afterAll(() => platform[Symbol.asyncDispose]());

/** The requests that the emulator got which were no reads. */
async function writes(): Promise<unknown[]> {
    const { requests } = Object(await control('gem/journal')) as { requests: { method: string }[] };
    return requests.filter(({ method }) => method !== 'GET');
}

test('at the connection of a running Patchbay only cases that read are run, and each other one says why', async () => {
    const told: string[] = [];
    const [run] = await runVendors(['gem'], { env, tell: (line) => told.push(line) });
    const results = run?.results ?? [];
    expect(results.filter(({ result }) => result === 'failed')).toEqual([]);
    expect(results.filter(({ result }) => result === 'passed').length).toBeGreaterThan(150);
    expect(await writes()).toEqual([]);
    expect(told[0]).toBe('Gem, at the connection conformance-gem/conformance:');
    expect(told).toContain(
        '· Note: what is created has what was sent, and is among the notes of the candidate once ' +
            '(not run: It writes into a real account: set PATCHBAY_CONFORM_WRITES=true to run it.)'
    );
}, 120_000);

test('a rate limit of the vendor is waited for', async () => {
    const tooMany = { type: 'status', code: 429, headers: { 'retry-after': '1' } };
    await control('gem/faults', [{ match: { path_regex: '/offices' }, action: tooMany, times: 1 }]);
    const { url, secretKey } = platform;
    const connection = { provider_config_key: 'conformance-gem', connection_id: 'conformance' };
    const account = await openAccount({ url, secretKey, vendor, connection, isEmulated: false, writes: false });
    expect((await account.live('/locations')).rows).toHaveLength(6);
    expect(await control('gem/unused-faults')).toEqual({ faults: [] });
});

test.each([
    [['nosuch'], {}, 'There is no vendor "nosuch". There are: gem, quickbooks, ashby, xero.'],
    [['gem'], { PATCHBAY_URL: 'http://127.0.0.1:1' }, 'PATCHBAY_URL needs PATCHBAY_SECRET_KEY: a secret key of an environment there.'],
    [
        ['xero'],
        { PATCHBAY_URL: 'http://127.0.0.1:1', PATCHBAY_SECRET_KEY: 'key' },
        'The Patchbay at PATCHBAY_URL has no account of Xero for this run: set PATCHBAY_CONFORM_XERO_CONNECTION or PATCHBAY_CONFORM_XERO_ACCESS_TOKEN.'
    ],
    [
        ['gem'],
        { PATCHBAY_URL: 'http://127.0.0.1:1', PATCHBAY_SECRET_KEY: 'key', PATCHBAY_CONFORM_GEM_CONNECTION: 'gem' },
        'PATCHBAY_CONFORM_GEM_CONNECTION is <integration>/<connection> of the Patchbay at PATCHBAY_URL.'
    ]
])('%j with %j is refused with a sentence', async (ids, variables, sentence) => {
    await expect(runVendors(ids, { env: variables })).rejects.toThrow(new UserError(sentence));
});

test.each([
    ['gem', { PATCHBAY_CONFORM_GEM_API_KEY: 'k', PATCHBAY_CONFORM_GEM_APPLICATION_SECRET: 's' }, { connection_config: { appSecret: 's' } }],
    ['gem', { PATCHBAY_CONFORM_GEM_API_KEY: 'k' }, { provider: 'gem', credentials: { type: 'API_KEY', apiKey: 'k' } }],
    ['ashby', { PATCHBAY_CONFORM_ASHBY_API_KEY: 'k' }, { provider: 'ashby', credentials: { type: 'BASIC', username: 'k', password: '' } }],
    [
        'quickbooks',
        { PATCHBAY_CONFORM_QUICKBOOKS_ACCESS_TOKEN: 't', PATCHBAY_CONFORM_QUICKBOOKS_REALM_ID: '9' },
        { provider: 'quickbooks', credentials: { type: 'OAUTH2', access_token: 't' }, connection_config: { realmId: '9' } }
    ],
    ['quickbooks', { PATCHBAY_CONFORM_QUICKBOOKS_SANDBOX: 'true' }, { provider: 'quickbooks-sandbox' }],
    [
        'xero',
        { PATCHBAY_CONFORM_XERO_ACCESS_TOKEN: 't', PATCHBAY_CONFORM_XERO_TENANT_ID: '9' },
        { provider: 'xero', credentials: { type: 'OAUTH2', access_token: 't' }, connection_config: { tenant_id: '9' } }
    ]
])('%s is reached at the vendor with %j', (id, variables: Record<string, string>, expected) => {
    expect(vendors.get(id)?.real((name) => variables[name])).toMatchObject(expected);
    for (const name of Object.keys(variables)) expect(vendors.get(id)?.variables).toContain(name);
});
