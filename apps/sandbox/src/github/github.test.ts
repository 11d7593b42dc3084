import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { controlClient } from '../control.fixtures.ts';
import { FormBrowser } from '../form-browser.ts';
import { startSandbox } from '../sandbox.ts';
import type { Sandbox } from '../sandbox.ts';
import { APP } from './app.ts';

let sandbox: Sandbox;
beforeAll(async () => {
    sandbox = await startSandbox();
});
beforeEach(() => control('reset', {}));
afterAll(() => sandbox.stop());

const control = async (verb: string, body?: unknown) => Object(await controlClient(sandbox)(`github/${verb}`, body));

const nowS = () => Math.floor(Date.now() / 1000);

async function tokenOfApp(claims: Record<string, unknown> = {}, { alg = 'RS256', pem = '' } = {}): Promise<string> {
    const key = createPrivateKey(pem || String((await control('app')).private_key));
    const all = { iss: String(APP.id), iat: nowS() - 60, exp: nowS() + 540, ...claims };
    return new SignJWT(all).setProtectedHeader({ alg }).sign(key);
}

async function send(path: string, token: string, method = 'GET') {
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(`${sandbox.url}/github/api${path}`, { method, headers });
    const text = await response.text();
    return { status: response.status, body: Object(text === '' ? undefined : JSON.parse(text)) };
}

async function install(account: string, decision: 'allow' | 'deny' = 'allow') {
    const arrival = await new FormBrowser().consent(`${sandbox.url}/github/apps/${APP.slug}/installations/new?state=s-1`, {
        account,
        decision
    });
    return 'callback' in arrival ? Object.fromEntries(arrival.callback.searchParams) : arrival.html;
}

test('an owner installs the app, then changes the installation; a member asks an owner; who cancels stays', async () => {
    const first = await install('ada/analytical-engines');
    expect(first).toEqual({ installation_id: expect.stringMatching(/^\d+$/), setup_action: 'install', state: 's-1' });
    expect(await install('ada/analytical-engines')).toEqual({ ...Object(first), setup_action: 'update' });
    expect(await install('grace/analytical-engines')).toEqual({ setup_action: 'request', state: 's-1' });
    expect(await install('ada', 'deny')).toContain('Nothing was changed');
});

test('a token of an installation lasts an hour, is of its account alone, and ends with the installation', async () => {
    const { id } = await control('installations', { account: 'flow-matic', action: 'install' });
    const issued = await send(`/app/installations/${id}/access_tokens`, await tokenOfApp(), 'POST');
    expect([issued.status, issued.body.token]).toEqual([201, expect.stringMatching(/^ghs_/)]);
    const read = () => send('/installation/repositories', issued.body.token);
    expect((await read()).body.repositories).toMatchObject([{ full_name: 'flow-matic/cobol' }]);
    await control('installations', { account: 'flow-matic', action: 'suspend' });
    expect(await read()).toMatchObject({ status: 403, body: { message: 'This installation has been suspended' } });
    await control('installations', { account: 'flow-matic', action: 'unsuspend' });
    await control('clock', { advance_ms: 3_600_000 });
    expect(await read()).toMatchObject({ status: 401, body: { message: 'Bad credentials' } });
    await control('installations', { account: 'flow-matic', action: 'uninstall' });
    const late = { iat: nowS() + 3500, exp: nowS() + 3900 };
    expect((await send(`/app/installations/${id}`, await tokenOfApp(late))).status).toBe(404);
});

test('tokens of the app are checked: signature, issuer, both times, and the algorithm', async () => {
    const messageOf = async (token: string) => {
        const { status, body } = await send('/app', token);
        return [status, body.message ?? body.slug];
    };
    expect(await messageOf(await tokenOfApp())).toEqual([200, APP.slug]);
    expect(await messageOf(await tokenOfApp({ iss: APP.clientId }))).toEqual([200, APP.slug]);
    expect(await messageOf(await tokenOfApp({ iss: '1' }))).toEqual([404, 'Integration not found']);
    expect(await messageOf(await tokenOfApp({ iat: nowS() + 120 }))).toEqual([401, expect.stringContaining("'Issued at' claim")]);
    expect(await messageOf(await tokenOfApp({ exp: nowS() - 5 }))).toEqual([401, expect.stringContaining("'Expiration time' claim")]);
    expect(await messageOf(await tokenOfApp({ exp: nowS() + 700 }))).toEqual([401, expect.stringContaining('too far in the future')]);
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    expect(await messageOf(await tokenOfApp({}, { pem }))).toEqual([401, 'A JSON web token could not be decoded']);
    expect(await messageOf(await tokenOfApp({}, { alg: 'PS256' }))).toEqual([401, 'A JSON web token could not be decoded']);
    expect(await messageOf('ghs_none')).toEqual([401, 'A JSON web token could not be decoded']);
    const before = String((await control('app')).private_key);
    await control('key', {});
    expect((await messageOf(await tokenOfApp({}, { pem: before })))[0]).toBe(401);
});

test('where people are asked to sign in, a code tells who it was and what they can reach', async () => {
    await control('app', { asks_user: true });
    const { code = '', installation_id: id } = Object(await install('ada'));
    const exchange = async (secret: string) => {
        const body = new URLSearchParams({ client_id: APP.clientId, client_secret: secret, code });
        return Object(await (await fetch(`${sandbox.url}/github/login/oauth/access_token`, { method: 'POST', body })).json());
    };
    expect(await exchange('wrong')).toMatchObject({ error: 'incorrect_client_credentials' });
    const { access_token: token } = await exchange(APP.clientSecret);
    expect((await send('/user', token)).body.login).toBe('ada');
    await control('installations', { account: 'flow-matic', action: 'install' });
    const { installations } = (await send('/user/installations?per_page=100', token)).body;
    expect(installations.map((one: { id: number }) => String(one.id))).toEqual([id]);
    expect(await exchange(APP.clientSecret)).toMatchObject({ error: 'bad_verification_code' });
});

test('tokens of people end after eight hours, and a refresh token is good once; opted out, they stay', async () => {
    await control('app', { asks_user: true });
    const ask = async (fields: Record<string, string>) => {
        const body = new URLSearchParams({ client_id: APP.clientId, client_secret: APP.clientSecret, ...fields });
        return Object(await (await fetch(`${sandbox.url}/github/login/oauth/access_token`, { method: 'POST', body })).json());
    };
    const refresh = (token: string) => ask({ grant_type: 'refresh_token', refresh_token: token });
    const first = await ask({ code: Object(await install('ada')).code });
    expect(first).toMatchObject({
        expires_in: 28_800,
        refresh_token: expect.stringMatching(/^ghr_/),
        refresh_token_expires_in: 15_897_600
    });
    const second = await refresh(first.refresh_token);
    expect((await send('/user', first.access_token)).status).toBe(401);
    expect((await send('/user', second.access_token)).body.login).toBe('ada');
    expect(await refresh(first.refresh_token)).toMatchObject({ error: 'bad_refresh_token' });
    await control('clock', { advance_ms: 28_800_000 });
    expect((await send('/user', second.access_token)).status).toBe(401);
    const third = await refresh(second.refresh_token);

    const revoke = (token: string, secret: string = APP.clientSecret) =>
        fetch(`${sandbox.url}/github/api/applications/${APP.clientId}/token`, {
            method: 'DELETE',
            headers: { authorization: `Basic ${Buffer.from(`${APP.clientId}:${secret}`).toString('base64')}` },
            body: JSON.stringify({ access_token: token })
        });
    expect((await revoke(third.access_token, 'wrong')).status).toBe(404);
    expect((await revoke(third.access_token)).status).toBe(204);
    expect(await refresh(third.refresh_token)).toMatchObject({ error: 'bad_refresh_token' });

    await control('app', { user_tokens_end: false });
    expect(await ask({ code: Object(await install('ada')).code })).toEqual({
        access_token: expect.stringMatching(/^ghu_/),
        token_type: 'bearer',
        scope: ''
    });
});
