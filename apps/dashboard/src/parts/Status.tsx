import type { ReactNode } from 'react';

/** How the two ends of a connection are joined: shape and word first, colour last. */
const glyphs = {
    working: { text: 'text-ok', path: <path d="M13 8h22" /> },
    attention: {
        text: 'text-warn',
        path: (
            <>
                <path d="M13 8h5M30 8h5" />
                <circle cx="24" cy="8" r="6" />
                <path d="M24 5v3.5M24 11v.2" />
            </>
        )
    },
    broken: { text: 'text-danger', path: <path d="M13 8h5M30 8h5M21 5l6 6M27 5l-6 6" /> },
    waiting: { text: 'text-info', path: <path d="M13 8h4M21 8h2M25 8h2M31 8h4" /> },
    paused: { text: 'text-text-2', path: <path d="M13 8h7M28 8h7M22.5 4v8M25.5 4v8" /> },
    unknown: { text: 'text-text-3', path: <path d="M13 8h3M32 8h3" /> }
} as const;

export type StatusKind = keyof typeof glyphs;

export function Status({ kind, children }: { kind: StatusKind; children: ReactNode }) {
    const { text, path } = glyphs[kind];
    return (
        <span className={`inline-flex items-center gap-2 font-semibold whitespace-nowrap ${text}`}>
            <svg
                width="36"
                height="12"
                viewBox="0 0 48 16"
                aria-hidden="true"
                className="shrink-0"
                fill="none"
                stroke="currentColor"
                strokeWidth="1.75"
            >
                <rect x="1" y="2" width="12" height="12" rx="3" />
                <rect x="35" y="2" width="12" height="12" rx="3" />
                {path}
            </svg>
            {children}
        </span>
    );
}
