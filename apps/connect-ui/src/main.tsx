import { createCall } from '@patchbay/api-client';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { applyAppearance } from './appearance.ts';
import { fetchUsingPrefetch } from './host/prefetch-session.ts';
import type { Effects } from './effects/effect-types.ts';
import { reduce } from './flow/reduce.ts';
import { signInWindow } from './effects/oauth-popup.ts';
import type { Opening } from './host/parent.ts';
import { serverClock } from './effects/server-clock.ts';
import { loadIntegrationScreens } from './screens/integration-screens.ts';
import { watchCardHeight } from './host/card-height.ts';
import { hostedPage } from './host/hosted-page.ts';
import { browserKind } from './host/in-app-browser.ts';
import { setupOf } from './host/setup.ts';
import { showTheme } from './theme.ts';
import { inEnglish, loadFirstTexts, longestWaitMs, pickLocale, type Catalogue } from './i18n/locales.ts';
import { booting, plainPage, type Model } from './flow/model.ts';
import './theme.css';

// The server responds within 15 seconds; a slow network may need as long again.
const callTimeoutMs = 45_000;

let token: string | undefined;
const takeToken = (given: string) => {
    token = given;
};
const clock = serverClock();
const prefetch = window.patchbayPrefetch;
const fetchResponse = fetchUsingPrefetch(prefetch, window);
// The API is where this page came from, never where an address says.
const call = createCall({
    baseUrl: location.origin,
    token: () => token,
    timeoutMs: callTimeoutMs,
    fetch: async (input, init) => {
        const response = await fetchResponse(input, {
            ...init,
            // Nothing here may be old; and past the cache, a poll does not wait for one before it
            // that got lost.
            cache: 'no-store',
            // A cancel or a deletion has to arrive although the host takes the iframe away. Only
            // without a body: browsers keep few bytes alive.
            keepalive: init?.method !== 'GET' && init?.body === undefined
        });
        clock.read(response);
        return response;
    }
});
const embedded = window.parent !== window;
// What the reference's SDK opens; loaded only then.
const isLegacy = location.pathname === '/';
const signIn = signInWindow(window);
const queries = new QueryClient();

function initialModel(opening: Opening): Model {
    if (!opening.ok) return reduce(embedded ? booting : { ...booting, setup: plainPage }, { type: 'refused', code: opening.code });
    const opened = reduce(booting, { type: 'opened', setup: setupOf(opening, { isEmbedded: embedded, browser: browserKind(window) }) });
    return opening.token === undefined ? reduce(opened, { type: 'refused', code: 'start_failed' }) : opened;
}

function Widget({ opening, catalogue, effects }: { opening: Opening; catalogue: Catalogue; effects: Effects }) {
    const [locale, setLocale] = useState(opening.ok ? opening.options.locale : 'auto');
    const [appearance, setAppearance] = useState(opening.ok ? opening.options.appearance : undefined);
    const [theme, setTheme] = useState(opening.ok ? opening.options.theme : undefined);
    useEffect(() => watchCardHeight(document.documentElement, effects.parent), [effects]);
    useEffect(
        () =>
            effects.parent.onMessage((message) => {
                if (message.type === 'set_theme') setTheme(message.theme);
                if (message.type === 'set_locale') setLocale(message.locale);
                if (message.type === 'set_appearance') setAppearance(message.appearance);
            }),
        [effects]
    );
    return (
        <QueryClientProvider client={queries}>
            <App
                effects={effects}
                initial={initialModel(opening)}
                catalogue={catalogue}
                locale={locale}
                appearance={appearance}
                theme={theme}
            />
        </QueryClientProvider>
    );
}

async function start(): Promise<void> {
    // Along with the session. What fails is tried again when it is needed.
    loadIntegrationScreens().catch(() => undefined);
    const { dataset } = document.documentElement;
    const root = document.querySelector('#root');
    const parent = isLegacy
        ? (await import('./host/legacy-parent.ts')).legacyParent(window)
        : (prefetch?.parent ?? hostedPage(window, call));
    const opening = await parent.opening;
    if (opening.ok) {
        if (opening.token !== undefined) takeToken(opening.token);
        showTheme(opening.options.theme);
        applyAppearance(opening.options.appearance);
    }
    if (embedded && dataset.overlay === undefined) dataset.layout = opening.ok ? opening.options.layout : 'modal';
    const locale = pickLocale([opening.ok ? opening.options.locale : 'auto', ...navigator.languages]);
    // English for now, when the texts do not come; the widget fetches them once more.
    const inTime = new Promise<Catalogue>((resolve) => setTimeout(() => resolve(inEnglish), longestWaitMs));
    const catalogue = await Promise.race([loadFirstTexts(locale), inTime]);
    const effects = { call, parent, signIn, clock, takeToken };
    if (root) createRoot(root).render(<Widget opening={opening} catalogue={catalogue} effects={effects} />);
}

// Told by the page itself, as when this script does not come.
start().catch(() => document.querySelector('script[type=module]')?.dispatchEvent(new Event('error')));
