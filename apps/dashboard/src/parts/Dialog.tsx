import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';

interface Props {
    title: string;
    /** By Escape; absent: it has to be answered. */
    onClose?: () => void;
    children: ReactNode;
}

/** A modal dialog, by the browser's own: the focus stays in it, and goes back where it was. */
export function Dialog({ title, onClose, children }: Props) {
    const dialog = useRef<HTMLDialogElement>(null);
    const titleId = useId();
    // Closed before it goes from the page: the browser gives the focus back then alone.
    useLayoutEffect(() => {
        const { current } = dialog;
        current?.showModal();
        return () => current?.close();
    }, []);
    return (
        <dialog
            ref={dialog}
            aria-labelledby={titleId}
            onCancel={(event) => {
                event.preventDefault();
                onClose?.();
            }}
            className="m-auto w-full max-w-lg rounded-card border border-hairline bg-surface p-0 text-text shadow-raised backdrop:bg-black/50"
        >
            <div className="flex max-h-[85dvh] flex-col gap-4 overflow-auto p-6">
                <h2 id={titleId} className="text-title font-semibold">
                    {title}
                </h2>
                {children}
            </div>
        </dialog>
    );
}

export function DialogActions({ children }: { children: ReactNode }) {
    return <div className="mt-2 flex flex-wrap justify-end gap-2">{children}</div>;
}
