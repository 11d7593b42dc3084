import type { MemberRole } from '@patchbay/contracts';
import type { TestApp } from '@patchbay/test-kit';
import { ensureOwner } from '../dashboard/ensure-owner.ts';

export interface DashboardResponse {
    status: number;
    headers: Headers;
    json: unknown;
    text: string;
}

/** A browser at the dashboard. */
export interface DashboardBrowser {
    send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<DashboardResponse>;
    cookie: string | undefined;
}

export function dashboardBrowser(app: TestApp): DashboardBrowser {
    const browser: DashboardBrowser = {
        cookie: undefined,
        async send(method, path, body, headers = {}) {
            const response = await fetch(`${app.url}${path.startsWith('/dashboard') ? path : `/dashboard/api${path}`}`, {
                method,
                redirect: 'manual',
                headers: {
                    ...(method === 'GET' ? { 'sec-fetch-site': 'same-origin' } : { origin: app.url }),
                    ...(body !== undefined && { 'content-type': 'application/json' }),
                    ...(browser.cookie !== undefined && { cookie: browser.cookie }),
                    ...headers
                },
                ...(body !== undefined && { body: JSON.stringify(body) })
            });
            const set = response.headers.get('set-cookie');
            if (set !== null) browser.cookie = set.includes('Max-Age=0') ? undefined : set.split(';')[0];
            const text = await response.text();
            return { status: response.status, headers: response.headers, text, json: text.startsWith('{') ? JSON.parse(text) : undefined };
        }
    };
    return browser;
}

export const password = 'correct horse battery staple';

/** The token of the link that a start without members gives. */
export async function firstToken(app: TestApp): Promise<string> {
    let link = '';
    await ensureOwner(app.server.deps, (shown) => (link = shown));
    return tokenOf(link);
}

export const tokenOf = (link: string): string => link.split('#')[1] ?? '';

/** Sets the dashboard up. @returns the owner's browser */
export async function setUp(app: TestApp, email = 'owner@acme.example'): Promise<DashboardBrowser> {
    const browser = dashboardBrowser(app);
    const response = await browser.send('POST', '/invitations/accept', { token: await firstToken(app), email, name: 'Olive', password });
    if (response.status !== 200) throw new Error(response.text);
    return browser;
}

/** @returns the browser of a new member, who was invited */
export async function join(app: TestApp, inviter: DashboardBrowser, role: MemberRole, email = `${role}@acme.example`) {
    const { json } = await inviter.send('POST', '/invitations', { email, role });
    const { data } = json as { data: { link: string } };
    const browser = dashboardBrowser(app);
    await browser.send('POST', '/invitations/accept', { token: tokenOf(data.link), email, name: `Member ${role}`, password });
    return browser;
}

export const outcome = ({ status, json }: DashboardResponse): string => {
    const code = (json as { error?: { code: string } } | undefined)?.error?.code;
    return code === undefined ? String(status) : `${status} ${code}`;
};
