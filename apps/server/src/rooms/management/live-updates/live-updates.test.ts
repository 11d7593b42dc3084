import { createSecretKey, importConnection } from '@patchbay/contracts';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DashboardBrowser, join, outcome, setUp } from '../members/members.fixtures.ts';

let app: TestApp;
let owner: DashboardBrowser;
beforeAll(async () => {
    app = await startTestApp();
    owner = await setUp(app);
    await app.integrate('unauthenticated', { unique_key: 'plain' });
});
afterAll(() => app[Symbol.asyncDispose]());

async function watch(browser: DashboardBrowser, environment: string) {
    const stopped = new AbortController();
    const response = await fetch(`${app.url}/dashboard/api/live-updates?environment=${environment}`, {
        headers: { 'sec-fetch-site': 'same-origin', cookie: browser.cookie ?? '' },
        signal: stopped.signal
    });
    let text = '';
    const topics = () => [...text.matchAll(/^data: (.*)$/gm)].flatMap(([, data = '[]']) => JSON.parse(data) as string[]); // what is sent
    const reading = (async () => {
        const decoder = new TextDecoder();
        for await (const chunk of response.body ?? []) text += decoder.decode(chunk, { stream: true });
    })().catch(() => {});
    return {
        status: response.status,
        topics,
        isOpen: () => text.startsWith('retry:'),
        async [Symbol.asyncDispose]() {
            stopped.abort();
            await reading;
        }
    };
}

const makeConnection = (id: string) =>
    app.call(importConnection, { body: { provider_config_key: 'plain', connection_id: id, credentials: { type: 'NONE' } } });

test('a member hears which topics of an environment have changed, and nothing of other environments', async () => {
    await using dev = await watch(owner, 'dev');
    await using prod = await watch(owner, 'prod');
    await expect.poll(() => [dev.isOpen(), prod.isOpen()]).toEqual([true, true]);
    await makeConnection('first');
    await expect.poll(dev.topics, { timeout: 10_000 }).toContain('events');
    await app.call(createSecretKey, { body: { display_name: 'Another' } });
    await expect.poll(dev.topics, { timeout: 10_000 }).toContain('settings');
    await app.callAs(app.keys.prod)(createSecretKey, { body: { display_name: 'Third' } });
    await expect.poll(prod.topics, { timeout: 10_000 }).toContain('settings');
    expect(prod.topics()).not.toContain('events');
});

test('who watches an environment hears that it was deleted', async () => {
    await owner.send('POST', '/instance/environments', { name: 'ending', is_production: false });
    await using ending = await watch(owner, 'ending');
    await expect.poll(() => ending.isOpen()).toBe(true);
    await owner.send('DELETE', '/instance/environments/ending?confirm=ending');
    await expect.poll(ending.topics, { timeout: 10_000 }).toContain('settings');
});

test('without a session, of an environment that is not there, and beyond 20 at once, nothing is told', async () => {
    const path = '/dashboard/api/live-updates?environment=';
    expect((await app.raw(`${path}dev`, { token: null })).status).toBe(401);
    expect(outcome(await owner.send('GET', `${path}nowhere`))).toBe('404 unknown_environment');
    const reader = await join(app, owner, 'read_only');
    const open = await Promise.all(Array.from({ length: 20 }, () => watch(reader, 'dev')));
    try {
        expect(open.map(({ status }) => status)).toEqual(open.map(() => 200));
        expect(outcome(await reader.send('GET', `${path}dev`))).toBe('503 overloaded');
        await using another = await watch(owner, 'dev');
        expect(another.status).toBe(200);
    } finally {
        await Promise.all(open.map((each) => each[Symbol.asyncDispose]()));
    }
    await expect
        .poll(async () => {
            await using later = await watch(reader, 'dev');
            return later.status;
        })
        .toBe(200);
});
