import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { afterFocusReturns } from '../parts/after-focus-returns.ts';

/** Where a page that opens has taken away what had the focus, the focus goes to its beginning. */
export function useFocusOfPages(content: string): void {
    const router = useRouter();
    useEffect(
        () =>
            router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
                // As the browser opens a page, Tab begins before all of it.
                if (pathChanged && fromLocation !== undefined) afterFocusReturns(() => focusIfLost(content));
            }),
        [router, content]
    );
}

function focusIfLost(id: string): void {
    const { activeElement, body } = document;
    if (activeElement === null || activeElement === body) document.getElementById(id)?.focus({ preventScroll: true });
}
