import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

let isReached = true;
const listeners = new Set<() => void>();

/** Whether the last response came, whatever it said. */
export function setReached(reached: boolean): void {
    if (reached === isReached) return;
    isReached = reached;
    for (const listener of listeners) listener();
}

/** False while the device has no network, or the server does not respond. */
export function useIsReached(): boolean {
    return useSyncExternalStore(
        (listener) => {
            listeners.add(listener);
            const unsubscribe = onlineManager.subscribe(listener);
            return () => {
                listeners.delete(listener);
                unsubscribe();
            };
        },
        () => isReached && onlineManager.isOnline()
    );
}
