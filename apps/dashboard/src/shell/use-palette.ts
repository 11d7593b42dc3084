import { useEffect, useState } from 'react';

/** After what the page itself loads. */
const idleMs = 1500;

/** Opened by Ctrl or Command and K, wherever the focus is. */
export function usePalette(): [isOpen: boolean, setOpen: (isOpen: boolean) => void] {
    const [isOpen, setOpen] = useState(false);
    useEffect(() => {
        // Who opens it types at once: what is typed before it is there would be lost.
        const early = setTimeout(() => void import('./Palette.tsx'), idleMs);
        return () => clearTimeout(early);
    }, []);
    useEffect(() => {
        const listener = (event: KeyboardEvent) => {
            if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey) || event.altKey || event.shiftKey) return;
            event.preventDefault();
            setOpen(true);
        };
        addEventListener('keydown', listener);
        return () => removeEventListener('keydown', listener);
    }, []);
    return [isOpen, setOpen];
}
