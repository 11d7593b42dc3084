import type { BrowserContext, FrameLocator, Locator, Page } from '@playwright/test';
import { clickToClose, expect, standingStill, test, type HostEvents, type HostPage } from './journey.ts';
import type { ProductPage } from './host/product.ts';
import { startRelay, type Relay } from './relay.ts';
import { stoodStillMs } from './stalls.ts';
import type { Stack } from './stack.ts';

/** How soon after it has become true the widget has to say so. */
const settledWithinMs = 5000;

/** How a try at connecting ended: `connected`, or the attempt's code. */
type Ending = string;

/** One way in which the world makes it hard to connect an account. */
export interface Case {
    name: string;
    /** The product's page; without `button`, it opens the sign-in of the sandbox's OAuth app. */
    page?: ProductPage;
    /** How the third party behaves: verbs of the sandbox's control plane and their bodies. */
    provider?: Record<string, unknown>;
    /** What there is before the page is visited. @returns the page */
    before?: (endUser: Omit<EndUser, 'begun'>) => Promise<ProductPage>;
    /** How the end user opens the Connect UI; by default with a click. */
    opens?: (endUser: EndUser) => Promise<void>;
    /**
     * The end user's actions; by default they sign in and allow it.
     * @returns ms since 1970 from when their browser could know the outcome, after a network
     * failure
     */
    does?: (endUser: EndUser) => Promise<number | void>;
    /** The network between the browser and the Connect UI is one that can be lost. */
    relayed?: true;
    /** How each of the attempts that this makes ended, in the order in which they began. */
    ends: Ending[];
    /** What the browser itself writes to the console here, as it does for every page. */
    noise?: RegExp;
}

/** An end user on the product's page. */
export interface EndUser {
    page: Page;
    context: BrowserContext;
    host: HostPage;
    stack: Stack;
    widget: FrameLocator;
    relay: Relay | undefined;
    /** Of the case's attempts, none is older. */
    begun: Date;
}

/**
 * Runs each case, and compares what the page was told with the attempts' rows, which are
 * authoritative.
 */
export function testCases(cases: readonly Case[]): void {
    for (const one of cases) {
        test(one.name, async ({ page, context, host, stack }) => {
            const troubles = listenForTroubles(context, page, one.noise);
            const relay = one.relayed ? await startRelay(stack.connectUrl) : undefined;
            const person = { page, context, host, stack, widget: host.widget, relay };
            const prepared = await one.before?.(person);
            for (const [verb, body] of Object.entries(one.provider ?? {})) await stack.control(verb, body);

            const endUser: EndUser = { ...person, begun: new Date() };
            await host.visit({
                button: { integration: 'sandbox-oauth2' },
                ...prepared,
                ...one.page,
                ...(relay && { connectUrl: relay.connectUrl })
            });
            await (one.opens ?? (() => host.openButton.click()))(endUser);
            const knowableMs = (await (one.does ?? signsIn)(endUser)) ?? 0;

            const attempts = await endedAttempts(stack, endUser.begun, one.ends.length);
            expect(attempts.map(({ ending }) => ending)).toEqual(one.ends);
            // By attempt: a request without a response is told as well, and belongs to none.
            const aboutEach = (heard: HostEvents[]) =>
                attempts.map(({ id, ref }) => heard.filter(({ detail }) => detail?.['attemptId'] === id || detail?.['ref'] === ref));
            await expect
                .poll(async () => aboutEach(terminal(await host.heard())).every(({ length }) => length > 0), { timeout: 15_000 })
                .toBe(true);
            const told = terminal(await host.heard());
            for (const [index, attempt] of attempts.entries()) {
                const about = aboutEach(told)[index] ?? [];
                expect(about.map(endingOf), 'exactly one terminal callback, and it says what is true').toEqual([attempt.ending]);
                const toldMs = about[0]?.at ?? 0;
                expect(toldMs, 'nothing is said before it is true').toBeGreaterThanOrEqual(attempt.endedMs);
                const sinceMs = Math.max(attempt.endedMs, knowableMs);
                const lateMs = toldMs - sinceMs - stoodStillMs(sinceMs, toldMs);
                test.info().annotations.push({ type: 'settled', description: `${lateMs} ms after ${attempt.ending}` });
                expect(lateMs, 'ms after it had become true').toBeLessThanOrEqual(settledWithinMs);
            }

            const connected = told
                .flatMap(({ detail }) => detail?.['connectionId'] ?? [])
                .map(String)
                .toSorted();
            const { connections } = await host.connections();
            expect(connections.map(({ connection_id: id }) => id).toSorted(), 'a connection is there exactly where it was said').toEqual(
                connected
            );

            await leave(endUser);
            expect(terminal(await host.heard()), 'nothing was called back afterwards').toEqual(told);
            expect(troubles).toEqual([]);
            await relay?.stop();
        });
    }
}

/** Opens the sign-in's window and allows what it asks for. */
async function signsIn(endUser: EndUser): Promise<void> {
    await decide(await openPopup(endUser), 'Allow');
}

export async function denyAccess(endUser: EndUser): Promise<void> {
    await decide(await openPopup(endUser), 'Deny');
}

export function openPopup(endUser: EndUser, widget = endUser.widget): Promise<Page> {
    return windowFrom(endUser, widget.getByRole('button', { name: /^Continue to/ }));
}

/**
 * The window opened by the click. Not `popup`: after a COOP cut the browser does not name its
 * opener.
 */
async function windowFrom({ context }: EndUser, button: Locator): Promise<Page> {
    await standingStill(button);
    const [opened] = await Promise.all([context.waitForEvent('page'), button.click()]);
    return opened;
}

/** The end user's answer at the provider; the window may close itself upon it. */
export async function decide(popup: Page, decision: 'Allow' | 'Deny'): Promise<void> {
    await popup.getByRole('button', { name: decision }).click({ noWaitAfter: true });
}

/**
 * The outcome is open and unknowable: the widget offers a way out in time, and reports no end.
 * @param sinceMs when there was nothing to wait for any more, ms since 1970
 */
export async function expectRecoveryOffer({ widget, host }: EndUser, sinceMs: number): Promise<void> {
    await expect(widget.getByRole('heading', { name: /still open\?$/ })).toBeVisible();
    expect(Date.now() - sinceMs - stoodStillMs(sinceMs), 'ms until a way out was offered').toBeLessThanOrEqual(settledWithinMs);
    await expect(widget.getByRole('button', { name: 'Cancel' })).toBeVisible();
    expect(terminal(await host.heard())).toEqual([]);
}

/** Takes the way out that leads on, with a provider that behaves. */
export async function openAgain(endUser: EndUser): Promise<void> {
    await endUser.stack.control('reset', {});
    await decide(await windowFrom(endUser, endUser.widget.getByRole('button', { name: 'Open window again' })), 'Allow');
}

interface EndedAttempt {
    id: string;
    ref: string;
    ending: Ending;
    endedMs: number;
}

/** The rows of this case's attempts, once they have all ended. */
export async function endedAttempts({ db }: Stack, since: Date, count: number): Promise<EndedAttempt[]> {
    const running = ['created', 'awaiting_user', 'exchanging', 'verifying', 'needs_choice', 'account_mismatch'];
    const read = () =>
        db
            .selectFrom('attempts')
            .select(['id', 'ref', 'status', 'code', 'updated_at'])
            .where('created_at', '>=', since)
            .orderBy('created_at')
            .execute();
    await expect
        .poll(async () => (await read()).filter(({ status }) => !running.includes(status)).length, {
            timeout: 15_000,
            intervals: [50, 100]
        })
        .toBeGreaterThanOrEqual(count);
    return (await read()).map(({ id, ref, status, code, updated_at: ended }) => ({
        id,
        ref,
        ending: status === 'succeeded' ? 'connected' : (code ?? status),
        endedMs: ended.getTime()
    }));
}

function terminal(heard: HostEvents[]): HostEvents[] {
    return heard.filter(({ type }) => type === 'connect:success' || type === 'connect:error');
}

function endingOf({ type, detail }: HostEvents): Ending {
    return type === 'connect:success' ? 'connected' : String(detail?.['code']);
}

/** Closes every window and every widget, so that nothing reports the outcome. */
async function leave({ context, page }: EndUser): Promise<void> {
    for (const other of context.pages()) if (other !== page) await other.close();
    const shells = page.locator('[data-patchbay-connect]');
    for (let left = await shells.count(); left > 0; left -= 1) {
        const shell = shells.first();
        const widget = shell.locator('iframe').contentFrame();
        // Inside the page there is nothing to close: its page takes it away.
        if ((await shell.locator('section').count()) > 0) await shell.evaluate((element) => element.remove());
        else await clickToClose(widget.getByRole('button', { name: /^(?:Done|Close)$/ }).last());
        await expect(shells).toHaveCount(left - 1);
    }
}

/** Chromium's remark on every such frame. It does not apply: ours has an origin of its own. */
const sandboxRemark = 'An iframe which has both allow-scripts and allow-same-origin';

/** Script errors in any window, and browser messages about the product's page and the widget. */
function listenForTroubles(context: BrowserContext, page: Page, noise: RegExp | undefined): string[] {
    const troubles: string[] = [];
    context.on('weberror', (error) => troubles.push(String(error.error())));
    page.on('console', (message) => {
        const text = message.text();
        const isTrouble = message.type() === 'error' || message.type() === 'warning';
        if (isTrouble && !text.startsWith(sandboxRemark) && !noise?.test(text)) troubles.push(text);
    });
    return troubles;
}
