import type { ReactNode } from 'react';

/** Names and values. */
export function Details({ children }: { children: ReactNode }) {
    return <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[9rem_1fr]">{children}</dl>;
}

export function Detail({ name, children }: { name: string; children: ReactNode }) {
    return (
        <>
            <dt className="text-text-2">{name}</dt>
            <dd className="min-w-0">{children}</dd>
        </>
    );
}
