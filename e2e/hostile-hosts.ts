import { BEARER_API_KEYS } from '@patchbay/sandbox/accounts';
import type { Request } from '@playwright/test';
import { buildPage } from './host/build-host.ts';
import type { ProductPage } from './host/product.ts';
import { clickWhenStill, connectByOAuth, expect, settledHeight } from './journey.ts';
import { decide, denyAccess, endedAttempts, expectRecoveryOffer, openAgain, openPopup, type Case, type EndUser } from './settlement.ts';
import { stoodStillMs } from './stalls.ts';

const isolated = { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' };
const nonce = 'only-this-one';
/**
 * Scripts by nonce, no style, only the page's own icon, no HTML from strings, the Connect UI's
 * frame.
 */
const strictestPolicy = (connect: string) =>
    `default-src 'none'; img-src data:; script-src 'nonce-${nonce}' 'strict-dynamic'; frame-src ${connect}; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'`;

// Behind a relay the widget has another port than the server's pages know.
const lostConnection = /Failed to load resource: net::ERR_|Failed to execute 'postMessage' .* does not match the recipient/;
const keyForm = { button: { integration: 'sandbox-api-key' } };

const hosts: Case[] = [
    { name: 'a plain host page', ends: ['connected'] },
    {
        name: 'a host page with COOP: same-origin',
        page: { headers: () => ({ 'cross-origin-opener-policy': 'same-origin' }) },
        does: signsInCutOff,
        ends: ['connected']
    },
    {
        name: 'a host page with COOP: same-origin-allow-popups',
        page: { headers: () => ({ 'cross-origin-opener-policy': 'same-origin-allow-popups' }) },
        ends: ['connected']
    },
    {
        name: 'a host page with COEP: credentialless',
        page: { headers: () => ({ ...isolated, 'cross-origin-embedder-policy': 'credentialless' }) },
        opens: opensIsolated,
        does: signsInCutOff,
        ends: ['connected']
    },
    {
        name: 'a host page with the strictest CSP that can embed anything',
        page: { nonce, headers: (connect) => ({ 'content-security-policy': strictestPolicy(connect) }) },
        ends: ['connected']
    },
    {
        name: 'a host page with COOP, COEP: require-corp, the strictest CSP and no referrer, at a provider with COOP',
        page: {
            nonce,
            headers: (connect) => ({ ...isolated, 'content-security-policy': strictestPolicy(connect), 'referrer-policy': 'no-referrer' })
        },
        provider: { coop: { value: 'same-origin' } },
        opens: opensIsolated,
        does: signsInCutOff,
        ends: ['connected']
    },
    {
        name: 'a host page with COOP, at a provider that is denied',
        page: { headers: () => isolated },
        does: denyAccess,
        ends: ['consent_denied']
    }
];

const windows: Case[] = [
    {
        name: 'a popup that is blocked',
        does: opensByLink('blocked'),
        ends: ['connected']
    },
    {
        name: 'a popup that is taken away at once',
        does: opensByLink('taken away'),
        ends: ['connected']
    },
    { name: 'a popup closed and opened again', does: closesAndOpensAgain, ends: ['connected'] },
    {
        name: 'a popup closed and opened again, on a host page that hides it from us',
        page: { headers: () => isolated },
        does: closesAndOpensAgain,
        ends: ['connected']
    }
];

const providers: Case[] = [
    {
        name: 'a provider with COOP: same-origin',
        provider: { coop: { value: 'same-origin' } },
        does: signsInCutOff,
        ends: ['connected']
    },
    {
        name: 'a provider with COOP: same-origin-allow-popups',
        provider: { coop: { value: 'same-origin-allow-popups' } },
        does: signsInCutOff,
        ends: ['connected']
    },
    {
        name: 'a provider with COOP at which the end user takes their time',
        provider: { coop: { value: 'same-origin' } },
        async does(endUser) {
            const sinceMs = Date.now();
            const popup = await openPopup(endUser);
            await expectRecoveryOffer(endUser, sinceMs);
            await decide(popup, 'Allow');
        },
        ends: ['connected']
    },
    { name: 'a provider that is denied', does: denyAccess, ends: ['consent_denied'] },
    {
        name: 'a provider with COOP that is denied',
        provider: { coop: { value: 'same-origin' } },
        does: denyAccess,
        ends: ['consent_denied']
    },
    {
        name: 'a provider that responds with an error of its own',
        provider: { callback: { mode: 'error', error: 'temporarily_unavailable', error_description: 'Try in the morning.' } },
        ends: ['provider_error']
    },
    {
        name: 'a provider that drops the end user on the way back',
        provider: { callback: { mode: 'drop' } },
        does: strandsAndOpensAgain('The response is lost'),
        ends: ['connected']
    },
    {
        name: 'a provider whose token endpoint is down',
        provider: { faults: [{ match: { path_regex: '/token$' }, action: { type: 'status', code: 503 } }] },
        ends: ['provider_down']
    },
    { name: 'a provider whose page is slow', provider: { modes: { consent_delay_ms: 4000 } }, ends: ['connected'] },
    { name: 'a provider whose tokens are slow', provider: { modes: { token_delay_ms: 6000 } }, ends: ['connected'] },
    {
        name: 'a provider whose page never comes',
        provider: { modes: { consent_page: 'hangs' } },
        async does(endUser) {
            const { context, stack } = endUser;
            const asked = context.waitForEvent('request', (request) => request.url().startsWith(stack.providerUrl));
            const popup = await openPopup(endUser);
            await asked;
            await popup.close();
            await expectRecoveryOffer(endUser, Date.now());
            await openAgain(endUser);
        },
        ends: ['connected']
    },
    {
        name: 'a provider that responds with the wrong state',
        provider: { callback: { mode: 'wrong_state' } },
        does: strandsAndOpensAgain('This sign-in has ended'),
        ends: ['connected']
    },
    { name: 'a provider that responds as another issuer', provider: { callback: { mode: 'altered_iss' } }, ends: ['state_mismatch'] },
    {
        name: 'a provider that responds with another account on a reconnect',
        async before({ page, host }) {
            return { session: { reconnect: await connectByOAuth(page, host, 'Ada Lovelace') }, button: {} };
        },
        async does(endUser) {
            const popup = await openPopup(endUser);
            await popup.getByRole('radio', { name: 'Grace Hopper' }).check();
            await Promise.all([popup.waitForEvent('close'), decide(popup, 'Allow')]);
            const sinceMs = Date.now();
            const { widget } = endUser;
            await expect(widget.getByRole('heading', { name: 'This is a different account' })).toBeVisible();
            expect(Date.now() - sinceMs - stoodStillMs(sinceMs)).toBeLessThanOrEqual(5000);
            await widget.getByRole('button', { name: 'Switch to this account' }).click();
        },
        ends: ['connected']
    },
    {
        name: 'a provider that calls back twice',
        provider: { callback: { mode: 'duplicate' }, faults: [{ match: { path_regex: '/token$' }, action: { type: 'delay', ms: 2000 } }] },
        ends: ['connected']
    },
    {
        name: 'a provider that calls back over fifteen redirects',
        provider: { callback: { mode: 'redirect_chain', hops: 15 } },
        ends: ['connected']
    },
    {
        // Whether a browser brings its cookie along is seen nowhere else.
        name: 'a provider that calls back by a form',
        provider: { callback: { mode: 'form_post' } },
        ends: ['connected']
    }
];

/** Where effects run twice, nothing may happen twice. */
const strict: Case[] = [
    {
        name: 'React in StrictMode, in a dialog',
        before: strictPage,
        async does(endUser) {
            await endUser.widget.getByRole('button', { name: 'Sandbox (OAuth 2)' }).click();
            await decide(await openPopup(endUser), 'Allow');
        },
        ends: ['connected']
    },
    {
        name: 'React in StrictMode, in the page',
        before: strictPage,
        opens: ({ page }) => page.getByRole('checkbox', { name: 'Show it in the page' }).check(),
        async does(endUser) {
            const [first, second] = [endUser.page.locator('#first iframe'), endUser.page.locator('#second iframe')];
            const widget = second.contentFrame();
            const row = widget.getByRole('button', { name: 'Sandbox (OAuth 2)' });
            await first.contentFrame().getByRole('textbox', { name: 'API key' }).waitFor();
            await row.waitFor();
            // The first moves the second.
            for (const frame of [first, second]) await settledHeight(frame);
            await row.click();
            await decide(await openPopup(endUser, widget), 'Deny');
        },
        ends: ['consent_denied']
    }
];

const networks: Case[] = [
    {
        name: 'a network that is lost while the end user signs in, and comes back',
        relayed: true,
        does: signsInWithout('cut'),
        noise: lostConnection,
        ends: ['connected']
    },
    {
        name: 'a network that goes silent while the end user signs in, and comes back',
        relayed: true,
        does: signsInWithout('hush'),
        noise: lostConnection,
        ends: ['connected']
    }
];

const clicks: Case[] = [
    {
        name: 'a double click on Connect while the provider is slow to check the key',
        page: keyForm,
        provider: { faults: [{ match: { path_regex: '^/bearer/' }, action: { type: 'delay', ms: 6000 }, times: 1 }] },
        async does({ widget }) {
            await widget.getByRole('textbox', { name: 'API key' }).fill(BEARER_API_KEYS.acme);
            await widget.getByRole('button', { name: 'Connect', exact: true }).dblclick();
        },
        ends: ['connected']
    },
    {
        name: 'two widgets on one page, one allowed and one denied',
        page: {
            embedding: 'module',
            button: { integration: 'sandbox-oauth2', into: '#first' },
            otherButton: { integration: 'sandbox-oauth2', into: '#second' }
        },
        async opens({ page, host }) {
            await host.openButton.click();
            await page.getByRole('button', { name: 'Connect another' }).click();
        },
        async does(endUser) {
            const frameIn = (place: string) => endUser.page.locator(`${place} [data-patchbay-connect] iframe`);
            const widgetIn = (place: string) => frameIn(place).contentFrame();
            // Each grows with its content and moves what is below it: wait, or a click hits
            // something else.
            for (const place of ['#first', '#second']) {
                await widgetIn(place)
                    .getByRole('button', { name: /^Continue to/ })
                    .waitFor();
                await settledHeight(frameIn(place));
            }
            const first = await openPopup(endUser, widgetIn('#first'));
            // Its attempt has begun.
            await expect(first.getByRole('button', { name: 'Allow' })).toBeVisible();
            const second = await openPopup(endUser, widgetIn('#second'));
            await decide(second, 'Deny');
            await decide(first, 'Allow');
        },
        ends: ['connected', 'consent_denied']
    }
];

const isBrowserDefault = ({ provider }: Case) => provider !== undefined && 'coop' in provider;

/** Those in which the browser's own defaults have a say: who sees whom, and what is kept where. */
export const browserDefaultCases: readonly Case[] = [...hosts, ...windows, ...providers.filter(isBrowserDefault)];

/** Everything else that was ever seen to make a widget of this kind hang or lie. */
export const cases: readonly Case[] = [...providers.filter((one) => !isBrowserDefault(one)), ...networks, ...clicks, ...strict];

async function strictPage({ stack }: Pick<EndUser, 'stack'>): Promise<ProductPage> {
    return { app: await buildPage('react-19', stack.connectUrl) };
}

/** Signs in where the window and its opener have lost sight of each other. */
async function signsInCutOff(endUser: EndUser): Promise<void> {
    const popup = await openPopup(endUser);
    await expect(popup.getByRole('button', { name: 'Allow' })).toBeVisible();
    expect(await popup.evaluate(() => window.opener === null)).toBe(true);
    await decide(popup, 'Allow');
}

async function opensIsolated({ page, host }: EndUser): Promise<void> {
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
    await host.openButton.click();
}

/** What a blocker leaves of the window that a click opens: nothing, or one that is gone at once. */
/** The network is lost, and known to be, while the end user signs in. */
function signsInWithout(network: 'cut' | 'hush') {
    return async (endUser: EndUser): Promise<number> => {
        const { page, relay, stack, begun } = endUser;
        const popup = await openPopup(endUser);
        await expect(popup.getByRole('button', { name: 'Allow' })).toBeVisible();
        relay?.[network]();
        const lost = network === 'cut' ? page.waitForEvent('requestfailed', isPoll) : page.waitForRequest(isPoll);
        await decide(popup, 'Allow');
        await endedAttempts(stack, begun, 1);
        await lost;
        relay?.mend();
        return Date.now();
    };
}

function opensByLink(fate: 'blocked' | 'taken away') {
    return async (endUser: EndUser): Promise<void> => {
        const { widget } = endUser;
        const begin = widget.getByRole('button', { name: /^Continue to/ });
        await begin.evaluate((_button, becomes) => {
            const { open } = window;
            window.open = (...args) => {
                if (becomes === 'blocked') return null;
                window.open = open;
                const opened = open.apply(window, args);
                opened?.close();
                return opened;
            };
        }, fate);
        await begin.click();
        const link = widget.getByRole('link', { name: 'Open window' });
        // While the browser has not reported that the window is gone, it looks like a closed one.
        const again = widget.getByRole('button', { name: 'Open window again' });
        // The browser may still report the opening of the removed window, which never loaded.
        const opened = endUser.context.waitForEvent('page', (popup) => popup.url().startsWith('http'));
        await clickWhenStill(fate === 'blocked' ? link : link.or(again));
        await decide(await opened, 'Allow');
    };
}

async function closesAndOpensAgain(endUser: EndUser): Promise<void> {
    const popup = await openPopup(endUser);
    await expect(popup.getByRole('button', { name: 'Allow' })).toBeVisible();
    await popup.close();
    await expectRecoveryOffer(endUser, Date.now());
    await openAgain(endUser);
}

/** @param heading of the page on which the end user ends up */
function strandsAndOpensAgain(heading: string) {
    return async (endUser: EndUser): Promise<void> => {
        const popup = await openPopup(endUser);
        await decide(popup, 'Allow');
        await expect(popup.getByRole('heading', { name: heading })).toBeVisible();
        await popup.close();
        await expectRecoveryOffer(endUser, Date.now());
        await openAgain(endUser);
    };
}

function isPoll(request: Request): boolean {
    return request.method() === 'GET' && request.url().includes('/connect/attempts/');
}
