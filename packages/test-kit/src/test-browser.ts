import { FormBrowser } from '@patchbay/sandbox/form-browser';

export interface ShownPage {
    status: number;
    html: string;
    headers: Headers;
    /** Where the page goes by itself. */
    goesOnTo: string | undefined;
}

/**
 * Who signs in at the sandbox, `ada` by default, and whether they allow what is asked for or ask
 * an admin to approve.
 */
export interface Consent {
    account?: string;
    decision?: 'allow' | 'deny' | 'ask';
}

/**
 * Signs in and submits the sandbox's consent page. @returns the callback's address, not opened yet
 */
export async function consentAt(authorizationUrl: string | URL, consent: Consent = {}): Promise<URL> {
    const arrival = await new FormBrowser().consent(authorizationUrl, { decision: 'allow', ...consent });
    if (!('callback' in arrival))
        throw new Error(`The provider did not send the browser back: ${arrival.status} ${arrival.html.slice(0, 300)}`);
    return arrival.callback;
}

/**
 * A minimal browser for the server's side of a sign-in: keeps cookies, submits the sandbox's
 * consent.
 */
export class TestBrowser {
    readonly #cookies = new Map<string, string>();

    /** Opens the launch page and stops at the provider's door. */
    async launch(launchUrl: string): Promise<{ status: number; html: string; authorizationUrl: string | undefined }> {
        const { status, html, goesOnTo } = await this.get(launchUrl);
        return { status, html, authorizationUrl: goesOnTo };
    }

    /** Launches, and consents at the provider. Answers the callback's address, not opened yet. */
    async consent(launchUrl: string, consent: Consent = {}): Promise<URL> {
        const { authorizationUrl } = await this.launch(launchUrl);
        if (authorizationUrl === undefined) throw new Error('The launch page does not lead to the provider.');
        return consentAt(authorizationUrl, consent);
    }

    /** The whole sign-in: launch, consent, callback. */
    async signIn(launchUrl: string, consent: Consent = {}): Promise<ShownPage> {
        return this.get(await this.consent(launchUrl, consent));
    }

    /** Opens an address of the server's with this browser's cookies; follows a 303. */
    async get(address: string | URL): Promise<ShownPage> {
        const page = await this.open(address);
        const next = page.status === 303 ? page.headers.get('location') : null;
        return next === null ? page : this.open(new URL(next, address));
    }

    /** The same without following a redirect. */
    open(address: string | URL): Promise<ShownPage> {
        return this.#send(address, {});
    }

    /** Presses the button of one of the server's pages or, by other headers, of another site's. */
    press(address: string | URL, headers: Record<string, string> = { 'sec-fetch-site': 'same-origin' }): Promise<ShownPage> {
        return this.#send(address, { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers } });
    }

    async #send(address: string | URL, init: { method?: string; headers?: Record<string, string> }): Promise<ShownPage> {
        const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
        const headers = { ...init.headers, ...(cookie === '' ? {} : { cookie }) };
        const response = await fetch(address, { ...init, headers, redirect: 'manual' });
        for (const line of response.headers.getSetCookie()) {
            const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
            if (/Max-Age=0/.test(line)) this.#cookies.delete(name);
            else this.#cookies.set(name, value);
        }
        const html = await response.text();
        const written = /http-equiv="refresh" content="0;url=([^"]+)"/.exec(html)?.[1];
        const goesOnTo = written?.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
        return { status: response.status, html, headers: response.headers, goesOnTo };
    }

    get cookies(): ReadonlyMap<string, string> {
        return this.#cookies;
    }
}
