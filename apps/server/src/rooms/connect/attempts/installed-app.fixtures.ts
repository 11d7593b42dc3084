import type { AttemptView } from '@patchbay/contracts';
import type { EndUser, TestApp, TestBrowser } from '@patchbay/test-kit';
import { z } from 'zod';
import { read, startSignIn } from './attempts.fixtures.ts';

const registration = z.object({
    app_id: z.string(),
    app_link: z.string(),
    private_key: z.string(),
    client_id: z.string(),
    client_secret: z.string()
});
const installation = z.object({ id: z.number(), account: z.object({ login: z.string() }) });

/** The app of the sandbox's GitHub, as an operator enters it; it sends people back here. */
export async function registerApp(app: TestApp, { asksUser = false } = {}) {
    const address = `${app.url}/oauth/callback`;
    await app.sandbox.control('github/app', { setup_url: address, callback_url: address, asks_user: asksUser });
    const { client_id, client_secret, ...own } = registration.parse(await app.sandbox.control('github/app'));
    return { type: 'APP' as const, ...own, ...(asksUser ? { client_id, client_secret } : {}) };
}

/** The same app, which acts for who installs it as well. */
export async function registerCustomApp(app: TestApp) {
    const { type: _, client_id = '', client_secret = '', ...own } = await registerApp(app, { asksUser: true });
    return { type: 'CUSTOM' as const, client_id, client_secret, ...own };
}

/** What an owner does at the sandbox's GitHub. */
export async function atGitHub(app: TestApp, account: string, action: 'install' | 'suspend' | 'unsuspend' | 'uninstall'): Promise<string> {
    return String(installation.parse(await app.sandbox.control('github/installations', { account, action })).id);
}

/** Time passes here and at the sandbox's GitHub. */
export async function passTime(app: TestApp, ms: number): Promise<void> {
    app.clock.advance(ms);
    await app.sandbox.control('github/clock', { advance_ms: ms });
}

/** Installs the app, or asks an owner to. @param account a person, or `person/organization` */
export async function install(
    app: TestApp,
    endUser: EndUser,
    { account = 'ada/analytical-engines', integrationId = 'sandbox-app' } = {}
): Promise<{ attempt: AttemptView; html: string; browser: TestBrowser }> {
    const { attempt_id: id, launch_url: launchUrl } = await startSignIn(endUser, integrationId);
    const browser = app.browser();
    const { html } = await browser.signIn(launchUrl, { account });
    return { attempt: await read(endUser, id), html, browser };
}

/** Comes back from the provider with other parameters than it has sent. */
export async function comeBackWith(
    app: TestApp,
    endUser: EndUser,
    change: (query: URLSearchParams) => void,
    { account = 'ada', integrationId = 'sandbox-app' } = {}
): Promise<{ attempt: AttemptView; html: string }> {
    const { attempt_id: id, launch_url: launchUrl } = await startSignIn(endUser, integrationId);
    const browser = app.browser();
    const callback = await browser.consent(launchUrl, { account });
    change(callback.searchParams);
    const { html } = await browser.get(callback);
    return { attempt: await read(endUser, id), html };
}
