import { expect, type BrowserContext, type Page } from '@playwright/test';
import type { Stack } from './stack.ts';

export interface RecordedTraffic {
    policyViolations: string[];
    /**
     * Searches all addresses and Referer headers of all pages, and the server's log, for every
     * secret.
     */
    expectNoSecretAbroad(): Promise<void>;
}

/**
 * Records what every page of the context sends. Ignored by design: the launch code, valid once for
 * 60 seconds, in the path of our launch page; OAuth's `state` and `code` in their queries.
 */
export function recordTraffic(context: BrowserContext, stack: Stack): RecordedTraffic {
    const urls: string[] = [];
    const referers: { to: string; referer: string }[] = [];
    const pending: Promise<unknown>[] = [];
    const secrets = new Set<string>([stack.secretKey]);
    const policyViolations: string[] = [];
    const logStart = stack.log.length;
    const tokenStart = stack.product.tokens.length;

    function addValue(value: unknown): void {
        // Shorter ones are words that may occur anywhere.
        if (typeof value === 'string' && value.length >= 12) secrets.add(value);
    }

    context.on('request', (request) => {
        urls.push(request.url());
        // The headers as sent: `headers()` names a Referer on redirected requests that is never
        // sent. Without a response only that is known.
        const sent = request.response().then(async (response) => {
            const { referer } = response ? await request.allHeaders() : {};
            if (referer) referers.push({ to: request.url(), referer });
        });
        pending.push(sent.catch(() => undefined));
        const authorization = request.headers()['authorization'];
        addValue(authorization?.replace(/^Bearer /, ''));
        const body = request.postData();
        // What the end user typed travels in this one body.
        if (body !== null && request.url().endsWith('/connect/attempts'))
            for (const part of Object.values(typed(body))) if (!isAddress(part)) addValue(part);
    });
    context.on('response', (response) => {
        const heard = response.allHeaders().then((headers) => addValue(/pb_attempt_[^=]*=([^;]*)/.exec(headers['set-cookie'] ?? '')?.[1]));
        pending.push(heard.catch(() => undefined));
    });
    const follow = (page: Page) => {
        page.on('console', (message) => {
            if (/Content Security Policy|Trusted ?Type|TrustedHTML|TrustedScript/i.test(message.text()))
                policyViolations.push(message.text());
        });
        page.on('framenavigated', (frame) => urls.push(frame.url()));
    };
    for (const page of context.pages()) follow(page);
    context.on('page', follow);

    return {
        policyViolations,
        async expectNoSecretAbroad() {
            await Promise.all(pending);
            for (const token of stack.product.tokens.slice(tokenStart)) secrets.add(token);
            const codes = urls.flatMap((url) => new URL(url, 'http://none').searchParams.get('code') ?? []);
            const launchCodes = urls.flatMap((url) => /\/connect\/launch\/([^/?#]+)/.exec(url)?.[1] ?? []);
            const states = urls.flatMap((url) => new URL(url, 'http://none').searchParams.get('state') ?? []);
            for (const token of await storedTokens(stack)) secrets.add(token);
            const log = stack.log.slice(logStart).join('\n');
            for (const secret of secrets) {
                expect
                    .soft(
                        urls.filter((url) => holds(url, secret)),
                        'a secret in an address'
                    )
                    .toEqual([]);
            }
            for (const secret of [...secrets, ...codes, ...launchCodes, ...states]) {
                expect
                    .soft(
                        referers.filter(({ referer }) => holds(referer, secret)),
                        'a secret in a Referer'
                    )
                    .toEqual([]);
                expect
                    .soft(
                        stack.product.referers.filter((referer) => holds(referer, secret)),
                        'a secret in a Referer to the product'
                    )
                    .toEqual([]);
                expect.soft(holds(log, secret), `${secret.slice(0, 6)}… in the server's log`).toBe(false);
            }
            // The provider must not learn its visitors' origin; read from its journal.
            const journal = await stack.control('journal');
            expect.soft(JSON.stringify(journal)).not.toContain('"referer"');
            const callback = `${stack.apiUrl}/oauth/callback?`;
            for (const code of codes)
                expect
                    .soft(
                        urls.filter((url) => holds(url, code) && !url.startsWith(callback)),
                        'a code that is not on the callback'
                    )
                    .toEqual([]);
        }
    };
}

/** Access and refresh tokens of every connection there is. */
async function storedTokens({ backend }: Stack): Promise<string[]> {
    const { connections } = await backend.connections.list({ limit: 20 });
    const whole = await Promise.all(
        connections.map((connection) => backend.connections.get(connection, { withRefreshToken: true }).catch(() => undefined))
    );
    return whole.flatMap((connection) => (connection ? tokensIn(connection.credentials) : []));
}

function tokensIn(credentials: object): string[] {
    return Object.entries(credentials).flatMap(([name, value]) => {
        if (typeof value === 'object' && value !== null) return tokensIn(value);
        return name.endsWith('token') && typeof value === 'string' ? [value] : [];
    });
}

function typed(body: string): Record<string, unknown> {
    const { credentials = {}, connection_config: config = {} }: { credentials?: object; connection_config?: object } = JSON.parse(body);
    return { ...credentials, ...config };
}

/** Such as that of a site, which the end user is sent to. */
function isAddress(value: unknown): boolean {
    return typeof value === 'string' && URL.canParse(value);
}

function holds(text: string, secret: string): boolean {
    return text.includes(secret) || text.includes(encodeURIComponent(secret));
}
