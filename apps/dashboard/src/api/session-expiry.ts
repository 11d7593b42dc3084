import { useSyncExternalStore } from 'react';

let isExpired = false;
const listeners = new Set<() => void>();

/** Whether a call was refused because the session has ended while a page is open. */
export function setSessionExpired(expired: boolean): void {
    isExpired = expired;
    for (const listener of listeners) listener();
}

export function useSessionExpired(): boolean {
    return useSyncExternalStore(
        (listener) => {
            listeners.add(listener);
            return () => listeners.delete(listener);
        },
        () => isExpired
    );
}
