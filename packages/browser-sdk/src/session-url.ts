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
 * origin only, answered by `{"token": "…"}`.
 * @throws {Error} whose message tells the embedder what to change
 */
export async function mintAt(sessionUrl: string, body: MintRequest): Promise<string> {
    const url = new URL(sessionUrl, document.baseURI);
    if (url.origin !== location.origin) throw new Error(`session-url must be on this page's own origin, not ${url.origin}.`);
    // Without the query, which may hold something that is nobody's business.
    const name = `session-url ${url.pathname}`;
    let answer: Response;
    try {
        answer = await fetch(url, {
            method: 'POST',
            // Also refuses a redirect that would take the page's request elsewhere.
            mode: 'same-origin',
            credentials: 'same-origin',
            headers: { accept: 'application/json', 'content-type': 'application/json' },
            body: JSON.stringify(body)
        });
    } catch {
        throw new Error(`${name} gave no answer. It must be on this origin, without redirects.`);
    }
    if (!answer.ok) throw new Error(`${name} answered ${answer.status}. It must answer 200 with {"token": "…"}.`);
    const token = await answer.json().then(tokenIn, () => undefined);
    if (!token) throw new Error(`${name} answered without a token. It must answer {"token": "…"}.`);
    return token;
}

function tokenIn(answer: { token?: unknown } | null): string | undefined {
    return typeof answer?.token === 'string' ? answer.token : undefined;
}
