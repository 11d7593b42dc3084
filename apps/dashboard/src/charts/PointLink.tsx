import type { ComponentProps } from 'react';
import type { Target } from './use-targets.ts';

/** A link within the page; with a modifier key the browser opens it as it opens others. */
export function PointLink({ href, open, children, ...rest }: Target & Omit<ComponentProps<'a'>, 'href' | 'onClick'>) {
    return (
        <a
            {...rest}
            href={href}
            onClick={(event) => {
                if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
                event.preventDefault();
                open();
            }}
        >
            {children}
        </a>
    );
}
