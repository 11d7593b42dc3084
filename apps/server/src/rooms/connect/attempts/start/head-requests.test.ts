import { endpoints } from '@patchbay/contracts';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { read, startSignIn } from '../attempts.fixtures.ts';

let app: TestApp;
beforeAll(async () => {
    app = await startTestApp();
    await app.integrate('sandbox-oauth2');
});
afterAll(() => app[Symbol.asyncDispose]());

const head = async (url: string) => {
    const response = await fetch(url, { method: 'HEAD', redirect: 'manual' });
    return [response.status, response.headers.get('content-type'), response.headers.get('location'), await response.text()];
};
const nothing = [200, 'text/html; charset=utf-8', null, ''];

test('looking at the pages of a sign-in by HEAD, as link previews do, spends neither the launch code nor the state', async () => {
    const endUser = await app.session();
    const { launch_url: url, attempt_id: id } = await startSignIn(endUser, 'sandbox-oauth2');
    expect(await head(url)).toEqual(nothing);
    const browser = app.browser();
    const { authorizationUrl = '' } = await browser.launch(url);
    const state = new URL(authorizationUrl).searchParams.get('state');
    expect(await head(`${app.url}/oauth/callback?code=x&state=${state}`)).toEqual(nothing);
    expect((await read(endUser, id)).status).toBe('awaiting_user');
});

test('no page runs its handler for HEAD', async () => {
    const pages = endpoints.filter(({ page, method }) => page && method === 'GET');
    expect(pages.length).toBeGreaterThan(3);
    for (const { path } of pages) expect([path, await head(app.url + path.replaceAll(/:\w+/g, 'x'))]).toEqual([path, nothing]);
});
