import { type ReactNode, useEffect } from 'react';

export function CentredPage({ title, children }: { title: string; children: ReactNode }) {
    useEffect(() => {
        document.title = title;
    }, [title]);
    return (
        <main className="mx-auto flex min-h-dvh w-full max-w-md flex-col justify-center gap-6 px-4 py-12">
            <div className="flex flex-col gap-6 rounded-card border border-hairline bg-surface p-6 shadow-raised">
                <h1 className="text-title font-semibold">{title}</h1>
                {children}
            </div>
        </main>
    );
}
