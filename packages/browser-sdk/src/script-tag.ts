import type { Appearance } from '@patchbay/contracts/widget-message';
import { logError } from './log-error.ts';
import { openConnectUI, resume } from './open-connect.ts';
import type { ConnectOptions, ConnectUI, ResumeOptions } from './connect-options.ts';
import { modeOf } from './mode.ts';
import { preload } from './preload.ts';
import { requestSession } from './session-url.ts';
import { themeOf } from './theme.ts';
import { sdkVersion } from './version.ts';

export interface PatchbayConnect {
    /** Like the ESM `openConnectUI`; `connectUrl` is where the script came from unless given. */
    openConnectUI(options: Omit<ConnectOptions, 'connectUrl'> & { connectUrl?: string }): ConnectUI;
    resume(options?: ResumeOptions): ConnectUI | null;
    preload(): void;
    version: string;
    /**
     * For code that may run before the script: `(window.PatchbayConnect ??= { q: []
     * }).q.push((connect) => …)`.
     */
    q: { push(run: (connect: PatchbayConnect) => void): void };
}

declare global {
    interface Window {
        readonly PatchbayConnect?: PatchbayConnect;
    }
}

/**
 * Makes every `[data-connect-open]` on the page, now or later, open the Connect UI on click, and
 * defines `window.PatchbayConnect`. Settings are data attributes of the button, else of the script,
 * read at each click: `data-session-url` or `data-session-token`, `data-integration`,
 * `data-locale`, `data-theme`, `data-mode`, `data-return-to`, `data-auto-start`, `data-appearance`
 * (a JSON object); on the button also `data-connection` (to reconnect) and `data-session-body` (a
 * JSON object for the session URL). The button tells the end by bubbling events: `connect:success`,
 * `connect:error`, `connect:close`. A sign-in that comes back in this tab is taken up at once, and
 * told on the document once deferred scripts have run. `data-manual` on the script leaves all that
 * to the page.
 */
export function startScriptTag(script: HTMLScriptElement): void {
    // The script may be on the page twice, say by a tag manager; one listener is enough.
    // The page's own queue, as the documented snippet makes it, has no type of ours.
    const { version, q: waiting = [] } = (window.PatchbayConnect ?? {}) as { version?: string; q?: ((connect: PatchbayConnect) => void)[] };
    if (version) return;
    const connectUrl = script.src;
    const connect: PatchbayConnect = Object.freeze({
        openConnectUI: (options) => openConnectUI({ connectUrl, ...options }),
        resume,
        preload: () => preload(connectUrl),
        version: sdkVersion,
        q: { push: (run) => run(connect) }
    } satisfies PatchbayConnect);
    Object.defineProperty(window, 'PatchbayConnect', { value: connect, enumerable: true });
    const listening = afterDeferredScripts();
    if (script.dataset.manual === undefined) {
        document.addEventListener('click', (event) => {
            const button = openButtonOf(event);
            if (!button) return;
            // It may be a link, or sit in a form.
            event.preventDefault();
            // Safari gives a clicked button no focus, and then could not give it back.
            button.focus({ preventScroll: true });
            connect.openConnectUI(optionsOf(button, button.dataset, script.dataset, listening));
        });
        resume(optionsOf(document, {}, script.dataset, listening));
    }
    for (const run of waiting) run(connect);
}

/**
 * The page's deferred scripts, such as modules, may listen for what is told. This script is
 * `async`, and a sign-in that comes back may have ended before they have run.
 */
function afterDeferredScripts(): Promise<void> {
    return new Promise((resolve) => {
        // Entries of this type are these. https://www.w3.org/TR/navigation-timing-2/
        const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
        // The state `interactive` comes before they run, and `complete` alone if a load is stopped.
        if (document.readyState === 'complete' || navigation?.domContentLoadedEventStart !== 0) resolve();
        document.addEventListener('DOMContentLoaded', () => setTimeout(resolve));
        document.addEventListener('readystatechange', () => document.readyState === 'complete' && setTimeout(resolve));
    });
}

function optionsOf(speaker: HTMLElement | Document, own: DOMStringMap, page: DOMStringMap, listening: Promise<void>): ResumeOptions {
    const data = { ...page, ...own };
    const announce = (type: string, detail: unknown) => {
        void listening.then(() => {
            // On the document when a re-render took the button away meanwhile, so that a listener
            // there misses nothing.
            const target = speaker.isConnected ? speaker : document;
            target.dispatchEvent(new CustomEvent(`connect:${type}`, { detail, bubbles: true, composed: true }));
        });
    };
    return {
        sessionToken: () => tokenFor(data, own.sessionUrl || own.sessionToken ? own : page),
        integration: data.integration,
        locale: data.locale,
        theme: themeOf(data.theme),
        mode: modeOf(data.mode),
        returnTo: data.returnTo,
        autoStart: data.autoStart !== undefined,
        appearance: data.appearance ? appearanceIn(data.appearance) : undefined,
        onConnect: (connected) => announce('success', connected),
        onError: (failure) => announce('error', failure),
        onClose: (outcome) => announce('close', { outcome })
    };
}

async function tokenFor(
    { integration, connection, sessionBody }: DOMStringMap,
    { sessionUrl, sessionToken }: DOMStringMap
): Promise<string> {
    if (sessionUrl) {
        return requestSession(sessionUrl, {
            ...(integration && { integration }),
            ...(connection && { connection }),
            ...(sessionBody && parseObject(sessionBody, 'data-session-body'))
        });
    }
    if (sessionToken) return sessionToken;
    throw new Error('Where does the session token come from? Add data-session-url, an endpoint of your backend.');
}

function appearanceIn(json: string): Appearance | undefined {
    try {
        return parseObject(json, 'data-appearance');
    } catch (error) {
        // The Connect UI is of use without.
        logError(error);
        return undefined;
    }
}

function parseObject(json: string, attribute: string): object {
    try {
        const value: unknown = JSON.parse(json);
        if (typeof value === 'object' && value && !Array.isArray(value)) return value;
    } catch {
        // Same remedy as for JSON that is no object.
    }
    throw new Error(`${attribute} must be a JSON object, such as '{"plan": "pro"}'.`);
}

/** Through open shadow roots too, where `closest` on the target would not see the button. */
function openButtonOf(event: Event): HTMLElement | undefined {
    return event.composedPath().find((node): node is HTMLElement => node instanceof HTMLElement && node.dataset.connectOpen !== undefined);
}
