/** A backend that has not minted a session by then won't. */
const tokenTimeoutMs = 15_000;

/** What a session is wanted for, as the options say it. */
export interface SessionRequest {
    /** `unique_key` of the integration that is opened. Absent: the list is. */
    integration?: string | undefined;
    /**
     * A connection to reconnect. Your backend has to check that it belongs to the user who asks.
     * Absent: a new one is made.
     */
    connection?: string | undefined;
}
export type FetchSession = (wanted: SessionRequest) => Promise<string>;
export type TokenSource = string | Promise<string> | FetchSession | undefined;

/** @throws what the source throws, and {Error} when it brings no token in time */
export async function obtainToken(source: TokenSource, wanted: SessionRequest = {}): Promise<string> {
    const token: unknown = await Promise.race([
        typeof source === 'function' ? source(wanted) : source,
        new Promise((resolve) => setTimeout(resolve, tokenTimeoutMs))
    ]);
    if (typeof token === 'string' && token) return token;
    throw new Error('sessionToken is missing: bring one from POST /connect/sessions within 15 s.');
}
