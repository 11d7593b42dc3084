import { type ReactNode, useEffect } from 'react';

/** A page: its title is the window's too. */
export function Page({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) {
    useEffect(() => {
        document.title = `${title} – Patchbay`;
    }, [title]);
    return (
        <div className="mx-auto flex w-full max-w-6xl flex-col gap-6 px-4 py-6 md:px-8">
            <header className="flex flex-wrap items-center justify-between gap-3">
                <h1 className="text-page font-semibold [overflow-wrap:anywhere]">{title}</h1>
                {actions !== undefined && <div className="flex flex-wrap gap-2">{actions}</div>}
            </header>
            {children}
        </div>
    );
}

export function Card({ title, actions, children }: { title?: string; actions?: ReactNode; children: ReactNode }) {
    return (
        <section aria-label={title} className="rounded-card border border-hairline bg-surface [&>[data-notice]]:m-3">
            {title !== undefined && (
                <header className="flex flex-wrap items-center justify-between gap-2 border-b border-hairline px-4 py-3">
                    <h2 className="text-lead font-semibold">{title}</h2>
                    {actions}
                </header>
            )}
            {children}
        </section>
    );
}

export function EmptyState({ children, action }: { children: ReactNode; action?: ReactNode }) {
    return (
        <div className="flex flex-col items-center gap-4 px-4 py-12 text-center">
            <svg width="96" height="32" viewBox="0 0 48 16" aria-hidden="true" className="text-control">
                <g fill="none" stroke="currentColor" strokeWidth="1.5">
                    <rect x="1" y="2" width="12" height="12" rx="3" />
                    <rect x="35" y="2" width="12" height="12" rx="3" />
                    <path d="M13 8h6M29 8h6" />
                </g>
            </svg>
            <p className="max-w-md text-text-2">{children}</p>
            {action}
        </div>
    );
}

/** Rows of the height that they will have. */
export function SkeletonRows({ count = 5, height = 44 }: { count?: number; height?: number }) {
    return (
        <div role="status" aria-label="Loading" className="flex flex-col">
            {Array.from({ length: count }, (_, index) => (
                <div key={index} className="flex items-center px-4" style={{ height }}>
                    <div className="skeleton h-4" style={{ width: `${60 - ((index * 13) % 30)}%` }} />
                </div>
            ))}
        </div>
    );
}
