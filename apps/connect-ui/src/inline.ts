import { beginEarly } from './early.ts';

const isEmbedded = window.parent !== window;
// What the reference's SDK opens: its handshake is `legacy-parent.ts`, and as large as the window the skeleton would lie over the host's page.
const isLegacy = isEmbedded && location.pathname === '/';
const early = isEmbedded && !isLegacy ? beginEarly(window) : undefined;
window.patchbayEarly = early;
document.documentElement.hidden = isLegacy;
if (!isEmbedded) document.documentElement.dataset.layout = 'page';

/** What the page shows until the widget takes its place. */
const skeleton = () => document.querySelector('.first');

document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape' && skeleton()) early?.parent.tell({ type: 'close', outcome: 'cancelled' });
});

// The widget's script did not come: no waiting for ever, and a way out. The texts would have come with it.
window.addEventListener(
    'error',
    ({ target }) => {
        if (!(target instanceof HTMLScriptElement)) return;
        const message = 'The connection was lost while this page was loading.';
        early?.parent.tell({ type: 'error', code: 'unreachable', message });
        const sentence = document.createElement('p');
        sentence.role = 'alert';
        sentence.textContent = message;
        const button = document.createElement('button');
        button.textContent = early ? 'Close' : 'Try again';
        button.onclick = () => (early ? early.parent.tell({ type: 'close', outcome: 'failed' }) : location.reload());
        skeleton()?.removeAttribute('aria-hidden');
        skeleton()?.querySelector('.bones')?.replaceChildren(sentence, button);
    },
    true
);
