import { useEffect } from 'react';

/** After what the page itself loads. */
const idleMs = 1500;

/** Ctrl or Command and K open the search, wherever the focus is. */
export function usePaletteKey(onOpen: () => void): void {
    useEffect(() => {
        // Who opens it types at once: what is typed before it is there would be lost.
        const early = setTimeout(() => void import('./Palette.tsx'), idleMs);
        return () => clearTimeout(early);
    }, []);
    useEffect(() => {
        const listener = (event: KeyboardEvent) => {
            if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey) || event.altKey || event.shiftKey) return;
            event.preventDefault();
            onOpen();
        };
        addEventListener('keydown', listener);
        return () => removeEventListener('keydown', listener);
    }, [onOpen]);
}
