import { useSyncExternalStore } from 'react';

/** Of about the height of a page's title. */
const nearPx = 160;

function subscribe(listener: () => void): () => void {
    addEventListener('scroll', listener, { passive: true });
    return () => removeEventListener('scroll', listener);
}

/** Whether the page shows its beginning. */
export function useIsAtTop(): boolean {
    return useSyncExternalStore(subscribe, () => scrollY < nearPx);
}
