import type { LiveTopic } from '@patchbay/contracts/dashboard';
import { useSyncExternalStore } from 'react';

let isOpen = false;
const changes = new Map<LiveTopic, number>();
const listeners = new Set<() => void>();

function tell(): void {
    for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
}

/** Whether changes are told as they happen; else pages ask from time to time. */
export const isLive = (): boolean => isOpen;

export function setLive(open: boolean): void {
    isOpen = open;
    tell();
}

export function countChanges(topics: readonly LiveTopic[]): void {
    for (const topic of topics) changes.set(topic, (changes.get(topic) ?? 0) + 1);
    tell();
}

export function useIsLive(): boolean {
    return useSyncExternalStore(subscribe, isLive);
}

/** How often a topic has changed since the page was loaded. */
export function useChangesOf(topic: LiveTopic): number {
    return useSyncExternalStore(subscribe, () => changes.get(topic) ?? 0);
}
