/** A backend that has not minted a session by then won't; the end user gets a way out. */
const mintTimeoutMs = 15_000;

/** What the product's backend is told about the button that was clicked. Keys are named as the data attributes. */
export interface MintRequest {
    integration?: string;
    /** A connection to reconnect. */
    connection?: string;
    [key: string]: unknown;
}

/**
 * Asks the product's own backend for a session token: POST with JSON and the page's cookies, same origin only, answered by `{"token": "…"}`.
 * @throws {Error} whose message tells the embedder what to change
 */
export async function mintAt(sessionUrl: string, body: MintRequest): Promise<string> {
    const url = new URL(sessionUrl, document.baseURI);
    if (url.origin !== location.origin) throw new Error(`data-session-url must be on this page's own origin, not ${url.origin}.`);
    let answer: Response;
    try {
        answer = await fetch(url, {
            method: 'POST',
            // Also refuses a redirect that would take the page's request elsewhere.
            mode: 'same-origin',
            credentials: 'same-origin',
            headers: { accept: 'application/json', 'content-type': 'application/json' },
            body: JSON.stringify(body),
            signal: AbortSignal.timeout(mintTimeoutMs)
        });
    } catch {
        throw new Error(
            `data-session-url ${url.pathname} gave no answer. It must be on this origin, without redirects, and answer within ${mintTimeoutMs / 1_000} s.`
        );
    }
    if (!answer.ok) throw new Error(`data-session-url ${url.pathname} answered ${answer.status}. It must answer 200 with {"token": "…"}.`);
    const token = await answer.json().then(tokenIn, () => undefined);
    if (token === undefined) throw new Error(`data-session-url ${url.pathname} answered without a token. It must answer {"token": "…"}.`);
    return token;
}

function tokenIn(answer: unknown): string | undefined {
    if (typeof answer !== 'object' || answer === null || !('token' in answer)) return undefined;
    return typeof answer.token === 'string' && answer.token !== '' ? answer.token : undefined;
}
