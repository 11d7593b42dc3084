import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { focusWithin } from './focus-within.ts';

/** Of the heading, which names what the screen asks for. */
export const titleId = 'screen-title';

/**
 * One screen: its heading gets the focus when it appears, so that screen readers start at the
 * top.
 * @param actions buttons that stay in reach at the bottom
 */
export function Screen({ title, art, children, actions }: { title: string; art?: ReactNode; children?: ReactNode; actions?: ReactNode }) {
    const heading = useRef<HTMLHeadingElement>(null);
    useLayoutEffect(() => {
        // The document is the same for all screens, and would stay scrolled.
        document.documentElement.scrollTop = 0;
        return focusWithin(heading.current);
    }, []);
    return (
        <>
            <div className="screen">
                {art}
                <h1 ref={heading} id={titleId} tabIndex={-1}>
                    {title}
                </h1>
                {children}
            </div>
            {actions && <div className="actions">{actions}</div>}
        </>
    );
}

interface ButtonProps {
    children: ReactNode;
    kind?: 'primary' | 'secondary' | 'quiet';
    /** What it does can't be undone. */
    danger?: boolean;
    /** Work is under way: the button stays where it is and can be focused, but does nothing. */
    busy?: boolean;
    /** Sends the form of this id. */
    submits?: string;
    onClick?: () => void;
}

export function Button({ children, kind = 'primary', danger = false, busy = false, submits, onClick }: ButtonProps) {
    return (
        <button
            className={`button button-${kind}${danger ? ' button-danger' : ''}`}
            type={submits === undefined ? 'button' : 'submit'}
            form={submits}
            aria-disabled={busy || undefined}
            onClick={(event) => {
                if (busy) event.preventDefault();
                else onClick?.();
            }}
        >
            {children}
        </button>
    );
}
