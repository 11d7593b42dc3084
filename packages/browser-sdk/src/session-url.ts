import type { SessionRequest } from './token.ts';

/**
 * What the product's backend is told about the button that was clicked. Keys are named as the data
 * attributes.
 */
export interface MintRequest extends SessionRequest {
    [key: string]: unknown;
}

/**
 * Asks the product's own backend for a session token: POST with JSON and the page's cookies, same
 * origin only, which returns `{"token": "…"}`.
 * @throws {Error} whose message tells the embedder what to change
 */
export async function requestSession(sessionUrl: string, body: MintRequest): Promise<string> {
    const url = new URL(sessionUrl, document.baseURI);
    if (url.origin !== location.origin) throw new Error(`session-url must be on this page's own origin, not ${url.origin}.`);
    // Without the query, which may hold private data.
    const name = `session-url ${url.pathname}`;
    let response: Response;
    try {
        response = await fetch(url, {
            method: 'POST',
            // Also refuses a redirect that would take the page's request elsewhere.
            mode: 'same-origin',
            credentials: 'same-origin',
            headers: { accept: 'application/json', 'content-type': 'application/json' },
            body: JSON.stringify(body)
        });
    } catch {
        throw new Error(`${name} gave no response. It must be on this origin, without redirects.`);
    }
    if (!response.ok) throw new Error(`${name} responded ${response.status}. It must respond 200 with {"token": "…"}.`);
    const token = await response.json().then(tokenIn, () => undefined);
    if (!token) throw new Error(`${name} responded without a token. It must respond {"token": "…"}.`);
    return token;
}

function tokenIn(response: { token?: unknown } | null): string | undefined {
    return typeof response?.token === 'string' ? response.token : undefined;
}
