/** Where a step ends: at the app's callback, which isn't fetched, or on a page. */
export type Arrival = { callback: URL } | { url: URL; status: number; headers: Headers; html: string };

/** A minimal browser for tests: it keeps cookies, and stops after each redirect or page. */
export class FormBrowser {
    readonly #cookies = new Map<string, { name: string; path: string; value: string }>();

    /** Follows redirects on the sandbox's own host until a page or the application's callback. */
    async open(url: string | URL, form?: Record<string, string>): Promise<Arrival> {
        const here = new URL(url);
        const target = new URL(here);
        // Browsers know that *.localhost is this machine; getaddrinfo often doesn't.
        if (target.hostname.endsWith('localhost')) target.hostname = '127.0.0.1';
        const headers = { accept: 'text/html', host: here.host, cookie: this.#cookieHeader(here) };
        const post = form ? { method: 'POST', body: new URLSearchParams(form) } : {};
        const response = await fetch(target, { ...post, redirect: 'manual', headers });
        for (const cookie of response.headers.getSetCookie()) this.#keep(cookie);
        const location = response.headers.get('location');
        if (location === null) return { url: here, status: response.status, headers: response.headers, html: await response.text() };
        await response.body?.cancel();
        const next = new URL(location, here);
        // Some servers have an address of their own below it.
        return /^\/oauth\/callback(?:\/|$)/.test(next.pathname) ? { callback: next } : this.open(next);
    }

    /** Opens an authorization request and submits its page; the default account is `ada`. */
    async consent(authorizationUrl: string | URL, consent: { account?: string; decision: 'allow' | 'deny' | 'ask' }): Promise<Arrival> {
        const page = await this.open(authorizationUrl);
        return 'callback' in page ? page : this.open(page.url, { account: 'ada', ...consent });
    }

    #cookieHeader({ pathname }: URL): string {
        return [...this.#cookies.values()]
            .flatMap(({ name, path, value }) => (pathname.startsWith(path) ? [`${name}=${value}`] : []))
            .join('; ');
    }

    #keep(setCookie: string): void {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(setCookie) ?? [];
        const path = /; *path=([^;]+)/i.exec(setCookie)?.[1] ?? '/';
        this.#cookies.set(`${name} ${path}`, { name, path, value });
    }
}
