const focusable =
    'a[href], button:not([disabled]), input:not([disabled]), select:not([disabled]), textarea:not([disabled]), [tabindex="0"]';

/**
 * Keeps the Tab key going round inside an element, by a sentinel on either side that hands the
 * focus on.
 */
export function holdFocus(element: Element): void {
    const reachable = () => [...element.querySelectorAll<HTMLElement>(focusable)].filter((one) => !one.closest('[inert], [hidden]'));
    const sentinel = (handOn: (wasInside: boolean) => HTMLElement | undefined) => {
        const span = element.ownerDocument.createElement('span');
        span.tabIndex = 0;
        // The focus moves between elements, so what lost it is one.
        span.addEventListener('focus', ({ relatedTarget }) => handOn(element.contains(relatedTarget as Element | null))?.focus());
        return span;
    };
    // From inside it goes on at the other end; from the page around the frame, at the near one.
    element.before(sentinel((wasInside) => (wasInside ? reachable().at(-1) : reachable()[0])));
    element.after(sentinel((wasInside) => (wasInside ? reachable()[0] : reachable().at(-1))));
}
