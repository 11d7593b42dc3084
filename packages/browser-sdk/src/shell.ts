import { shellStyle } from './shell-style.ts';
import { title, messagesIn } from './messages.ts';

/**
 * A double click's second half lands on the backdrop that the first half brought up. 500 ms is the
 * usual limit of a double click.
 */
const doubleClickMs = 500;

/**
 * What the host page holds of the Connect UI: a shadow root with the frame in it, in a modal dialog
 * or in an element of the page's.
 */
export interface Shell {
    /** All there is of it on the page. */
    host: HTMLElement;
    /** The dialog or, inline, what has a height. */
    box: HTMLElement;
    /**
     * While it is hidden, which it is at first, or without an address, a skeleton or a sentence is
     * seen, and a way out.
     */
    frame: HTMLIFrameElement;
    /** Says that there is no Connect UI, with a button to load it again where that may help. */
    fail(mayReload: boolean): void;
    /** Leaves the focus alone inline. @returns whether the shell is still on the page */
    focus(): boolean;
    /**
     * Gives the page back: its scrolling, and the focus to where it was. The frame lives on,
     * unseen.
     */
    hide(): void;
}

/**
 * Shows the shell at once, and begins to load the frame. As a modal it is the browser's own
 * `<dialog>`, which keeps the rest of the page out of reach and above every z-index, so there is no
 * focus trap of ours.
 * @param src where the widget is; undefined when there is nowhere to load it from
 * @param container inline in there instead of a modal
 * @param locale of its first messages; `auto` for the page's
 * @param leave the close button, Esc, Android's back or the backdrop; nothing has happened yet
 * @param reloaded the end user has the frame loaded once more
 * @param gone the browser closed the dialog by itself (it does on a second Esc in a row)
 */
export function openShell(
    src: string | undefined,
    container: HTMLElement | undefined,
    locale: string,
    leave: () => void,
    reloaded: () => void,
    gone: () => void
): Shell {
    const openedAtMs = Date.now();
    // What has the focus is an HTML or SVG element, and both can be given it again.
    const focused = document.activeElement as HTMLElement | null;
    const page = document.documentElement;
    const host = createNode('div');
    const root = host.attachShadow({ mode: 'open' });
    const [lang, failure, retry, close] = messagesIn([locale, page.lang, navigator.language]);
    const closeButton = createNode('button', { lang, className: 'x', textContent: '✕', onclick: leave });
    const alert = createNode('p', { lang });
    const retryButton = createNode('button', {
        lang,
        textContent: retry,
        hidden: true,
        onclick() {
            fail('', false);
            closeButton.focus();
            frame.src = src ?? '';
            reloaded();
        }
    });
    const frame = createNode('iframe', { title, hidden: true, allow: 'clipboard-write', referrerPolicy: 'strict-origin' });
    // Scripts and its own origin together are safe because that origin is never the page's. Popups
    // must not inherit the sandbox, or the provider's sign-in page would run in it. Navigating the
    // page is not among the rights.
    frame.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox');
    const dialog = container
        ? undefined
        : createNode('dialog', {
              oncancel(event) {
                  event.preventDefault();
                  leave();
              },
              // The frame fills the dialog, so what hits the dialog itself hits its backdrop.
              onmousedown(event) {
                  // It would take the focus out of the frame, and the second of two would select
                  // the frame like a picture.
                  if (event.target === dialog) event.preventDefault();
              },
              onclick(event) {
                  if (event.target === dialog && Date.now() - openedAtMs >= doubleClickMs) leave();
              },
              onclose: gone
          });
    const box = dialog ?? createNode('section');
    // Without a jump where the page's scrollbar was.
    const lock = sheetOf(`html{overflow:hidden!important;padding-right:${innerWidth - page.clientWidth}px!important}`);
    // As attributes, because Firefox has no such properties before 119.
    closeButton.setAttribute('aria-label', close);
    alert.setAttribute('role', 'alert');
    box.setAttribute('aria-label', title);
    box.lang = 'en';
    if (src) {
        // First, because browsers warn of a sandboxed frame that is on the page's own origin until
        // it has an address.
        frame.src = src;
        box.append(frame);
    }
    // In the page there is nothing to close.
    if (dialog) box.append(closeButton);
    box.append(alert, retryButton);
    host.dataset.patchbayConnect = '';
    root.adoptedStyleSheets = [sheetOf(shellStyle)];
    root.append(box);
    // A script in the head may run before there is a body.
    (container ?? document.body ?? page).append(host);
    if (dialog) {
        document.adoptedStyleSheets.push(lock);
        dialog.showModal();
        addEventListener('focus', keepFocus);
    }

    function fail(sentence: string, mayReload: boolean) {
        frame.hidden = true;
        alert.textContent = sentence;
        retryButton.hidden = !mayReload;
    }

    function focus() {
        // Inside the page, the page decides.
        if (dialog) {
            // Chromium loses a focus that the frame got before its page came, and won't give it to
            // a frame that seems to have it.
            frame.blur();
            const target = retryButton.hidden ? closeButton : retryButton;
            (frame.hidden ? target : frame).focus();
        }
        return host.isConnected;
    }

    /**
     * Chromium may hand the page the focus back while the frame's page is new, although the frame
     * stays the active element: what is typed reaches neither. During the event it does not change.
     */
    function keepFocus() {
        if (root.activeElement === frame) setTimeout(focus);
    }

    return {
        host,
        box,
        frame,
        fail: (mayReload) => fail(failure, mayReload),
        focus,
        hide() {
            removeEventListener('focus', keepFocus);
            document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== lock);
            // A modal dialog remembers what had the focus when it was shown and gives it back;
            // inline it would be lost with the frame.
            dialog?.close();
            if (document.activeElement === host) focused?.focus({ preventScroll: true });
            box.hidden = true;
        }
    };
}

export function createNode<Tag extends keyof HTMLElementTagNameMap>(
    tag: Tag,
    properties: Partial<HTMLElementTagNameMap[Tag]> = {}
): HTMLElementTagNameMap[Tag] {
    return Object.assign(document.createElement(tag), properties);
}

/**
 * Constructed, because no policy on styles applies to such sheets: pages need no `unsafe-inline`
 * for us.
 */
function sheetOf(css: string): CSSStyleSheet {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    return sheet;
}
