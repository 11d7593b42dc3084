import type { Theme } from '@patchbay/contracts/widget-message';
import { useLayoutEffect } from 'react';

/** Says it to the stylesheet; without a word, the system's theme holds. */
export function showTheme(theme: Theme): void {
    if (theme === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
}

export function shownTheme(): Theme {
    const { theme } = document.documentElement.dataset;
    return theme === 'light' || theme === 'dark' ? theme : 'system';
}

/** Shows a theme once it is known. */
export function useTheme(theme: Theme | undefined): void {
    useLayoutEffect(() => {
        if (theme) showTheme(theme);
    }, [theme]);
}
