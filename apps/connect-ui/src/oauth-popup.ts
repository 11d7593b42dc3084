import type { WindowOutcome } from './flow-state.ts';
import { shownTheme } from './theme.ts';

/** The sign-in's window. Whether it is open is only a hint: a provider's COOP header makes an open one look closed. */
export interface SignInWindow {
    /** Opens it on our own waiting page. Call it inside the click, before anything asynchronous, or the browser stops it. */
    open(locale: string): void;
    /** Sends it to the provider, if it is still there. */
    go(launchUrl: string): WindowOutcome;
    close(): void;
    isClosed(): boolean;
    /** Calls back when the window's last page says that it is done. @returns stops listening */
    onHint(look: () => void): () => void;
}

const widthPx = 520;
const heightPx = 680;

export function signInWindow(page: Window): SignInWindow {
    let popup: Window | null = null;
    return {
        open(locale) {
            popup?.close();
            const width = Math.min(widthPx, page.screen.availWidth);
            const height = Math.min(heightPx, page.screen.availHeight);
            const left = Math.round(page.screenX + Math.max(0, (page.outerWidth - width) / 2));
            const top = Math.round(page.screenY + Math.max(0, (page.outerHeight - height) / 2));
            const address = new URL('/ui/opening', page.location.origin);
            address.searchParams.set('lang', locale);
            address.searchParams.set('theme', shownTheme());
            // A name of its own, so that two widgets never share a window.
            popup = page.open(address, `patchbay_${crypto.randomUUID()}`, `popup,width=${width},height=${height},left=${left},top=${top}`);
        },
        go(launchUrl) {
            if (popup === null || popup.closed) return 'blocked';
            popup.location.replace(launchUrl);
            return 'opened';
        },
        close() {
            popup?.close();
            popup = null;
        },
        isClosed: () => popup === null || popup.closed,
        onHint(look) {
            const heard = (event: MessageEvent<unknown>) => {
                // Any origin will do: all that a hint can cause is one more look at the server.
                if (popup !== null && event.source === popup && isHint(event.data)) look();
            };
            page.addEventListener('message', heard);
            return () => page.removeEventListener('message', heard);
        }
    };
}

function isHint(data: unknown): boolean {
    return typeof data === 'object' && data !== null && 't' in data && data.t === 'hint';
}
