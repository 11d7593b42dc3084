// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest';
import { fetchUsingPrefetch, prefetchSession } from './prefetch-session.ts';
import { init, openFrame, origin } from './parent.fixtures.ts';

afterEach(() => document.body.replaceChildren());

/** A frame whose server gives these responses in turn. */
function startPage(responses: (Response | Error)[]) {
    const { page, ...host } = openFrame();
    const asked: { path: string; init: RequestInit | undefined }[] = [];
    page.fetch = async (path, given) => {
        asked.push({ path: typeof path === 'string' ? path : 'another kind of address', init: given });
        const response = responses.shift();
        if (!response || response instanceof Error) throw response ?? new Error('asked too often');
        return response;
    };
    return { page, asked, ...host };
}

const session = (page: Window) => `${page.location.origin}/connect/session/open`;

test('the session is requested when the token comes, with the host’s origin and languages', async () => {
    const { page, asked, hello, deliver } = startPage([new Response()]);
    const prefetch = prefetchSession(page);
    const { nonce } = await hello;
    expect(asked).toEqual([]);
    deliver(init(nonce, { options: { locale: 'fr', theme: 'light', layout: 'modal' } }));
    await prefetch.session;
    expect(asked).toEqual([
        {
            path: '/connect/session/open',
            init: expect.objectContaining({
                method: 'POST',
                body: JSON.stringify({ origin }),
                headers: expect.objectContaining({ authorization: 'Bearer pb_cs_x', 'accept-language': 'fr, en-US, en' })
            })
        }
    ]);
});

test('the prefetched response is used once; later requests, and all others, go to the server', async () => {
    const [first, other, second] = [new Response(), new Response(), new Response()];
    const { page, asked, hello, deliver } = startPage([first, other, second]);
    const prefetch = prefetchSession(page);
    deliver(init((await hello).nonce));
    const reach = fetchUsingPrefetch(prefetch, page);
    await prefetch.session;
    expect(await reach(`${page.location.origin}/connect/attempts`)).toBe(other);
    expect(await reach(session(page))).toBe(first);
    expect(await reach(session(page))).toBe(second);
    expect(asked).toHaveLength(3);
});

test('a failed prefetch is requested again by the widget', async () => {
    const again = new Response();
    const { page, hello, deliver } = startPage([new Error('offline'), again]);
    const prefetch = prefetchSession(page);
    deliver(init((await hello).nonce));
    const reach = fetchUsingPrefetch(prefetch, page);
    await expect(reach(session(page))).rejects.toThrow('offline');
    expect(await reach(session(page))).toBe(again);
});

test('for a page of another protocol no session is requested', async () => {
    const { page, asked, hello, deliver } = startPage([]);
    const prefetch = prefetchSession(page);
    deliver(init((await hello).nonce, { version: 2 }));
    await expect(prefetch.session).rejects.toThrow('version');
    expect(asked).toEqual([]);
});
