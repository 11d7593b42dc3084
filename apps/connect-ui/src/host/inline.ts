import { prefetchSession } from './prefetch-session.ts';

const isEmbedded = parent !== window;
// What the reference's SDK opens: its handshake is `legacy-parent.ts`, and as large as the window
// the skeleton would lie over the host's page.
const isLegacy = isEmbedded && location.pathname === '/';
const prefetch = isEmbedded && !isLegacy ? prefetchSession(window) : undefined;
window.patchbayPrefetch = prefetch;
const html = document.documentElement;
html.hidden = isLegacy;
if (!isEmbedded) html.dataset.layout = 'page';

const make = (tag: string, properties: Partial<HTMLButtonElement>) => Object.assign(document.createElement(tag), properties);

/** What the page shows until the widget takes its place. */
const skeleton = () => document.querySelector('.first .skeleton');

let outcome: 'cancelled' | 'failed' = 'cancelled';
// A host of the reference's has not been heard yet, and this holds no secret.
const leave = () => (prefetch ? prefetch.parent.tell({ type: 'close', outcome }) : parent.postMessage({ type: 'close' }, '*'));
document.addEventListener('keydown', ({ key }) => key === 'Escape' && skeleton() && leave());
document.addEventListener('click', ({ target }) => target instanceof Element && target.closest('.first .bar-button') && leave());

/**
 * Words instead of the skeleton, and a way out. The texts would have come with the widget, which
 * takes their place when it comes after all.
 */
const tell = (message: string) => {
    html.hidden = false;
    html.dataset.layout ??= 'modal';
    const shown = skeleton();
    shown?.replaceChildren(make('p', { textContent: message }));
    // A frame that reloads itself gets no handshake from the page around it.
    if (!prefetch) shown?.append(make('button', { textContent: 'Try again', onclick: () => location.reload() }));
};

const slowMs = 8000;
setTimeout(() => outcome === 'failed' || tell('This is taking longer than usual.'), slowMs);

// The widget's script did not come, or one that it needs: `main.tsx`.
window.addEventListener(
    'error',
    ({ target }) => {
        if (!(target instanceof HTMLScriptElement)) return;
        const message = 'The connection was lost while this page was loading.';
        prefetch?.parent.tell({ type: 'error', code: 'unreachable', message });
        outcome = 'failed';
        tell(message);
    },
    true
);
