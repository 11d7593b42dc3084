import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useEnvironment } from '../api/use-api.ts';
import { goKeys, isGoKey } from './go-keys.ts';
import { keySettings } from './key-settings.ts';
import { isInList, neighbourOf } from './list-keys.ts';

/** Between `g` and its letter. */
const goMs = 1500;

/** Keys that work all over a page: not while one types, nor in what lies over it. */
export function useKeys({ onHelp, onSearch }: { onHelp: () => void; onSearch: () => void }): void {
    const environment = useEnvironment();
    const navigate = useNavigate();
    useEffect(() => {
        let wentAt = -goMs;
        const actionOf = ({ key, timeStamp }: KeyboardEvent): (() => void) | undefined => {
            const { single, go } = keySettings();
            const isGoing = timeStamp - wentAt < goMs;
            wentAt = go && key === 'g' && !isGoing ? timeStamp : -goMs;
            if (go && isGoing && isGoKey(key)) return () => void navigate({ to: goKeys[key].to, params: { environment } });
            if (single && key === '?') return onHelp;
            if (single && key === '/') return () => focusSearch(onSearch);
            // In a list they belong to what has the focus.
            if ((key === 'j' || key === 'k') && (single || isInList(document.activeElement)))
                return () => neighbourOf(document.activeElement, key === 'j' ? 1 : -1)?.focus();
            return undefined;
        };
        const listener = (event: KeyboardEvent) => {
            if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTaken(event.target)) return;
            const action = actionOf(event);
            if (!action) return;
            event.preventDefault();
            action();
        };
        addEventListener('keydown', listener);
        return () => removeEventListener('keydown', listener);
    }, [environment, navigate, onHelp, onSearch]);
}

/** Of the page; a page without a search has the one for everything. */
function focusSearch(onSearch: () => void): void {
    const field = document.querySelector<HTMLInputElement>('main input[type=search]');
    if (!field) return onSearch();
    field.focus();
    field.select();
}

const typedInto = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]';
const over = 'dialog[open], [role=dialog], [role=menu], [role=listbox]';

function isTaken(target: EventTarget | null): boolean {
    return (target instanceof Element && target.closest(typedInto) !== null) || document.querySelector(over) !== null;
}
