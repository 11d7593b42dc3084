import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { sql } from 'kysely';
import { violationsIn } from './axe.ts';
import { connectByOAuth, type HostPage } from './journey.ts';
import { dashboardOwner, type Stack } from './stack.ts';

/** What the integration of `connectByOAuth` is called. */
export const sandboxName = 'Sandbox (OAuth 2)';

/** Signs in at a page of the dashboard, and comes to it. */
export async function enter(page: Page, { apiUrl }: Stack, path: string): Promise<void> {
    await page.goto(`${apiUrl}${path}`);
    await page.getByRole('textbox', { name: 'E-mail address' }).fill(dashboardOwner.email);
    await page.getByLabel('Password').fill(dashboardOwner.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page).not.toHaveURL(/\/dashboard\/sign-in/);
}

/** Where a connection is. */
interface Key {
    id: string;
    integration: string;
}

/** Connects an account by OAuth, whose end user then takes the access back. */
export async function connectAndBreak(page: Page, host: HostPage, stack: Stack): Promise<Key> {
    const { connection_id: id, integration_id: integration } = await connectByOAuth(page, host, 'Ada Lovelace');
    await breakConnection(stack, { id, integration });
    return { id, integration };
}

/** The end user takes the access back, and a renewal notices it. */
export async function breakConnection({ control, backend }: Stack, { id, integration }: Key): Promise<void> {
    await control('revoke', { account: 'ada' });
    await backend.connections.get({ connection_id: id, provider_config_key: integration }, { forceRefresh: true }).catch(() => {});
}

/** Ends all freezes and issues, which other journeys of the same worker would see. */
export async function endIssues({ backend, db }: Stack): Promise<void> {
    for (const { id } of (await backend.freezes.list()).data) await backend.freezes.lift(id);
    await sql`delete from issues`.execute(db);
}

/** Calls the API of the dashboard from its page, as another window of the member does. */
export async function callFromPage(
    page: Page,
    method: 'PATCH' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: unknown
): Promise<unknown> {
    const { status, text } = await page.evaluate(
        async (call) => {
            const response = await fetch(`/dashboard/api${call.path}`, {
                method: call.method,
                ...(call.body !== undefined && { body: JSON.stringify(call.body), headers: { 'content-type': 'application/json' } })
            });
            return { status: response.status, text: await response.text() };
        },
        { method, path, body }
    );
    expect(status, text).toBeLessThan(300);
    return text === '' ? undefined : JSON.parse(text);
}

export const memberPassword = 'another long password';

/** A member whom the one of a page invites, and who joins in another browser. */
export async function inviteAndJoin(page: Page, stack: Stack, role: 'admin' | 'support') {
    const email = `${randomUUID().slice(0, 8)}@acme.example`;
    const invited = await callFromPage(page, 'POST', '/invitations', { email, role });
    // The shapes of their contracts.
    const { data: invitation } = invited as { data: { link: string } };
    const response = await fetch(`${stack.apiAddress}/dashboard/api/invitations/accept`, {
        method: 'POST',
        headers: { origin: stack.apiUrl, 'content-type': 'application/json' },
        body: JSON.stringify({ token: invitation.link.split('#')[1], email, name: `Member ${email}`, password: memberPassword })
    });
    const { data } = (await response.json()) as { data: { member: { id: string; name: string } } };
    const [cookie = ''] = response.headers.get('set-cookie')?.split(';') ?? [];
    return { ...data.member, email, cookie };
}

/**
 * Clicks that a person makes in the dashboard itself, counted by its document as they begin: what
 * is clicked may be gone before its click ends.
 */
export async function countClicks(page: Page): Promise<() => Promise<number>> {
    await page.addInitScript(() => {
        if (window.top !== window) return;
        const count = ({ isTrusted }: PointerEvent) => {
            if (isTrusted) sessionStorage.setItem('clicks', String(Number(sessionStorage.getItem('clicks') ?? 0) + 1));
        };
        addEventListener('pointerdown', count, { capture: true });
    });
    return () => page.evaluate(() => Number(sessionStorage.getItem('clicks') ?? 0));
}

/**
 * Looks at a page in light and in dark, and whether anything is cut off on a phone.
 * @param name of its pictures, which are taken where `PATCHBAY_PICTURES` names a folder
 */
export async function expectAccessible(page: Page, name?: string): Promise<void> {
    const folder = process.env['PATCHBAY_PICTURES'];
    const shoot = async (look: string) => {
        if (folder === undefined || name === undefined) return;
        await page.screenshot({ path: join(folder, `${name}-${look}.png`), fullPage: true });
    };
    for (const colorScheme of ['light', 'dark'] as const) {
        // Colours that change slowly would be looked at on their way.
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        // Right after the change axe may still see the page's old background.
        await expect(async () => expect(await violationsIn(page), colorScheme).toEqual([])).toPass({ timeout: 10_000 });
        await shoot(colorScheme);
    }
    await page.emulateMedia({ colorScheme: 'light' });
    const size = page.viewportSize();
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate(cutOff), 'wider than a phone').toEqual([]);
    await shoot('phone');
    if (size) await page.setViewportSize(size);
}

/** Of a page that scrolls sideways: what reaches beyond its edge. */
function cutOff(): string[] {
    if (document.documentElement.scrollWidth <= innerWidth) return [];
    const wide = [...document.querySelectorAll('body *')].filter((element) => element.getBoundingClientRect().right > innerWidth);
    return wide.map(({ outerHTML }) => outerHTML.slice(0, 200));
}
