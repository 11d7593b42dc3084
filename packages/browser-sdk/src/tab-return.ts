/**
 * What a page keeps for itself while its tab is at the provider's. Holds the session token, so it
 * is taken out when the tab is back.
 */
export interface StoredReturn {
    connectUrl: string;
    token: string;
}

/**
 * Leaves this page for the sign-in.
 * @returns never
 * @throws {Error} when the browser keeps nothing for this page (blocked site data, sandboxed frame)
 */
export async function navigateToSignIn(url: string, key: string, kept: StoredReturn): Promise<never> {
    try {
        sessionStorage[key] = JSON.stringify(kept);
    } catch {
        throw new Error('sessionStorage is blocked: use mode popup.');
    }
    location.assign(url);
    // The page is on its way out.
    return new Promise(() => {});
}

/**
 * Takes the attempt that this page load comes back from out of the address, leaving the rest of it
 * alone, and what was kept for it.
 * @returns undefined when this tab did not leave for one
 */
export function takeStoredReturn(prefix: string): (StoredReturn & { attempt: string }) | undefined {
    let kept: (StoredReturn & { attempt: string }) | undefined;
    try {
        const address = location.href.replace(/([?&])connect_attempt=([^&#]+)(&?)/, (_, before: string, attempt: string, after: string) => {
            // Written by `navigateToSignIn`; only this page's origin can write here, and a check of
            // the fields would exceed the budget of the bundle. Nothing there is no JSON.
            kept = { ...(JSON.parse(sessionStorage[prefix + attempt] as string) as StoredReturn), attempt };
            delete sessionStorage[prefix + attempt];
            return after && before;
        });
        if (kept) history.replaceState(history.state, '', address);
    } catch {
        // Nothing was kept, or there is no browser.
    }
    return kept;
}
