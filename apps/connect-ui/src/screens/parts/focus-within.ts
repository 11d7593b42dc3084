/**
 * Focuses an element of the widget. Inline, the focus moves within the frame and never into it: it
 * waits until the end user brings it.
 * @returns stops waiting
 */
export function focusWithin(element: HTMLElement | null): () => void {
    const focus = () => element?.focus({ preventScroll: true });
    if (document.documentElement.dataset.layout !== 'inline' || document.hasFocus()) focus();
    else window.addEventListener('focus', focus, { once: true });
    return () => window.removeEventListener('focus', focus);
}
