import { useSyncExternalStore } from 'react';

/** Which keys work without Ctrl or ⌘: members who dictate would press them by mistake. */
interface KeySettings {
    /** `/`, `?`, and `j` before a list has the focus. */
    single: boolean;
    /** `g` and a letter go to a page. */
    go: boolean;
}

const key = 'patchbay-keys';
const preset: KeySettings = { single: true, go: false };
const listeners = new Set<() => void>();
let settings = read();

function read(): KeySettings {
    try {
        const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
        return { ...preset, ...(typeof kept === 'object' && kept) };
    } catch {
        return preset;
    }
}

/** Of this browser. */
export const keySettings = (): KeySettings => settings;

export function changeKeySettings(changes: Partial<KeySettings>): void {
    settings = { ...settings, ...changes };
    try {
        localStorage.setItem(key, JSON.stringify(settings));
    } catch {
        // A browser that keeps nothing has them until the page goes.
    }
    for (const listener of listeners) listener();
}

export function useKeySettings(): KeySettings {
    return useSyncExternalStore((listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
    }, keySettings);
}
