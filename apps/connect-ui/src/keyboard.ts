import { useEffect } from 'react';
import type { Dispatch } from './effects/effect-types.ts';
import type { Model } from './flow/model.ts';

/** Escape closes, and what is typed outside of a box goes into the only one there is. */
export function useKeyboard(flow: Model['flow'], canClose: boolean, dispatch: Dispatch): void {
    useEffect(() => {
        const pressed = (event: KeyboardEvent) => {
            if (isTyped(event)) onlyBox()?.focus();
            if (event.key !== 'Escape' || event.defaultPrevented) return;
            if (flow.state === 'list' && flow.query !== '') dispatch({ type: 'searched', query: '' });
            // In a page there is nothing to close, only a question to take back.
            else if (canClose || flow.state === 'confirmLeave') dispatch({ type: 'closeRequested' });
        };
        document.addEventListener('keydown', pressed);
        return () => document.removeEventListener('keydown', pressed);
    }, [flow, canClose, dispatch]);
}

/** Whether a typed character or a paste goes to no box. */
function isTyped({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
    const isElsewhere = target instanceof Element && target.matches('input, textarea, select');
    const isPaste = (ctrlKey || metaKey) && key.toLowerCase() === 'v';
    return !isElsewhere && (isPaste || (key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey));
}

/** The search of the list, or the one box of a form. */
function onlyBox(): HTMLElement | null {
    const [box, another] = document.querySelectorAll<HTMLElement>(
        '.frame:not([inert]) :is(input:not([type="file"]), textarea):not([readonly])'
    );
    return box && !another ? box : null;
}
