import type { Parent } from './parent.ts';

const moveMs = 180;
// The frame follows by messages, some milliseconds later.
const settleMs = 100;
/** The question whether to leave has to fit. */
const leastInDialog = 320;

/**
 * Tells the page around the frame how high the card is, from now on, so that no screen stands in
 * empty space.
 */
export function watchCardHeight(root: HTMLElement, { tell }: Pick<Parent, 'tell'>): void {
    const card = root.querySelector<HTMLElement>('.card');
    const main = root.querySelector('main');
    const { layout } = root.dataset;
    if (!card || !main || (layout !== 'modal' && layout !== 'inline')) return;
    let told = 0;
    let next = 0;

    const measure = () => {
        // Drawn as high as the frame is.
        if (root.querySelector('.skeleton')) return;
        // In a dialog it fills the frame; as high as its content only without that.
        card.style.minBlockSize = '0';
        const height = Math.max(layout === 'modal' ? leastInDialog : 0, Math.ceil(card.getBoundingClientRect().height));
        card.style.minBlockSize = '';
        if (height !== told) move((told = height));
    };
    new ResizeObserver(measure).observe(card);
    new MutationObserver(measure).observe(main, { subtree: true, childList: true, characterData: true, attributes: true });

    /** Step by step, since the page sets each height at once. Inline, one change is enough. */
    function move(height: number): void {
        cancelAnimationFrame(next);
        if (layout === 'inline' || matchMedia('(prefers-reduced-motion)').matches) return tell({ type: 'size', height });
        const from = innerHeight;
        const beganMs = performance.now();
        // Meanwhile its content is higher than the frame: no scrollbar, and no button moves.
        root.toggleAttribute('data-growing', height > from);
        const step = (nowMs: number) => {
            const rest = Math.max(0, 1 - Math.max(0, nowMs - beganMs) / moveMs) ** 3;
            tell({ type: 'size', height: Math.round(height + (from - height) * rest) });
            if (nowMs - beganMs < moveMs + settleMs) next = requestAnimationFrame(step);
            else root.removeAttribute('data-growing');
        };
        step(beganMs);
    }
}
