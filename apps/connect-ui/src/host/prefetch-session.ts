import { embeddingPage, type Parent } from './parent.ts';

/**
 * What index.html has begun by itself while the widget was still on its way; `main.tsx` takes over.
 */
export interface SessionPrefetch {
    parent: Parent;
    /** The server's response to the first `POST /connect/session/open`. */
    session: Promise<Response> | undefined;
}

/**
 * Time-out of the session request, after which the end user is offered to try again.
 */
export const sessionWaitMs = 12_000;

declare global {
    interface Window {
        patchbayPrefetch?: SessionPrefetch | undefined;
    }
}

/**
 * Says hello to the page around the frame, and asks for the session as soon as that page has given
 * a token. Inlined into index.html, so it is there before every file.
 */
export function prefetchSession(page: Window): SessionPrefetch {
    const parent = embeddingPage(page, ({ layout, theme }) => {
        // No rule is about the theme `system`.
        Object.assign(page.document.documentElement.dataset, { layout, theme });
    });
    const session = parent.opening.then((opening) => {
        if (!opening.ok) throw new Error(opening.code);
        const { token, origin, options } = opening;
        if (token === undefined) throw new Error('no token');
        const languages = [options.locale, ...page.navigator.languages].filter((tag) => tag !== 'auto');
        const limit = new AbortController();
        setTimeout(() => limit.abort(), sessionWaitMs);
        return page.fetch('/connect/session/open', {
            method: 'POST',
            headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'accept-language': languages.join(', ') },
            body: JSON.stringify({ origin }),
            redirect: 'error',
            signal: limit.signal
        });
    });
    // The caller that takes it handles a failure; this avoids an unhandled rejection before.
    session.catch(() => undefined);
    return { parent, session };
}

/** `fetch` that answers the first session request with the prefetched response. */
export function fetchUsingPrefetch(prefetch: SessionPrefetch | undefined, page: Window): typeof fetch {
    return (input, init) => {
        const begun = prefetch?.session;
        if (!prefetch || !begun || input !== `${page.location.origin}/connect/session/open`) return page.fetch(input, init);
        prefetch.session = undefined;
        return begun;
    };
}
