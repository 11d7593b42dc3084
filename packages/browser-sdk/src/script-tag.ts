import { openConnectUI } from './open-connect.ts';
import type { ConnectOptions, ConnectUI } from './open-connect.ts';
import { mintAt } from './session-url.ts';
import { sdkVersion } from './version.ts';

export interface PatchbayConnect {
    /** Like the ESM `openConnectUI`; `connectUrl` is where the script came from unless given. */
    openConnectUI(options: Omit<ConnectOptions, 'connectUrl'> & { connectUrl?: string }): ConnectUI;
    version: string;
}

declare global {
    interface Window {
        readonly PatchbayConnect?: PatchbayConnect;
    }
}

/**
 * Makes every `[data-connect-open]` on the page, now or later, open the Connect UI on click, and defines `window.PatchbayConnect`.
 * Settings are data attributes of the button, else of the script, read at each click: `data-session-url` or `data-session-token`,
 * `data-integration`, `data-locale`, `data-theme`; on the button also `data-connection` (to reconnect) and `data-session-body` (a JSON object
 * for the session URL). `data-manual` on the script leaves the buttons alone. The button tells the end by bubbling events: `connect:success`,
 * `connect:error`, `connect:close`.
 */
export function startScriptTag(script: HTMLScriptElement): void {
    // The script may be on the page twice, say by a tag manager; one listener is enough.
    if (window.PatchbayConnect) return;
    const connectUrl = originOf(script.src);
    const patchbayConnect: PatchbayConnect = Object.freeze({
        openConnectUI: (options) => openConnectUI({ connectUrl, styleNonce: script.nonce, ...options }),
        version: sdkVersion
    } satisfies PatchbayConnect);
    Object.defineProperty(window, 'PatchbayConnect', { value: patchbayConnect, enumerable: true });
    if (script.dataset.manual !== undefined) return;
    document.addEventListener('click', (event) => {
        const button = openButtonOf(event);
        if (!button) return;
        // It may be a link, or sit in a form.
        event.preventDefault();
        openFor(button, script.dataset, patchbayConnect.openConnectUI);
    });
}

function openFor(button: HTMLElement, page: DOMStringMap, open: PatchbayConnect['openConnectUI']): void {
    // Safari gives a clicked button no focus, and then could not give it back.
    button.focus({ preventScroll: true });
    const own = button.dataset;
    const integration = own.integration ?? page.integration;
    open({
        sessionToken: () => tokenFor(own, page, integration),
        integration,
        locale: own.locale ?? page.locale,
        // Checked where it is used: an unknown word means `system`.
        theme: (own.theme ?? page.theme) as ConnectOptions['theme'],
        onConnect: (connected) => announce(button, 'connect:success', connected),
        onError: (failure) => announce(button, 'connect:error', failure),
        onClose: (outcome) => announce(button, 'connect:close', { outcome })
    });
}

async function tokenFor(own: DOMStringMap, page: DOMStringMap, integration: string | undefined): Promise<string> {
    const { sessionUrl, sessionToken } = own.sessionUrl || own.sessionToken ? own : page;
    if (sessionUrl) {
        return mintAt(sessionUrl, {
            ...(integration && { integration }),
            ...(own.connection && { connection: own.connection }),
            ...(own.sessionBody && parseBody(own.sessionBody))
        });
    }
    if (sessionToken) return sessionToken;
    throw new Error(
        'Where does the session token come from? Add data-session-url (an endpoint of your backend) to the script or the button.'
    );
}

function parseBody(json: string): object {
    try {
        const body: unknown = JSON.parse(json);
        if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body;
    } catch {
        // Same remedy as for JSON that is no object.
    }
    throw new Error(`data-session-body must be a JSON object, such as '{"plan": "pro"}'.`);
}

/** Through open shadow roots too, where `closest` on the target would not see the button. */
function openButtonOf(event: Event): HTMLElement | undefined {
    return event.composedPath().find((node): node is HTMLElement => node instanceof HTMLElement && node.dataset.connectOpen !== undefined);
}

/** On the document when a re-render took the button away meanwhile, so that a listener there misses nothing. */
function announce(button: HTMLElement, type: string, detail: unknown): void {
    (button.isConnected ? button : document).dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }));
}

function originOf(src: string): string {
    try {
        return new URL(src).origin;
    } catch {
        return '';
    }
}
