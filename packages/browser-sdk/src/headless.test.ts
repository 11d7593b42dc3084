// @vitest-environment jsdom
import { getAttempt } from '@patchbay/contracts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { auth, ConnectError, resumeAuth } from './headless.ts';
import type { AuthOptions } from './headless.ts';

const connectUrl = 'https://connect.test';
const attempt = {
    ...getAttempt.success.example.data,
    attempt_id: 'att_1',
    integration_id: 'gem',
    status: 'awaiting_user',
    connection_id: null
};
const connected = { ...attempt, status: 'succeeded', connection_id: 'conn_1' };

class Refusal {
    readonly status: number;
    readonly code: string;
    readonly message: string;
    constructor(status: number, code: string, message: string) {
        this.status = status;
        this.code = code;
        this.message = message;
    }
}

const realLocation = window.location;
const assign = vi.fn<(url: string) => void>();
const openWindow = vi.fn<typeof window.open>();
const popup = { close: vi.fn() };
/** What the server answers, in order; the last one for ever. A `Response` is another server's. */
let responses: (object | Refusal | Error | Response)[];
let calls: { method: string; path: string; token: string | null; body: unknown }[];

beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    responses = [attempt];
    calls = [];
    popup.close.mockReset();
    assign.mockReset();
    openWindow.mockReset().mockReturnValue(popup as unknown as Window);
    vi.stubGlobal('open', openWindow);
    vi.stubGlobal('location', new Proxy({}, { get: (_, name) => (name === 'assign' ? assign : Reflect.get(realLocation, name)) }));
    vi.stubGlobal('fetch', respond);
});
afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    sessionStorage.clear();
    history.replaceState(null, '', '/');
});

function respond(url: string, { method = 'GET', headers, body }: RequestInit): Promise<Response> {
    calls.push({
        method,
        path: url.replace(connectUrl, ''),
        token: new Headers(headers).get('authorization'),
        body: typeof body === 'string' ? JSON.parse(body) : undefined
    });
    const next = responses.length > 1 ? responses.shift() : responses[0];
    if (next instanceof Error) return Promise.reject(next);
    if (next instanceof Response) return Promise.resolve(next.clone());
    if (next instanceof Refusal) return Promise.resolve(Response.json({ error: next }, { status: next.status }));
    return Promise.resolve(Response.json({ data: next }));
}

function start(options: Partial<AuthOptions> = {}) {
    return auth({ connectUrl, sessionToken: 'pb_cs_x', integration: 'gem', ...options });
}

/** How it ended: the account, or the error's code, message and ref. Moves the clock until then. */
async function outcomeOf(running: Promise<unknown>, limitMs = 20 * 60_000): Promise<unknown> {
    const outcomes: unknown[] = [];
    running.then(
        (account) => outcomes.push(account),
        (error: unknown) => {
            expect(error).toBeInstanceOf(ConnectError);
            const { code, message, ref } = error as ConnectError;
            outcomes.push({ code, message, ref });
        }
    );
    for (let ms = 0; outcomes.length === 0 && ms < limitMs; ms += 500) {
        await vi.advanceTimersByTimeAsync(500);
        // Reading a body takes turns of the real event loop.
        await new Promise((resolve) => setImmediate(resolve));
    }
    return outcomes[0];
}

describe('a sign-in in a window', () => {
    test('opens it inside the click, under a key that only the window and the server learn', async () => {
        responses = [attempt, attempt, { ...attempt, status: 'verifying' }, connected];
        const seen: string[] = [];
        const running = start({ locale: 'ar', theme: 'dark', onEvent: (name) => seen.push(name) });
        expect(openWindow).toHaveBeenCalledOnce();
        const [address, name, features] = openWindow.mock.calls[0] ?? [];
        expect([name, features]).toEqual(['_blank', 'popup,width=520,height=680']);
        const { pathname, searchParams, hash } = new URL(String(address));
        expect([pathname, searchParams.get('lang'), searchParams.get('theme')]).toEqual(['/ui/opening', 'ar', 'dark']);
        expect(await outcomeOf(running)).toEqual({ connectionId: 'conn_1', integrationId: 'gem', isNew: true, attemptId: 'att_1' });
        expect(calls[0]).toEqual({
            method: 'POST',
            path: '/connect/attempts',
            token: 'Bearer pb_cs_x',
            body: { integration_id: 'gem', locale: 'ar', theme: 'dark', window_key: hash.slice(1) }
        });
        expect(hash.length).toBeGreaterThanOrEqual(33);
        expect(calls.slice(1)).toEqual(
            [1, 2, 3].map(() => ({ method: 'GET', path: '/connect/attempts/att_1', token: 'Bearer pb_cs_x', body: undefined }))
        );
        expect([seen, popup.close.mock.calls]).toEqual([['popup_opened', 'submitted'], []]);
    });

    test('has another key each time', () => {
        void start();
        void start();
        const [first, second] = openWindow.mock.calls.map(([address]) => new URL(String(address)).hash);
        expect(first).not.toBe(second);
    });

    test('is looked at every second, then every two, then every four, as long as the server gives it', async () => {
        const running = start();
        await vi.advanceTimersByTimeAsync(10_000);
        expect(calls).toHaveLength(1 + 10);
        await vi.advanceTimersByTimeAsync(20_000);
        expect(calls).toHaveLength(1 + 20);
        await vi.advanceTimersByTimeAsync(40_000);
        expect(calls).toHaveLength(1 + 30);
        responses = [{ ...attempt, status: 'expired', code: 'timeout' }];
        expect(await outcomeOf(running, 5_000)).toMatchObject({ code: 'timeout', ref: 'C-7F3K2' });
    });

    test('settles within 5 seconds, whatever the window seems to be', async () => {
        openWindow.mockReturnValue({ ...popup, closed: true } as unknown as Window);
        const running = start();
        await vi.advanceTimersByTimeAsync(60_000);
        responses = [connected];
        expect(await outcomeOf(running, 5_000)).toMatchObject({ connectionId: 'conn_1' });
    });

    test('survives a network that is away and a server that is down', async () => {
        responses = [attempt, new TypeError('offline'), new Refusal(503, 'server_error', 'x'), connected];
        expect(await outcomeOf(start())).toMatchObject({ connectionId: 'conn_1' });
    });

    test('does not wait for ever when the server never comes back', async () => {
        responses = [attempt, new TypeError('offline')];
        expect(await outcomeOf(start(), 25 * 60_000)).toEqual({
            code: 'unreachable',
            message: 'No response from https://connect.test: check connect-src.',
            ref: undefined
        });
    });

    test.each([
        ['a success', Response.json({ data: {} })],
        ['a success of another kind', Response.json([])],
        ['null', Response.json(null)],
        ['a refusal', Response.json({ error: 'Not Found' }, { status: 404 })],
        ['a refusal without an error', Response.json({ message: 'no Route matched' }, { status: 404 })],
        ['a refusal whose code is a number', Response.json({ error: { code: 404 } }, { status: 404 })],
        ['a page', new Response('<h1>Not Found</h1>', { status: 404 })]
    ])('%s of another server ends it with its status: at once at the start, after the 31st miss later', async (_what, response) => {
        const error = {
            code: 'embed_misconfigured',
            message: `https://connect.test is not Patchbay: status ${response.status}.`,
            ref: undefined
        };
        responses = [response];
        expect(await outcomeOf(start(), 1_000)).toEqual(error);
        expect(calls).toHaveLength(1);
        responses = [attempt, response];
        expect(await outcomeOf(start(), 120_000)).toEqual(error);
        expect(calls.slice(1)).toHaveLength(1 + 31);
    });

    test('an attempt that the server does not know ends it at once', async () => {
        responses = [attempt, new Refusal(404, 'unknown_attempt', 'There is no such attempt.')];
        expect(await outcomeOf(start(), 5_000)).toEqual({ code: 'unknown_attempt', message: 'There is no such attempt.', ref: undefined });
        expect(calls).toHaveLength(2);
    });

    test.each([
        ['a gateway whose server is down', new Response('<h1>Bad Gateway</h1>', { status: 502 })],
        ['a gateway without a server for a moment', new Response('default backend - 404', { status: 404 })],
        ['a gateway that is busy', Response.json({ message: 'Too many requests' }, { status: 429 })],
        ['a response that was cut off', new Response('{"data":{"attempt')]
    ])('%s is asked again', async (_what, response) => {
        responses = [attempt, response, response, connected];
        expect(await outcomeOf(start())).toMatchObject({ connectionId: 'conn_1' });
        expect(calls).toHaveLength(4);
    });

    test.each<[string, Partial<AuthOptions>]>([
        ['', {}],
        [' where only a window will do', { mode: 'popup', returnTo: 'https://shop.example/back' }]
    ])('that the browser stops%s says what to change', async (_where, options) => {
        openWindow.mockReturnValue(null);
        const seen: string[] = [];
        expect(await outcomeOf(start({ ...options, onEvent: (name) => seen.push(name) }))).toMatchObject({
            code: 'popup_blocked',
            message: expect.stringContaining('call auth on a click')
        });
        expect([seen, calls]).toEqual([['popup_blocked'], []]);
    });
});

describe('what goes wrong is rejected with a code, words and a reference', () => {
    test.each([
        ['consent_denied', null, 'Access was denied.'],
        ['provider_error', 'Account suspended', 'The provider ended the sign-in. Account suspended'],
        ['a_code_of_next_year', null, 'a_code_of_next_year']
    ])('the attempt ends with %s', async (code, providerText, message) => {
        responses = [attempt, { ...attempt, status: 'failed', code, provider_text: providerText }];
        expect(await outcomeOf(start())).toEqual({ code, message, ref: 'C-7F3K2' });
        // The window explains it to the end user.
        expect(popup.close).not.toHaveBeenCalled();
    });

    test.each(['needs_choice', 'account_mismatch'])('%s: only the Connect UI can ask, so the attempt is given up', async (status) => {
        responses = [attempt, { ...attempt, status }];
        expect(await outcomeOf(start())).toMatchObject({ code: status, message: expect.stringContaining('Connect UI'), ref: 'C-7F3K2' });
        expect(calls.at(-1)).toMatchObject({ method: 'POST', path: '/connect/attempts/att_1/cancel' });
    });

    test('an attempt that an admin has to approve first is left waiting, and its window shows the link', async () => {
        responses = [attempt, { ...attempt, status: 'pending_approval' }];
        expect(await outcomeOf(start())).toEqual({ code: 'pending_approval', message: 'pending_approval', ref: 'C-7F3K2' });
        expect(calls.at(-1)).toMatchObject({ method: 'GET' });
        expect(popup.close).not.toHaveBeenCalled();
    });

    test.each<[string, Partial<AuthOptions>, string]>([
        ['no address', { connectUrl: '' }, 'embed_misconfigured'],
        ['no token', { sessionToken: '' }, 'no_token'],
        ['a backend that fails', { sessionToken: () => Promise.reject(new Error('Mint responded with 500.')) }, 'no_token']
    ])('%s', async (_mistake, options, code) => {
        expect(await outcomeOf(start(options))).toMatchObject({ code });
        expect(popup.close).toHaveBeenCalledTimes(openWindow.mock.calls.length);
    });

    test("the API's refusal keeps its code and its words, and the window does not wait in vain", async () => {
        responses = [new Refusal(403, 'integration_not_allowed', 'Not in this session.')];
        expect(await outcomeOf(start())).toEqual({ code: 'integration_not_allowed', message: 'Not in this session.', ref: undefined });
        expect(popup.close).toHaveBeenCalledOnce();
    });
});

test('typed credentials need no window', async () => {
    responses = [connected];
    const running = start({ credentials: { apiKey: 'k' }, connectionConfig: { region: 'eu' }, returnTo: 'https://shop.example/' });
    expect(await outcomeOf(running)).toMatchObject({ connectionId: 'conn_1' });
    expect(openWindow).not.toHaveBeenCalled();
    expect(calls.map(({ body }) => body)).toEqual([
        {
            integration_id: 'gem',
            credentials: { apiKey: 'k' },
            connection_config: { region: 'eu' },
            locale: navigator.language,
            theme: 'system'
        }
    ]);
});

describe('the signal gives it up', () => {
    test('while the end user signs in: the attempt is cancelled and the window closed, at once', async () => {
        const giveUp = new AbortController();
        const running = start({ signal: giveUp.signal });
        await vi.advanceTimersByTimeAsync(35_000);
        giveUp.abort();
        expect(await outcomeOf(running, 500)).toMatchObject({ code: 'cancelled', ref: 'C-7F3K2' });
        expect(calls.at(-1)).toMatchObject({ method: 'POST', path: '/connect/attempts/att_1/cancel' });
        expect(popup.close).toHaveBeenCalled();
    });

    test('while the token is on its way: no attempt is made', async () => {
        const giveUp = new AbortController();
        let bring = (_token: string) => {};
        const running = start({ signal: giveUp.signal, sessionToken: new Promise((resolve) => (bring = resolve)) });
        giveUp.abort();
        bring('pb_cs_x');
        expect(await outcomeOf(running)).toMatchObject({ code: 'cancelled' });
        expect([calls, popup.close.mock.calls.length > 0]).toEqual([[], true]);
    });
});

describe('a sign-in in this tab', () => {
    const launchUrl = `${connectUrl}/connect/launch/code`;

    test.each<[string, Partial<AuthOptions>, boolean]>([
        ['by mode', { mode: 'redirect', returnTo: 'https://shop.example/back' }, true],
        ['because the browser stops windows', { returnTo: 'https://shop.example/back' }, false]
    ])('%s leaves for it and settles when the page is back', async (_why, options, byMode) => {
        openWindow.mockReturnValue(null);
        responses = [{ ...attempt, launch_url: launchUrl }];
        let isSettled = false;
        void start(options).finally(() => (isSettled = true));
        await vi.advanceTimersByTimeAsync(10_000);
        expect([assign.mock.calls, isSettled, openWindow.mock.calls.length]).toEqual([[[launchUrl]], false, byMode ? 0 : 1]);
        expect(calls[0]?.body).toMatchObject({ return_to: 'https://shop.example/back' });
        expect(calls[0]?.body).not.toHaveProperty('window_key');

        history.replaceState(null, '', '/back?connect_attempt=att_1');
        responses = [{ ...attempt, status: 'exchanging' }, connected];
        expect(await outcomeOf(resumeAuth() ?? Promise.reject(new Error('This is a return.')))).toMatchObject({ connectionId: 'conn_1' });
        expect([location.href, sessionStorage.length]).toEqual([`${location.origin}/back`, 0]);
    });

    test('comes back to this page unless told otherwise', async () => {
        responses = [{ ...attempt, launch_url: launchUrl }];
        void start({ mode: 'redirect' });
        await vi.advanceTimersByTimeAsync(0);
        expect(calls[0]?.body).toMatchObject({ return_to: location.href });
    });

    test('is not begun when the page could not find back', async () => {
        responses = [{ ...attempt, launch_url: launchUrl }];
        vi.stubGlobal('sessionStorage', undefined);
        expect(await outcomeOf(start({ mode: 'redirect' }))).toMatchObject({ code: 'storage_blocked' });
        expect(assign).not.toHaveBeenCalled();
    });

    test('any other page load is no return', () => {
        expect(resumeAuth()).toBeNull();
    });
});
