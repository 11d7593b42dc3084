import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { controlClient } from '../control.fixtures.ts';
import { FormBrowser } from '../form-browser.ts';
import { startSandbox } from '../sandbox.ts';
import type { Sandbox } from '../sandbox.ts';

const callback = 'https://app.example/oauth/callback?state=one';
const me = '/wp/v2/users/me';
let sandbox: Sandbox;

beforeAll(async () => {
    sandbox = await startSandbox();
});
beforeEach(() => control('reset', {}));
afterAll(() => sandbox.stop());

const control = (verb: string, body?: unknown) => controlClient(sandbox)(`wordpress/${verb}`, body);

async function call(path: string, { method = 'GET', user = '', password = '' } = {}) {
    const basic = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
    const headers = user === '' ? {} : { authorization: basic };
    const response = await fetch(`${sandbox.url}/wordpress/wp-json${path}`, { method, headers, redirect: 'manual' });
    return { status: response.status, headers: response.headers, json: Object(await response.json().catch(() => undefined)) };
}

function pageOf(query: Record<string, string>) {
    return `${sandbox.url}/wordpress/wp-admin/authorize-application.php?${new URLSearchParams(query).toString()}`;
}

async function approve(decision: 'allow' | 'deny' = 'allow', query: Record<string, string> = {}) {
    return new FormBrowser().consent(pageOf({ app_name: 'Acme', success_url: callback, ...query }), { decision });
}

async function approved() {
    const arrival = await approve();
    if (!('callback' in arrival)) throw new Error('The browser was not sent back.');
    return Object.fromEntries(arrival.callback.searchParams);
}

test('the index names the page of the approval, which sends back a password for the API', async () => {
    const { json: index } = await call('/');
    const { authorization } = index.authentication['application-passwords'].endpoints;
    expect(authorization).toBe(`${sandbox.url}/wordpress/wp-admin/authorize-application.php`);
    const { state, site_url: site, user_login: user = '', password = '' } = await approved();
    expect([state, site, user]).toEqual(['one', `${sandbox.url}/wordpress`, 'ada']);
    expect(password).toMatch(/^[A-Za-z0-9]{24}$/);
    // As people read it.
    const spaced = password.replace(/.{4}/g, '$& ');
    expect((await call(`${me}?context=edit`, { user, password: spaced })).json).toMatchObject({ id: 1, username: 'ada' });
    const list = await call('/wp/v2/posts?per_page=2');
    expect([list.json.length, list.headers.get('link')]).toEqual([2, expect.stringContaining('page=2>; rel="next"')]);
});

test('a password is deleted by its own uuid, and is refused then, also where none is needed', async () => {
    const { user_login: user = '', password = '' } = await approved();
    const used = await call(`${me}/application-passwords/introspect`, { user, password });
    expect(used.json).toMatchObject({ name: 'Acme' });
    const gone = await call(`${me}/application-passwords/${used.json.uuid}`, { method: 'DELETE', user, password });
    expect(gone.json).toMatchObject({ deleted: true });
    expect(await call(me, { user, password })).toMatchObject({ status: 401, json: { code: 'incorrect_password' } });
    expect((await call('/wp/v2/posts', { user, password })).status).toBe(401);
    expect((await call(me, { user: 'unknown', password })).json).toMatchObject({ code: 'invalid_username' });
    expect((await call(me)).json).toMatchObject({ code: 'rest_not_logged_in' });
});

test('a refusal goes to the address for it, or adds that there was no success', async () => {
    expect(await approve('deny')).toMatchObject({ callback: { search: '?state=one&success=false' } });
    const rejectUrl = 'https://app.example/oauth/callback?no';
    expect(await approve('deny', { reject_url: rejectUrl })).toMatchObject({ callback: { href: rejectUrl } });
    await control('settings', { application_passwords: 'not_for_user' });
    expect(await approve()).toMatchObject({ callback: { search: '?state=one&success=false&error=disabled' } });
});

test.each<[string, Record<string, string>]>([
    ['plain http, unless it is a local site', { success_url: 'http://app.example/oauth/callback' }],
    ['an application ID that is no UUID', { app_id: 'acme' }],
    ['no name', { app_name: ' ' }]
])('the page refuses %s', async (_what, query) => {
    await control('settings', { is_local: false });
    expect(await approve('allow', query)).toMatchObject({ status: 500, html: expect.stringContaining('not allowed') });
    expect(await control('passwords')).toEqual({ passwords: [] });
});

test('a site has them turned off, has no REST API, has moved, or keeps the header back', async () => {
    const { user_login: user = '', password = '' } = await approved();
    await control('settings', { strips_authorization: true });
    expect((await call(me, { user, password })).json).toMatchObject({ code: 'rest_not_logged_in' });
    await control('settings', { application_passwords: 'off' });
    expect((await call('/')).json).toMatchObject({ authentication: [] });
    await control('settings', { moved_to: 'https://www.example.com' });
    expect((await call('/')).headers.get('location')).toBe('https://www.example.com/wp-json/');
    await control('reset', {});
    await control('settings', { has_rest_api: false });
    expect((await call('/')).status).toBe(404);
});
