import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { outcomeOf } from './api.fixtures.ts';

let app: TestApp;
beforeAll(async () => {
    app = await startTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

test.each([
    ['/webhook-deliveries', 'status=lost'],
    ['/webhook-deliveries', 'endpoint_id=mine'],
    ['/webhook-deliveries', 'limit=0'],
    ['/webhook-deliveries', 'cursor=2'],
    ['/issues', 'status=solved'],
    ['/issues', 'rule=everything'],
    ['/integrations/status', 'by=customer'],
    ['/integrations/status', 'hours=0'],
    ['/integrations/status', 'hours=169'],
    ['/integrations/status', 'limit=many'],
    ['/integrations/status', `cursor=${'x'.repeat(256)}`],
    ['/integrations/status', 'cursor='],
    ['/providers', 'auth_mode=PASSWORD'],
    ['/providers', 'limit=many'],
    ['/providers', 'cursor='],
    ['/issues', 'cursor=2'],
    ['/issues', 'limit=0'],
    ['/integrations/github/status', 'hours=99999'],
    ['/events', 'limit=0'],
    ['/events', 'cursor=last'],
    ['/logs/tail', 'status=4x'],
    ['/logs/tail', 'since=2026-01-01T00:00:00Z']
])('GET %s?%s makes no sense, and the response names the field', async (path, query) => {
    const response = await app.raw(`${path}?${query}`);
    const [field = '', value = ''] = query.split('=');
    const errors = [field === 'since' ? { message: expect.stringContaining(field) } : { path: [field] }];
    // Well formed, and of no list.
    const isForeign = field === 'cursor' && /^\w{1,9}$/.test(value);
    expect(outcomeOf(response)).toBe(isForeign ? '400 invalid_cursor' : '400 invalid_query_params');
    expect(response.json).toMatchObject({ error: isForeign ? { message: expect.stringContaining(field) } : { errors } });
});
