// @vitest-environment jsdom
import { ApiError, type Call } from '@patchbay/api-client';
import type { exchangeConnectLink, SuccessOut } from '@patchbay/contracts/browser';
import { afterEach, expect, test } from 'vitest';
import { hostedPage } from './hosted-page.ts';

const realLocation = window.location;
afterEach(() => {
    sessionStorage.clear();
    Object.defineProperty(window, 'location', { configurable: true, value: realLocation });
});

/**
 * The one endpoint that it calls.
 * @param token a new one for each exchange, as share links give it
 */
function server(bodies: unknown[] = []): Call {
    return (async (_route: unknown, { body }: { body: unknown }) => {
        bodies.push(body);
        const data = { token: `pb_cs_${bodies.length}`, expires_at: '2099-01-01T00:00:00.000Z' };
        return { data } satisfies SuccessOut<NonNullable<(typeof exchangeConnectLink)['endpoint']>>;
    }) as unknown as Call;
}
test('the code of a connect link is exchanged for a token', async () => {
    window.history.pushState(null, '', '/l/abc%2F1');
    const bodies: unknown[] = [];
    expect(await hostedPage(window, server(bodies)).opening).toMatchObject({
        ok: true,
        token: 'pb_cs_1',
        origin: null,
        options: { returnTo: `${location.origin}/l/abc%2F1`, attempt: undefined }
    });
    expect(bodies).toEqual([{ code: 'abc/1' }]);
});

test('a link that was used, and a page without a link, show that', async () => {
    const spent = (async () => {
        throw new ApiError(404, { code: 'not_found' });
    }) as Call;
    window.history.pushState(null, '', '/l/abc');
    expect(await hostedPage(window, spent).opening).toEqual({ ok: false, code: 'session_invalid' });
    window.history.pushState(null, '', '/ui/');
    expect(await hostedPage(window, spent).opening).toEqual({ ok: false, code: 'no_token' });
});

/** jsdom does not navigate: what it is asked for is taken down. */
function navigations(): string[] {
    const asked: string[] = [];
    const { href, origin, pathname } = window.location;
    Object.defineProperty(window, 'location', {
        configurable: true,
        value: { href, origin, pathname, assign: (url: string) => asked.push(url) }
    });
    return asked;
}

test('a sign-in in this tab comes back to the session that it left, once, and the address forgets it', async () => {
    window.history.pushState(null, '', '/l/abc');
    const parent = hostedPage(window, server());
    await parent.opening;
    const asked = navigations();
    parent.tell({ type: 'navigate', url: `${realLocation.origin}/connect/launch/x`, attemptId: 'a-1' });
    expect(asked).toEqual([`${realLocation.origin}/connect/launch/x`]);
    Object.defineProperty(window, 'location', { configurable: true, value: realLocation });

    window.history.pushState(null, '', '/l/abc?connect_attempt=a-1&lang=de');
    const bodies: unknown[] = [];
    const back = hostedPage(window, server(bodies));
    expect(await back.opening).toMatchObject({ ok: true, token: 'pb_cs_1', options: { attempt: 'a-1' } });
    expect(bodies).toEqual([]);
    expect(location.href).toBe(`${location.origin}/l/abc?lang=de`);
    expect(sessionStorage).toHaveLength(0);
});

test('in another browser the link begins anew, and asks for the attempt in case it is of the same session', async () => {
    window.history.pushState(null, '', '/l/abc?connect_attempt=a-1');
    expect(await hostedPage(window, server()).opening).toMatchObject({ ok: true, token: 'pb_cs_1', options: { attempt: 'a-1' } });
});

test('it returns only to its own origin', async () => {
    window.history.pushState(null, '', '/l/abc');
    const parent = hostedPage(window, server());
    await parent.opening;
    const asked = navigations();
    parent.tell({ type: 'navigate', url: 'https://evil.example/connect/launch/x', attemptId: 'a-1' });
    expect(asked).toEqual([]);
    expect(sessionStorage).toHaveLength(0);
});

test('a token without a return does not stay in the storage', async () => {
    sessionStorage.setItem('patchbay:a-1', 'pb_cs_left');
    window.history.pushState(null, '', '/l/abc');
    expect(await hostedPage(window, server()).opening).toMatchObject({ token: 'pb_cs_1' });
    expect(sessionStorage).toHaveLength(0);

    const parent = hostedPage(window, server());
    await parent.opening;
    navigations();
    parent.tell({ type: 'navigate', url: `${realLocation.origin}/connect/launch/x`, attemptId: 'a-2' });
    expect(sessionStorage).toHaveLength(1);
    window.dispatchEvent(new Event('pageshow'));
    expect(sessionStorage).toHaveLength(0);
});
