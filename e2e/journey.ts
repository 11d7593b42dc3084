import { randomUUID } from 'node:crypto';
import { type BrowserContext, expect, type FrameLocator, type Locator, type Page } from '@playwright/test';
import type { ProductPage } from './host/product.ts';
import { recordTraffic } from './recorded-traffic.ts';
import type { Stack } from './stack.ts';
import { stoodStillMs } from './stalls.ts';
import { test as base } from './worker.ts';

interface Journey {
    /** The page of the product that the end user is on, with the Connect UI's frame in it. */
    host: HostPage;
    /** Unique in this run. */
    userId: string;
    /** Set where a page is meant to be stopped by a Content-Security-Policy. */
    expectsPolicyViolation: boolean;
    /**
     * Checks every journey: no secret in an address, a Referer or the log, and no CSP violation.
     * Afterwards there are the integrations that there were before.
     */
    watch: void;
}

/** The tests' `test`: one stack per worker, with the third parties reset before each test. */
export const test = base.extend<Journey>({
    watch: [
        async ({ context, stack, expectsPolicyViolation }, use, info) => {
            await stack.control('reset', {});
            const traffic = recordTraffic(context, stack);
            await use();
            await stack.clear();
            if (info.status !== info.expectedStatus) await printWhatIsShown(context, stack);
            await traffic.expectNoSecretAbroad();
            if (!expectsPolicyViolation) expect(traffic.policyViolations, 'stopped by a Content-Security-Policy').toEqual([]);
            else expect(traffic.policyViolations).not.toEqual([]);
        },
        { auto: true }
    ],
    expectsPolicyViolation: [false, { option: true }],
    // oxlint-disable-next-line no-empty-pattern -- as above
    userId: async ({}, use) => use(`user_${randomUUID()}`),
    host: async ({ page, stack, userId }, use) => use(hostPage(page, stack, userId))
});

export { expect };

/** For failures that cannot be repeated. */
async function printWhatIsShown(context: BrowserContext, { log }: Stack): Promise<void> {
    for (const frame of context.pages().flatMap((page) => page.frames())) {
        const text = await frame
            .locator('body')
            .innerText({ timeout: 1000 })
            .catch(() => '(nothing)');
        process.stdout.write(`${frame.url().replace(/[?#].*/, '')} shows:\n${text}\n`);
    }
    process.stdout.write(`The server’s last words:\n${log.slice(-20).join('\n')}\n`);
}

/** What a page in the product told its own script about the Connect UI. */
export interface HostEvents {
    type: string;
    detail?: Record<string, unknown>;
    from?: string;
    name?: string;
    /** When, in ms since 1970. */
    at: number;
}

export interface HostPage {
    widget: FrameLocator;
    openButton: ReturnType<Page['getByRole']>;
    /**
     * Opens a page of the product; mints a session for this end user unless the page says
     * otherwise.
     */
    visit(page?: ProductPage): Promise<void>;
    /** Visits, and clicks the button that opens the Connect UI. */
    open(page?: ProductPage): Promise<void>;
    /** Opens the Connect UI at one integration. */
    openAt(integration: string, page?: ProductPage): Promise<void>;
    /**
     * Without frames that were reported as unreachable because the machine stood still, unless
     * `everything` is asked for.
     */
    heard(how?: 'everything'): Promise<HostEvents[]>;
    /** This end user's connections, asked from the API. */
    connections(): ReturnType<Stack['backend']['connections']['list']>;
}

function hostPage(page: Page, stack: Stack, userId: string): HostPage {
    const session: ProductPage['session'] = { create: { end_user: { id: userId } } };
    const openButton = page.getByRole('button', { name: 'Connect an account' });
    const host: HostPage = {
        widget: page.locator('[data-patchbay-connect] iframe').contentFrame(),
        openButton,
        async visit(given) {
            await page.goto(stack.product.publish({ session, ...given }));
            await page.waitForFunction(() => document.documentElement.dataset['ready'] !== undefined);
        },
        async open(given) {
            await host.visit(given);
            await openButton.click();
        },
        openAt: (integration, given) => host.open({ button: { integration }, ...given }),
        async heard(how) {
            const heard = await page.evaluate(() => ('heard' in window ? (window.heard as HostEvents[]) : [])); // written by host/page.js
            return heard.filter((event) => how === 'everything' || !isStall(event));
        },
        connections: () => stack.backend.connections.list({ endUserId: userId })
    };
    return host;
}

/** How long the SDK waits for a frame before it reports it. */
const frameTimeoutMs = 5000;

function isStall({ type, detail, at }: HostEvents): boolean {
    return type === 'connect:error' && detail?.['code'] === 'unreachable' && stoodStillMs(at - frameTimeoutMs, at) > 0;
}

/** Waits until a button is there and can be clicked. @returns the button */
export async function standingStill(button: Locator): Promise<Locator> {
    await button.waitFor();
    await framesKeepPlaces(button.page());
    return button;
}

/**
 * Waits until the frames of a page keep their places for some pictures of the screen: Chromium
 * sends a click to the frame that was last drawn there, so that one into a frame that has just
 * moved may hit what is around it, and is lost.
 */
async function framesKeepPlaces(page: Page): Promise<void> {
    const frames = page.locator('iframe');
    let before = '';
    const isStill = async () => {
        const now = await frames.evaluateAll((all) => JSON.stringify(all.map((frame) => frame.getBoundingClientRect())));
        const isSame = now === before || now === '[]';
        before = now;
        return isSame;
    };
    await expect.poll(isStill, { intervals: [150] }).toBe(true);
}

/** Clicks a button of a frame whose height may still be changing. */
export async function clickWhenStill(button: Locator): Promise<void> {
    await standingStill(button);
    await button.click();
}

/** Clicks what opens the sign-in's window, or does what else opens it, and answers the window. */
export async function popupFrom(page: Page, by: Locator | (() => Promise<void>)): Promise<Page> {
    const act = typeof by === 'function' ? by : () => clickWhenStill(by);
    const [popup] = await Promise.all([page.waitForEvent('popup'), act()]);
    return popup;
}

/** Signs in at the provider as one of the sandbox's people, and waits until the window closes. */
export async function signIn(
    popup: Page,
    { account = 'Ada Lovelace', decision = 'Allow' }: { account?: string; decision?: 'Allow' | 'Deny' } = {}
): Promise<void> {
    await chooseAccount(popup, account);
    await Promise.all([popup.waitForEvent('close'), popup.getByRole('button', { name: decision }).click({ noWaitAfter: true })]);
}

/** Clicks, or taps, what closes the Connect UI. */
export async function clickToClose(button: Locator, how: 'click' | 'tap' = 'click'): Promise<void> {
    await standingStill(button);
    await takeAway(button, () => button[how]());
}

/** Presses Escape where that takes the Connect UI away. */
export async function escapeToClose(page: Page, shell = page.locator('[data-patchbay-connect]')): Promise<void> {
    await shell.waitFor({ state: 'attached' });
    await takeAway(shell, () => page.keyboard.press('Escape'));
}

/**
 * Acts in a frame that goes with it. Not awaited: a frame that is gone never acknowledges a click
 * or a key. @param part in the frame, or around it
 */
export async function takeAway(part: Locator, act: () => Promise<void>): Promise<void> {
    const works = [part.waitFor({ state: 'detached' }), act()];
    await Promise.race(works).finally(() => {
        for (const late of works) late.catch(() => undefined);
    });
}

/**
 * Waits until a frame inside the page is as high as what is in it, and can be clicked.
 * @returns that height, px
 */
export async function settledHeight(frame: Locator): Promise<number> {
    const body = frame.contentFrame().locator('body');
    const spare = () =>
        body.evaluate(({ children }) => innerHeight - Math.max(...Array.from(children, (part) => part.getBoundingClientRect().bottom)));
    await expect.poll(spare).toBeCloseTo(0, 0);
    await framesKeepPlaces(frame.page());
    return (await frame.boundingBox())?.height ?? 0;
}

/** Where parts of a page are shown, in pixels, in the order of their selectors. */
export async function placesOf<Selectors extends string[]>(
    page: Page,
    ...selectors: Selectors
): Promise<{ [Place in keyof Selectors]: DOMRect }> {
    const places = selectors.map((selector) => page.locator(selector).evaluate((part): DOMRect => part.getBoundingClientRect().toJSON()));
    // One for each selector.
    return (await Promise.all(places)) as { [Place in keyof Selectors]: DOMRect };
}

/** Lets the time of a page whose clock was installed go by until that is shown. */
export async function passUntil(page: Page, shown: Locator): Promise<void> {
    const passAndLook = async () => {
        await page.clock.runFor(1000);
        return shown.isVisible();
    };
    await expect.poll(passAndLook, { intervals: [20] }).toBe(true);
}

/** Keeps back what the pages ask for there. @returns lets it go on */
export async function holdBack(page: Page, addresses: RegExp): Promise<() => void> {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route(addresses, async (route) => {
        await released;
        await route.continue();
    });
    return release;
}

export async function chooseAccount(popup: Page, account: string): Promise<void> {
    await popup.getByRole('radio', { name: account }).check();
}

/** The rows of this end user's tries, which are the truth about them. */
export async function attemptsOf({ db }: Stack, userId: string) {
    const rows = await db
        .selectFrom('attempts')
        .innerJoin('connect_sessions', 'connect_sessions.id', 'attempts.session_id')
        .select(['attempts.status', 'attempts.code', 'connect_sessions.end_user'])
        .orderBy('attempts.created_at')
        .execute();
    return rows.filter((row) => row.end_user?.id === userId).map(({ status, code }) => ({ status, code }));
}

/** Lets the sessions of this end user expire now. */
export async function expireSessions({ db }: Stack, userId: string): Promise<void> {
    const sessions = await db.selectFrom('connect_sessions').select(['id', 'end_user']).execute();
    const ids = sessions.filter(({ end_user: endUser }) => endUser?.id === userId).map(({ id }) => id);
    await db
        .updateTable('connect_sessions')
        .set({ expires_at: new Date(Date.now() - 1000) })
        .where('id', 'in', ids)
        .execute();
}

/**
 * Connects an account by OAuth from the product's page, for journeys that start with a connection.
 */
export async function connectByOAuth(
    page: Page,
    host: HostPage,
    account: string
): Promise<{ connection_id: string; integration_id: string }> {
    await host.openAt('sandbox-oauth2');
    const popup = await popupFrom(page, host.widget.getByRole('button', { name: /^Continue to/ }));
    await signIn(popup, { account });
    await clickToClose(host.widget.getByRole('button', { name: 'Done' }));
    const { connections } = await host.connections();
    return { connection_id: connections[0]?.connection_id ?? '', integration_id: 'sandbox-oauth2' };
}
