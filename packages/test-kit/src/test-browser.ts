import { FormBrowser } from '@patchbay/sandbox/form-browser';

/** A browser of the smallest kind at the server's side of a sign-in: it keeps the server's cookies, and answers the sandbox's consent page. */
export class TestBrowser {
    readonly #cookies = new Map<string, string>();

    /** Opens the launch page and stops at the provider's door. */
    async launch(launchUrl: string): Promise<{ status: number; html: string; authorizationUrl: string | undefined }> {
        const { status, html } = await this.get(launchUrl);
        const address = /http-equiv="refresh" content="0;url=([^"]+)"/.exec(html)?.[1];
        return { status, html, authorizationUrl: address?.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code))) };
    }

    /** Launches, and consents at the provider. Answers the callback's address, not opened yet. */
    async consent(launchUrl: string, answer: { account?: string; decision?: 'allow' | 'deny' } = {}): Promise<URL> {
        const { authorizationUrl } = await this.launch(launchUrl);
        if (authorizationUrl === undefined) throw new Error('The launch page does not lead to the provider.');
        const arrival = await new FormBrowser().consent(authorizationUrl, { decision: 'allow', ...answer });
        if (!('callback' in arrival))
            throw new Error(`The provider did not send the browser back: ${arrival.status} ${arrival.html.slice(0, 300)}`);
        return arrival.callback;
    }

    /** The whole sign-in: launch, consent, callback. */
    async signIn(
        launchUrl: string,
        answer: { account?: string; decision?: 'allow' | 'deny' } = {}
    ): Promise<{ status: number; html: string; headers: Headers }> {
        return this.get(await this.consent(launchUrl, answer));
    }

    /** Opens an address of the server's with this browser's cookies. */
    async get(address: string | URL): Promise<{ status: number; html: string; headers: Headers }> {
        const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
        const response = await fetch(address, { headers: cookie === '' ? {} : { cookie }, redirect: 'manual' });
        for (const line of response.headers.getSetCookie()) {
            const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
            if (/Max-Age=0/.test(line)) this.#cookies.delete(name);
            else this.#cookies.set(name, value);
        }
        return { status: response.status, html: await response.text(), headers: response.headers };
    }

    get cookies(): ReadonlyMap<string, string> {
        return this.#cookies;
    }
}
