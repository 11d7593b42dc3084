import { getConnection } from '@patchbay/contracts';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DashboardBrowser, join, outcome, setUp } from '../members/members.fixtures.ts';

let app: TestApp;
let owner: DashboardBrowser;
beforeAll(async () => {
    app = await startTestApp();
    owner = await setUp(app);
    await app.integrate('unauthenticated');
    await owner.send('POST', '/environments/dev/connections', {
        provider_config_key: 'unauthenticated',
        connection_id: 'acme',
        credentials: { type: 'NONE' },
        metadata: { plan: 'free' },
        tags: { region: 'eu' },
        end_user: { id: 'noor' }
    });
});
afterAll(() => app[Symbol.asyncDispose]());

const edit = (changes: object, browser = owner) =>
    browser.send('PUT', '/connection-fields', {
        environment: 'dev',
        integration_id: 'unauthenticated',
        connection_id: 'acme',
        ...changes
    });
const stored = async () => {
    const query = { provider_config_key: 'unauthenticated' };
    const { metadata, tags } = await app.call(getConnection, { params: { connection_id: 'acme' }, query });
    return { metadata, tags };
};

test('metadata and tags are replaced where they still are what the editor began with', async () => {
    const before = await stored();
    expect(before.tags).toEqual({ region: 'eu', end_user_id: 'noor' });
    const response = await edit({
        metadata: { before: before.metadata, after: { plan: 'pro', seats: 3 } },
        tags: { before: before.tags, after: { Region: 'us' } }
    });
    const after = { metadata: { plan: 'pro', seats: 3 }, tags: { region: 'us', end_user_id: 'noor' } };
    expect([response.status, response.json]).toEqual([200, { data: after }]);
    expect(await stored()).toEqual(after);
});

test('of two who edit the same at once, one is told, and nothing of the other is lost', async () => {
    const { metadata } = await stored();
    const responses = await Promise.all(['one', 'other'].map((plan) => edit({ metadata: { before: metadata, after: { plan } } })));
    expect(responses.map(outcome).toSorted()).toEqual(['200', '409 conflict']);
    const won = responses.find(({ status }) => status === 200)?.json as { data: { metadata: unknown } };
    expect((await stored()).metadata).toEqual(won.data.metadata);
});

test('the order of keys is no difference, and a change of the tags does not stand in the way of the metadata', async () => {
    await edit({ metadata: { before: (await stored()).metadata, after: { a: 1, b: { c: 2, d: [3] } } } });
    await edit({ tags: { before: (await stored()).tags, after: { other: 'x' } } });
    expect(outcome(await edit({ metadata: { before: { b: { d: [3], c: 2 }, a: 1 }, after: {} } }))).toBe('200');
});

test.each([
    ['nothing to change', {}, '400 invalid_body'],
    ['more than 16 KiB', { metadata: { before: {}, after: { text: 'x'.repeat(17_000) } } }, '400 invalid_body'],
    ['a tag that is no text', { tags: { before: {}, after: { a: 1 } } }, '400 invalid_body'],
    ['another connection', { connection_id: 'none', metadata: { before: null, after: {} } }, '404 not_found'],
    ['another environment', { environment: 'prod', metadata: { before: null, after: {} } }, '400 unknown_provider_config']
])('%s is refused', async (_, changes, expected) => {
    expect(outcome(await edit(changes))).toBe(expected);
});

test('support and readers change nothing', async () => {
    for (const role of ['support', 'read_only'] as const) {
        const before = await stored();
        const browser = await join(app, owner, role);
        expect(outcome(await edit({ tags: { before: before.tags, after: {} } }, browser))).toBe('403 forbidden');
        expect(await stored()).toEqual(before);
    }
});
