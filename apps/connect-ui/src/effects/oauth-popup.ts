import { shownTheme } from '../theme.ts';
import type { WindowOutcome } from '../screens/oauth/state.ts';

/**
 * The sign-in's window. Whether it is open is only a hint: a host's or a provider's COOP header
 * makes an open one look closed, or hides it.
 */
export interface SignInWindow {
    /**
     * Opens it on our own waiting page. Call it inside the click, before anything asynchronous, or
     * the browser stops it.
     * @param windowKey under which that page fetches where to go
     */
    open(locale: string, windowKey: string): void;
    /**
     * There is something to fetch: no need to wait for its next look.
     * @returns how the window fared
     */
    go(): WindowOutcome;
    /**
     * Brings it before the other windows. Call it inside the click.
     * @returns false when there is none to be seen
     */
    show(): boolean;
    close(): void;
    isClosed(): boolean;
    /** Calls back when the window's last page says that it is done. @returns stops listening */
    onHint(look: () => void): () => void;
}

const widthPx = 520;
const heightPx = 680;
/** Some blockers let a window open and take it away at once; no human is that fast. */
const blockerMs = 50;

export function signInWindow(page: Window): SignInWindow {
    let popup: Window | null = null;
    let wasTakenAway = false;
    return {
        open(locale, windowKey) {
            popup?.close();
            wasTakenAway = false;
            const width = Math.min(widthPx, page.screen.availWidth);
            const height = Math.min(heightPx, page.screen.availHeight);
            const left = Math.round(page.screenX + Math.max(0, (page.outerWidth - width) / 2));
            const top = Math.round(page.screenY + Math.max(0, (page.outerHeight - height) / 2));
            const address = new URL('/ui/opening', page.location.origin);
            address.searchParams.set('lang', locale);
            address.searchParams.set('theme', shownTheme());
            // The fragment stays in the browser: no server and no log sees the key.
            address.hash = windowKey;
            const opened = openWindow(page, address, `popup,width=${width},height=${height},left=${left},top=${top}`);
            popup = opened;
            if (opened)
                page.setTimeout(() => {
                    if (opened === popup && opened.closed) wasTakenAway = true;
                }, blockerMs);
        },
        go() {
            if (wasTakenAway) return 'blocked';
            // A host page with COOP keeps the handle from us, and the window still opens.
            if (popup === null) return 'unseen';
            popup.postMessage({ t: 'go' }, page.location.origin);
            return 'opened';
        },
        show() {
            if (popup === null || popup.closed) return false;
            popup.focus();
            return true;
        },
        close() {
            popup?.close();
            popup = null;
        },
        isClosed: () => popup === null || popup.closed,
        onHint(look) {
            const heard = (event: MessageEvent<unknown>) => {
                // Any origin will do: all that a hint can cause is one more look at the server.
                if (popup === null || event.source !== popup || !isHint(event.data)) return;
                look();
                // It closes when what it says is told here. An opaque origin cannot be named.
                if (event.origin !== 'null') popup.postMessage({ t: 'heard' }, event.origin);
            };
            page.addEventListener('message', heard);
            return () => page.removeEventListener('message', heard);
        }
    };
}

/** A name of its own for each, so that two widgets never share a window. */
function openWindow(page: Window, address: URL, features: string): Window | null {
    try {
        return page.open(address, `patchbay_${crypto.randomUUID()}`, features);
    } catch {
        // Firefox throws where the host page's sandbox allows no windows.
        return null;
    }
}

function isHint(data: unknown): boolean {
    return typeof data === 'object' && data !== null && 't' in data && data.t === 'hint';
}
