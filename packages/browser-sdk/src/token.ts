/** A backend that has not minted a session by then won't. */
const tokenTimeoutMs = 15_000;

export type TokenSource = string | Promise<string> | (() => Promise<string>) | undefined;

/** @throws what the source throws, and {Error} when it brings no token in time */
export async function obtainToken(source: TokenSource): Promise<string> {
    const token: unknown = await Promise.race([
        typeof source === 'function' ? source() : source,
        new Promise((resolve) => setTimeout(resolve, tokenTimeoutMs))
    ]);
    if (typeof token === 'string' && token) return token;
    throw new Error('sessionToken is missing: bring one from POST /connect/sessions within 15 s.');
}
