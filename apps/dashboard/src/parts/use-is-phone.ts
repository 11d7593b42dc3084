import { useSyncExternalStore } from 'react';

/** As the `md` of the stylesheet. */
const narrow = matchMedia('(width < 48rem)');

function subscribe(listener: () => void): () => void {
    narrow.addEventListener('change', listener);
    return () => narrow.removeEventListener('change', listener);
}

/** Whether tables are shown as cards. */
export function useIsPhone(): boolean {
    return useSyncExternalStore(subscribe, () => narrow.matches);
}
