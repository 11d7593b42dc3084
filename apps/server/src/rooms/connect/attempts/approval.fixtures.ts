import type { AttemptView } from '@patchbay/contracts';
import { consentAt, type EndUser, type TestApp, type TestBrowser } from '@patchbay/test-kit';
import { read, startSignIn } from './attempts.fixtures.ts';

/** Asks an admin at the provider. */
export async function askAdmin(
    app: TestApp,
    endUser: EndUser,
    integrationId = 'sandbox-oauth2'
): Promise<{ attempt: AttemptView; link: string; browser: TestBrowser }> {
    const { attempt_id: id, launch_url: launchUrl } = await startSignIn(endUser, integrationId);
    const browser = app.browser();
    await browser.signIn(launchUrl, { decision: 'ask' });
    const attempt = await read(endUser, id);
    return { attempt, link: attempt.approval_url ?? '', browser };
}

/** Opens the link, goes on, and signs in. */
export async function continueBy(
    browser: TestBrowser,
    link: string,
    consent: { account?: string; decision?: 'allow' | 'deny' | 'ask' } = {}
) {
    return browser.get(await consentBy(browser, link, consent));
}

export async function consentBy(browser: TestBrowser, link: string, consent: Parameters<TestBrowser['consent']>[1] = {}): Promise<URL> {
    const { goesOnTo } = await browser.press(link);
    if (goesOnTo === undefined) throw new Error('The link does not lead to the provider.');
    return consentAt(goesOnTo, consent);
}
