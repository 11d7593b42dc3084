import type { Appearance } from '@patchbay/contracts/widget-message';
import { openConnectUI } from './index.ts';
import type { ConnectUI, FetchSession, SessionRequest } from './index.ts';
import { modeOf } from './mode.ts';
import { requestSession } from './session-url.ts';
import { themeOf } from './theme.ts';

// A server has no elements, but it may import this file.
const Base = globalThis.HTMLElement ?? Object;

/**
 * `<patchbay-connect connect-url="https://…" session-url="/api/connect-session">`: the Connect UI
 * inside the page, in any framework or none. Attributes: `connect-url`, `session-url` (an endpoint
 * of your backend that answers `{"token": "…"}`), `integration`, `connection` (to reconnect),
 * `locale`, `theme`, `mode`; `locale` and `theme` may change later, another change opens it anew.
 * Events, bubbling: `connect:success`, `connect:error`, `connect:close`.
 */
export class PatchbayConnectElement extends Base {
    static readonly observedAttributes = ['connect-url', 'session-url', 'integration', 'connection', 'mode', 'locale', 'theme'];

    /** Instead of `session-url`; set it before the element is on the page, or right after. */
    declare sessionToken?: string | Promise<string> | (() => Promise<string>) | undefined;
    /**
     * Fetches a session token, and a new one when the session has expired; instead of
     * `session-url`.
     */
    declare fetchSession?: FetchSession | undefined;
    #appearance: Appearance | undefined;
    #ui: ConnectUI | undefined;

    /**
     * Like the option of `openConnectUI`; followed when it changes. `undefined`, the default: what
     * the session and the environment say.
     */
    get appearance(): Appearance | undefined {
        return this.#appearance;
    }
    set appearance(appearance: Appearance | undefined) {
        this.#appearance = appearance;
        this.#ui?.updateAppearance(appearance ?? {});
    }

    connectedCallback(): void {
        // Set before this class was known, it hides the accessor.
        if (Object.hasOwn(this, 'appearance')) {
            const { appearance } = this;
            Reflect.deleteProperty(this, 'appearance');
            this.appearance = appearance;
        }
        // Frameworks set properties right after.
        queueMicrotask(() => this.#open());
    }

    disconnectedCallback(): void {
        this.#ui?.destroy();
        this.#ui = undefined;
    }

    attributeChangedCallback(name: string, before: string | null, value: string | null): void {
        if (!this.#ui || before === value) return;
        if (name === 'locale') this.#ui.setLocale(value || 'auto');
        else if (name === 'theme') this.#ui.setTheme(themeOf(value));
        else {
            this.disconnectedCallback();
            this.connectedCallback();
        }
    }

    #open(): void {
        if (!this.isConnected || this.#ui) return;
        const read = (name: string) => this.getAttribute(name) || undefined;
        const sessionUrl = read('session-url');
        const fetchSession =
            this.fetchSession ?? (sessionUrl ? (wanted: SessionRequest) => requestSession(sessionUrl, { ...wanted }) : undefined);
        this.#ui = openConnectUI({
            connectUrl: read('connect-url') ?? '',
            container: this,
            sessionToken: this.sessionToken,
            fetchSession,
            integration: read('integration'),
            connection: read('connection'),
            locale: read('locale'),
            theme: themeOf(read('theme')),
            mode: modeOf(read('mode')),
            appearance: this.#appearance,
            onConnect: (connected) => this.#announce('success', connected),
            onError: (failure) => this.#announce('error', failure),
            onClose: (outcome) => this.#announce('close', { outcome })
        });
    }

    #announce(type: string, detail: object): void {
        this.dispatchEvent(new CustomEvent(`connect:${type}`, { detail, bubbles: true, composed: true }));
    }
}

declare global {
    interface HTMLElementTagNameMap {
        'patchbay-connect': PatchbayConnectElement;
    }
}

// The page may hold several copies of the SDK.
if (globalThis.customElements && !customElements.get('patchbay-connect')) customElements.define('patchbay-connect', PatchbayConnectElement);
