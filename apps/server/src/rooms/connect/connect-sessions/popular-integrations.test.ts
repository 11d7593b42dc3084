import { createIntegration, getConnectSession, importConnection } from '@patchbay/contracts';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { popularForMs } from './popular-integrations.ts';

let app: TestApp;
beforeAll(async () => {
    app = await startTestApp();
    for (let index = 0; index < 24; index += 1)
        await app.call(createIntegration, {
            body: { provider: 'unauthenticated', unique_key: `app-${index}`, display_name: `App ${index}` }
        });
});
afterAll(() => app[Symbol.asyncDispose]());

const connect = (app_: number, times: number) =>
    Promise.all(
        Array.from({ length: times }, (_, index) =>
            app.call(importConnection, {
                body: { provider_config_key: `app-${app_}`, connection_id: `c${app_}-${index}`, credentials: { type: 'NONE' } }
            })
        )
    );

async function shown(allowed?: string[]) {
    const session = await app.session(allowed === undefined ? {} : { allowed_integrations: allowed });
    const view = await app.callAs(session.token)(getConnectSession, {});
    return view.data.integrations.map(({ id, is_popular: isPopular }) => (isPopular ? `${id} popular` : id));
}

test('of many apps those that most end users connect come first, the others by name', async () => {
    expect((await shown()).slice(0, 3)).toEqual(['app-0', 'app-1', 'app-2']);
    await connect(7, 3);
    await connect(20, 1);
    app.clock.advance(popularForMs);
    // By name among themselves, so that an app does not change its place with each connection.
    expect((await shown()).slice(0, 4)).toEqual(['app-7 popular', 'app-20 popular', 'app-0', 'app-1']);
});

test('no more than six are popular', async () => {
    for (let index = 8; index < 16; index += 1) await connect(index, 2);
    app.clock.advance(popularForMs);
    const popular = (await shown()).filter((id) => id.endsWith('popular'));
    expect(popular).toHaveLength(6);
    expect(popular).toContain('app-7 popular');
    expect(popular).not.toContain('app-20 popular');
});

test('the order of a backend stays, and few apps need no order', async () => {
    const named = Array.from({ length: 22 }, (_, index) => `app-${21 - index}`);
    expect(await shown(named)).toEqual(named);
    expect(await shown(['app-9', 'app-7'])).toEqual(['app-9', 'app-7']);
});
