import { useSyncExternalStore } from 'react';

let isExpired = false;
const listeners = new Set<() => void>();
/** All tabs have the one cookie: its session ends, and is renewed, for all of them. */
const tabs = new BroadcastChannel('patchbay-session-expired');
tabs.addEventListener('message', ({ data }: MessageEvent<unknown>) => set(data === true));

function set(expired: boolean): void {
    if (expired === isExpired) return;
    isExpired = expired;
    for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
}

/** Whether a call was refused because the session has ended while a page is open. */
export function setSessionExpired(expired: boolean): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin
    if (expired !== isExpired) tabs.postMessage(expired);
    set(expired);
}

/** Called once the member has signed in again, in this tab or another one. */
export function onSessionRenewed(listener: () => void): void {
    subscribe(() => {
        if (!isExpired) listener();
    });
}

export function useSessionExpired(): boolean {
    return useSyncExternalStore(subscribe, () => isExpired);
}
