import { beginEarly } from './early.ts';

const isEmbedded = window.parent !== window;
// What the reference's SDK opens: its handshake is `legacy-parent.ts`, and as large as the window the skeleton would lie over the host's page.
const isLegacy = isEmbedded && location.pathname === '/';
const early = isEmbedded && !isLegacy ? beginEarly(window) : undefined;
window.patchbayEarly = early;
document.documentElement.hidden = isLegacy;
if (!isEmbedded) document.documentElement.dataset.layout = 'page';

const make = (tag: string, properties: Partial<HTMLButtonElement>) => Object.assign(document.createElement(tag), properties);

/** What the page shows until the widget takes its place. */
const skeleton = () => document.querySelector('.first');

let outcome: 'cancelled' | 'failed' = 'cancelled';
const leave = () => early?.parent.tell({ type: 'close', outcome });
document.addEventListener('keydown', ({ key }) => key === 'Escape' && skeleton() && leave());
document.addEventListener('click', ({ target }) => target instanceof Element && target.closest('.first .bar-button') && leave());

// The widget's script did not come: no waiting for ever, and a way out. The texts would have come with it.
window.addEventListener(
    'error',
    ({ target }) => {
        if (!(target instanceof HTMLScriptElement)) return;
        const message = 'The connection was lost while this page was loading.';
        early?.parent.tell({ type: 'error', code: 'unreachable', message });
        outcome = 'failed';
        const bones = skeleton()?.querySelector('.bones');
        bones?.removeAttribute('aria-hidden');
        bones?.replaceChildren(make('p', { role: 'alert', textContent: message }));
        // A frame that loads itself anew is not answered by the page around it.
        if (!early) bones?.append(make('button', { textContent: 'Try again', onclick: () => location.reload() }));
    },
    true
);
