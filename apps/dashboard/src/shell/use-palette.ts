import { useEffect, useState } from 'react';

/** Opened by Ctrl or Command and K, wherever the focus is. */
export function usePalette(): [isOpen: boolean, setOpen: (isOpen: boolean) => void] {
    const [isOpen, setOpen] = useState(false);
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
