import type { Theme } from '@patchbay/contracts/widget-message';
import { dialogStyle } from './dialog-style.ts';
import type { Words } from './words.ts';

/** A double click's second half lands on the backdrop that the first half brought up. 500 ms is the usual limit of a double click. */
const doubleClickMs = 500;

export interface ConnectDialog {
    /** Empty until `load`. */
    frame: HTMLIFrameElement;
    load(url: string): void;
    setTheme(theme: Theme): void;
    /** @returns false when the page has removed the dialog */
    focus(): boolean;
    /** Covers the widget with one sentence and a close button: the way out when the widget can't offer one. */
    showFailure(): void;
    hideFailure(): void;
    /** Gives the page back: its scrolling, and the focus to where it was. The frame lives on, unseen, until `remove`. */
    hide(): void;
    remove(): void;
}

/**
 * Shows a modal dialog at once, empty, in a shadow root at the end of the body. The browser's own `<dialog>` keeps the rest of the page out of
 * reach and above every z-index, so there is no focus trap of ours.
 * @param args.onLeave Esc, Android's back or the backdrop; nothing has happened yet
 * @param args.onGone the browser closed the dialog by itself (it does on a second Esc in a row)
 */
export function openDialog(args: {
    words: Words;
    theme: Theme;
    styleNonce: string | undefined;
    onLeave: () => void;
    onGone: () => void;
}): ConnectDialog {
    const { words, onLeave } = args;
    const openedAtMs = Date.now();
    const host = make('div', { 'data-patchbay-connect': '' });
    const root = host.attachShadow({ mode: 'open' });
    const dialog = make('dialog', { 'aria-label': words.title, lang: words.lang, 'data-theme': args.theme });
    const frame = make('iframe', {
        title: words.title,
        allow: 'clipboard-write',
        referrerpolicy: 'strict-origin',
        // Scripts and its own origin together are safe because that origin is never the page's. Popups must not inherit the sandbox, or the
        // provider's sign-in page would run in it. Navigating the page is not among the rights.
        sandbox: 'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox'
    });
    const sentence = make('p', { role: 'alert', dir: 'auto' });
    const button = make('button');
    const failure = make('div');

    dialog.addEventListener('cancel', (event) => {
        event.preventDefault();
        onLeave();
    });
    // The frame and the failure fill the dialog, so what hits the dialog itself hits its backdrop.
    dialog.addEventListener('mousedown', (event) => {
        // It would take the focus out of the frame, and the second of two would select the frame like a picture.
        if (event.target === dialog) event.preventDefault();
    });
    dialog.addEventListener('click', (event) => {
        if (event.target === dialog && Date.now() - openedAtMs >= doubleClickMs) onLeave();
    });
    dialog.addEventListener('close', args.onGone);
    button.addEventListener('click', onLeave);

    sentence.append(words.failure);
    button.append(words.close);
    failure.append(sentence, button);
    addStyle(root, args.styleNonce);
    root.append(dialog);
    document.body.append(host);
    const unlockScroll = lockScroll();
    dialog.showModal();

    return {
        frame,
        load(url) {
            frame.src = url;
            dialog.append(frame);
        },
        setTheme(theme) {
            dialog.dataset.theme = theme;
        },
        focus() {
            // Chromium loses a focus that the frame got before its page came, and won't give it to a frame that seems to have it.
            frame.blur();
            (failure.isConnected ? button : frame).focus();
            return host.isConnected;
        },
        showFailure() {
            frame.inert = true;
            dialog.append(failure);
            button.focus();
        },
        hideFailure() {
            failure.remove();
            frame.inert = false;
        },
        hide() {
            // A modal dialog remembers what had the focus when it was shown and gives it back.
            dialog.close();
            unlockScroll();
        },
        remove() {
            host.remove();
        }
    };
}

function addStyle(root: ShadowRoot, nonce = ''): void {
    // Safari before 16.4 has no constructed sheets. No policy on styles applies to them, so other pages need no `unsafe-inline` for us.
    if (root.adoptedStyleSheets as CSSStyleSheet[] | undefined) {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(dialogStyle);
        root.adoptedStyleSheets = [sheet];
        return;
    }
    const style = make('style', { nonce });
    style.textContent = dialogStyle;
    root.append(style);
}

/** Stops the page behind from scrolling, without a jump where its scrollbar was. @returns puts the inline values back as they were */
function lockScroll(): () => void {
    const { style } = document.documentElement;
    const { overflow, scrollbarGutter } = style;
    style.overflow = 'hidden';
    if (window.innerWidth > document.documentElement.clientWidth) style.scrollbarGutter = 'stable';
    return () => {
        style.overflow = overflow;
        style.scrollbarGutter = scrollbarGutter;
    };
}

function make<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, attributes: Record<string, string> = {}): HTMLElementTagNameMap[Tag] {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    return element;
}
