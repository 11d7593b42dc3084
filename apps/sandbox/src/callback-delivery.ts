import { randomBytes } from 'node:crypto';
import { escapeHtml, htmlPage, noticePage } from './html-page.ts';

export const CALLBACK_MODES = ['normal', 'wrong_state', 'altered_iss', 'drop', 'duplicate'] as const;
export type CallbackMode = (typeof CALLBACK_MODES)[number];

/** Long enough for the first navigation to be sent, short enough to interrupt it while the app still works on it. */
const SECOND_NAVIGATION_MS = 60;

const LOOPBACK_CALLBACK = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\]|[a-z0-9-]+(\.[a-z0-9-]+)*\.localhost)(:\d{1,5})?\/oauth\/callback$/;

/** Where the authorization server sends people back to: the callback of any app on this machine, on any port. */
export function isLoopbackCallback(uri: string): boolean {
    return LOOPBACK_CALLBACK.test(uri);
}

/** How the browser gets back to the app: by an address to go to, or by a page that the sandbox shows instead. */
export type Delivery = { location: string } | { html: string; hasScript: boolean };

/** @param location the app's callback with `code` (or `error`), `state` and `iss`, as it should be. */
export function deliverCallback(mode: CallbackMode, location: string): Delivery {
    switch (mode) {
        case 'normal':
            return { location };
        case 'wrong_state':
            return { location: withParameter(location, 'state', `wrong-${randomBytes(12).toString('hex')}`) };
        case 'altered_iss':
            return { location: withParameter(location, 'iss', 'https://elsewhere.example') };
        case 'drop':
            return { html: noticePage('The answer is lost', 'The sandbox was told not to send you back to the app.'), hasScript: false };
        case 'duplicate':
            return { html: duplicatePage(location), hasScript: true };
    }
}

/**
 * Goes to the callback twice in the same tab, so that both requests carry the app's cookies. The second one is sent only while the first is
 * unanswered: where it must arrive for certain, put a `delay` fault on the token endpoint.
 */
function duplicatePage(location: string): string {
    return htmlPage({
        title: 'Going back twice',
        body: `<div class="card"><p class="brand">Sandbox</p><h1>Going back twice</h1><p><a id="callback" href="${escapeHtml(location)}">Back to the app</a></p></div>`,
        script: `const go = () => location.assign(document.getElementById('callback').href); go(); setTimeout(go, ${SECOND_NAVIGATION_MS});`
    });
}

function withParameter(location: string, name: string, value: string): string {
    const url = new URL(location);
    url.searchParams.set(name, value);
    return url.href;
}
