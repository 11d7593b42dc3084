import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { OAUTH_CLIENT } from './accounts.ts';
import { FormBrowser } from './form-browser.ts';
import { startSandbox } from './sandbox.ts';
import type { Sandbox } from './sandbox.ts';

const CALLBACK = 'http://localhost:3003/oauth/callback';
const BASIC = { authorization: `Basic ${btoa('ada:lovelace')}` };
const ACCOUNT = { id: 'ada', name: 'Ada Lovelace' };
let sandbox: Sandbox;

beforeAll(async () => {
    sandbox = await startSandbox();
});
beforeEach(() => fetch(`${sandbox.controlUrl}/_ctl/reset`, { method: 'POST' }));
afterAll(() => sandbox.stop());

describe('which requests are hit', () => {
    test('path, method, nth and times choose, and the list counts', async () => {
        const faults = await setFaults([
            { match: { method: 'get', path_regex: '^/basic', nth: 2 }, action: { type: 'status', code: 503 } },
            { match: { path_regex: 'account$' }, action: { type: 'status', code: 429 }, times: 1 }
        ]);
        expect(faults).toMatchObject({ faults: [{ matched: 0 }, { matched: 0 }] });
        expect([await status(), await status(), await status()]).toEqual([429, 503, 200]);
        expect((await fetch(`${sandbox.url}/bearer/v1/elsewhere`)).status).toBe(401);
        expect(await (await fetch(`${sandbox.controlUrl}/_ctl/faults`)).json()).toMatchObject({
            faults: [
                { matched: 3, applied: 1 },
                { matched: 3, applied: 1 }
            ]
        });
    });

    test('the grant type tells refreshes from sign-ins', async () => {
        await setFaults([{ match: { path_regex: '/token$', grant_type: 'refresh_token' }, action: { type: 'status', code: 503 } }]);
        const refreshToken = await refreshTokenOf('ada');
        expect((await refresh(refreshToken)).status).toBe(503);
        expect(await status()).toBe(200);
    });

    test('a fault can begin with a later request, and last for a time after its first strike', async () => {
        await setFaults([{ match: { from: 2 }, action: { type: 'status', code: 503 }, times: 1 }]);
        expect([await status(), await status(), await status()]).toEqual([200, 503, 200]);
        await setFaults([{ action: { type: 'status', code: 503 }, for_ms: 50 }]);
        expect(await status()).toBe(503);
        await expect.poll(status).toBe(200);
    });

    test('a fault without a limit lasts until the list is replaced', async () => {
        await setFaults([{ action: 'garbage' }]);
        expect((await account()).headers.get('content-type')).toContain('text/html');
        expect((await account()).headers.get('content-type')).toContain('text/html');
        await setFaults([]);
        expect(await (await account()).json()).toEqual(ACCOUNT);
    });
});

describe('what happens to them', () => {
    test('status responds with a body and headers of choice', async () => {
        await setFaults([{ action: { type: 'status', code: 429, body: { error: 'slow down' }, headers: { 'retry-after': '7' } } }]);
        const response = await account();
        expect([response.status, response.headers.get('retry-after')]).toEqual([429, '7']);
        expect(await response.json()).toEqual({ error: 'slow down' });
    });

    test('delay responds late, but rightly', async () => {
        await setFaults([{ action: { type: 'delay', ms: 120 } }]);
        const startedAt = performance.now();
        expect(await (await account()).json()).toEqual(ACCOUNT);
        expect(performance.now() - startedAt).toBeGreaterThan(110);
    });

    test.each([false, true])(
        'hold waits until the faults are replaced, and then responds rightly (after processing: %s)',
        async (after) => {
            const refreshToken = await refreshTokenOf('ada');
            await setFaults([{ match: { path_regex: '/token$' }, action: { type: 'hold', after } }]);
            const held = refresh(refreshToken);
            await expect.poll(lastEntry).toMatchObject({ path: '/oauth/token', status: null });
            if (after) await expect.poll(refreshesGranted).toBe(1);
            else expect(await refreshesGranted()).toBe(0);
            expect(await status()).toBe(200);
            await setFaults([]);
            const response = await held;
            expect(response.status).toBe(200);
            expect(await response.json()).toMatchObject({ refresh_token: expect.any(String) });
            expect(await refreshesGranted()).toBe(1);
        }
    );

    test('hang never responds, and the journal says so', async () => {
        await setFaults([{ action: 'hang' }]);
        const caller = new AbortController();
        const hanging = account({ signal: caller.signal });
        await expect.poll(lastEntry).toMatchObject({ status: null, aborted: false });
        caller.abort();
        await expect(hanging).rejects.toMatchObject({ name: 'AbortError' });
        await expect.poll(lastEntry).toMatchObject({ status: null, aborted: true });
    });

    test('reset breaks the connection', async () => {
        await setFaults([{ action: 'reset' }]);
        await expect(account()).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } });
        expect(await lastEntry()).toMatchObject({ status: null, aborted: false });
    });

    test('reset after processing loses only the response: the refresh token is spent', async () => {
        const refreshToken = await refreshTokenOf('ada');
        await setFaults([{ match: { path_regex: '/token$' }, action: { type: 'reset', after: true }, times: 1 }]);
        await expect(refresh(refreshToken)).rejects.toThrow('fetch failed');
        expect((await refresh(refreshToken)).status).toBe(400);
    });

    test('reset breaks the connection in the middle of the response', async () => {
        await setFaults([{ action: { type: 'reset', bytes: 5 } }]);
        await expect(account().then((response) => response.text())).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } });
        expect(await lastEntry()).toMatchObject({ status: 200, aborted: false });
    });

    test('reset does not wait for the body of the request, if it is told so', async () => {
        await setFaults([{ match: { method: 'POST' }, action: { type: 'reset', unread: true } }]);
        const body = new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode('never ends')) });
        const endless = fetch(`${sandbox.url}/bearer/v1/orders`, { method: 'POST', body, duplex: 'half' });
        await expect(endless).rejects.toThrow('fetch failed');
        expect(await lastEntry()).toMatchObject({ path: '/bearer/v1/orders', status: null, aborted: false });
        expect(await status()).toBe(200);
    });

    test.each([[200], [502]])('garbage is an HTML page with status %i', async (code) => {
        await setFaults([{ action: { type: 'garbage', code } }]);
        const response = await account();
        expect([response.status, response.headers.get('content-type')]).toEqual([code, expect.stringContaining('text/html')]);
        expect(await response.text()).toContain('Maintenance');
    });

    test('truncate ends the connection in the middle of the body', async () => {
        await setFaults([{ action: { type: 'truncate', bytes: 5 } }]);
        const response = await account();
        expect(response.status).toBe(200);
        await expect(response.text()).rejects.toThrow('terminated');
        expect(await lastEntry()).toMatchObject({ status: 200, aborted: false });
    });

    test('huge sends as many bytes as told', async () => {
        await setFaults([{ action: { type: 'huge', bytes: 3_000_001 } }]);
        expect((await (await account()).arrayBuffer()).byteLength).toBe(3_000_001);
    });

    test('slow_drip sends the right body byte by byte', async () => {
        await setFaults([{ action: { type: 'slow_drip', ms: 2 } }]);
        const startedAt = performance.now();
        expect(await (await account()).json()).toEqual(ACCOUNT);
        expect(performance.now() - startedAt).toBeGreaterThan(JSON.stringify(ACCOUNT).length);
    });

    test('redirect leads elsewhere', async () => {
        await setFaults([{ action: { type: 'redirect', status: 307, location: 'http://elsewhere.localhost:1/x' } }]);
        const response = await account({ redirect: 'manual' });
        expect([response.status, response.headers.get('location')]).toEqual([307, 'http://elsewhere.localhost:1/x']);
    });

    test('wrong_content_type keeps the body', async () => {
        await setFaults([{ action: { type: 'wrong_content_type', content_type: 'text/plain' } }]);
        const response = await account();
        expect(response.headers.get('content-type')).toBe('text/plain');
        expect(await response.json()).toEqual(ACCOUNT);
    });
});

describe('what happens to token responses', () => {
    test('token_error_200 refuses with status 200', async () => {
        const response = await refreshWith({ type: 'token_error_200', error: 'bad_refresh_token' });
        expect(response.status).toBe(200);
        expect(await response.json()).toMatchObject({ error: 'bad_refresh_token' });
    });

    test('form_encoded_token responds as a form', async () => {
        const response = await refreshWith('form_encoded_token');
        expect(response.headers.get('content-type')).toContain('application/x-www-form-urlencoded');
        const form = new URLSearchParams(await response.text());
        expect(form.get('expires_in')).toBe('3600');
        const me = await fetch(`${sandbox.url}/api/me`, { headers: { authorization: `Bearer ${form.get('access_token')}` } });
        expect(me.status).toBe(200);
    });

    test('expires_in_string makes the number a string', async () => {
        expect(await (await refreshWith('expires_in_string')).json()).toMatchObject({
            expires_in: '3600',
            access_token: expect.any(String)
        });
    });

    test('no_refresh_token leaves the refresh token out', async () => {
        const response = await (await refreshWith('no_refresh_token')).json();
        expect(response).toHaveProperty('access_token');
        expect(response).not.toHaveProperty('refresh_token');
    });

    test('they leave a refusal as it is', async () => {
        await setFaults([{ action: 'form_encoded_token' }]);
        const response = await refresh('unknown');
        expect(response.status).toBe(400);
        expect(await response.json()).toMatchObject({ error: 'invalid_grant' });
    });
});

test('stopping does not wait for what hangs', async () => {
    const other = await startSandbox();
    await fetch(`${other.controlUrl}/_ctl/faults`, { method: 'POST', body: JSON.stringify([{ action: 'hang' }]) });
    const hanging = fetch(other.url).catch((error: unknown) => error);
    await expect.poll(async () => Object(await (await fetch(`${other.controlUrl}/_ctl/journal`)).json()).requests).toHaveLength(1);
    await other.stop();
    expect(await hanging).toBeInstanceOf(TypeError);
});

async function setFaults(rules: unknown[]): Promise<unknown> {
    const response = await fetch(`${sandbox.controlUrl}/_ctl/faults`, { method: 'POST', body: JSON.stringify(rules) });
    expect(response.status).toBe(200);
    return response.json();
}

function account(init: RequestInit = {}): Promise<Response> {
    return fetch(`${sandbox.url}/basic/v1/account`, { ...init, headers: BASIC });
}

async function status(): Promise<number> {
    return (await account()).status;
}

async function lastEntry(): Promise<unknown> {
    const { requests } = Object(await (await fetch(`${sandbox.controlUrl}/_ctl/journal`)).json());
    return requests.at(-1);
}

async function refreshesGranted(): Promise<number> {
    const { grants } = Object(await (await fetch(`${sandbox.controlUrl}/_ctl/token-calls`)).json());
    return grants[0].refreshes.granted;
}

async function refreshWith(action: unknown): Promise<Response> {
    const refreshToken = await refreshTokenOf('ada');
    await setFaults([{ match: { path_regex: '^/oauth/token$' }, action }]);
    return refresh(refreshToken);
}

async function refreshTokenOf(person: string): Promise<string> {
    const request = { client_id: OAUTH_CLIENT.id, redirect_uri: CALLBACK, response_type: 'code', scope: 'contacts.read' };
    const url = `${sandbox.url}/oauth/auth?${new URLSearchParams(request)}`;
    const arrival = await new FormBrowser().consent(url, { account: person, decision: 'allow' });
    const code = 'callback' in arrival ? (arrival.callback.searchParams.get('code') ?? '') : '';
    const response = await tokenRequest({ grant_type: 'authorization_code', code, redirect_uri: CALLBACK });
    expect(response.status).toBe(200);
    return Object(await response.json()).refresh_token;
}

function refresh(refreshToken: string): Promise<Response> {
    return tokenRequest({ grant_type: 'refresh_token', refresh_token: refreshToken });
}

function tokenRequest(form: Record<string, string>): Promise<Response> {
    const body = new URLSearchParams({ ...form, client_id: OAUTH_CLIENT.id, client_secret: OAUTH_CLIENT.secret });
    return fetch(`${sandbox.url}/oauth/token`, { method: 'POST', body });
}
