import { useSyncExternalStore } from 'react';

/** `expired`: the session has ended. `other`: it is not of the member who opened the page. */
type SessionState = 'valid' | 'expired' | 'other';

let state: SessionState = 'valid';
/** Id of the member who opened the page; undefined: before the first sign-in. */
let openedBy: string | undefined;
const listeners = new Set<() => void>();
/** All tabs have the one cookie: its session ends, and is renewed, for all of them. */
const tabs = new BroadcastChannel('patchbay-session');
tabs.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (typeof data !== 'object' || data === null || !('signedIn' in data)) return;
    if (typeof data.signedIn === 'string') setSignedIn(data.signedIn);
    else set('expired');
});

function set(next: SessionState): void {
    if (next === state) return;
    state = next;
    for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
}

/** @param member whose session it is by now */
export function setSignedIn(member: string): void {
    set(openedBy === undefined || openedBy === member ? 'valid' : 'other');
}

/** @param signedIn id of a member; null: the session has ended */
function tellTabs(signedIn: string | null): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin
    tabs.postMessage({ signedIn });
}

export const pageOpenedBy = (): string | undefined => openedBy;

/** The session was read, for the page. */
export function openPageBy(member: string): void {
    openedBy ??= member;
}

/** A member has signed in at this tab, who need not be the one of the page. */
export function noticeSignIn(member: string): void {
    openPageBy(member);
    tellTabs(member);
    setSignedIn(member);
}

/** A call was refused because the session has ended while a page is open. */
export function noticeExpiry(): void {
    if (state !== 'expired') tellTabs(null);
    set('expired');
}

/** A call was refused because another member has signed in. */
export const noticeOtherMember = (): void => set('other');

/** Called once the member has signed in again, in this tab or another one. */
export function onSessionRenewed(listener: () => void): void {
    subscribe(() => {
        if (state === 'valid') listener();
    });
}

export function useSessionState(): SessionState {
    return useSyncExternalStore(subscribe, () => state);
}
