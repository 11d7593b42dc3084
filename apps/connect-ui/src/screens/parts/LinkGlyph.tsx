export type LinkState = 'connected' | 'attention' | 'broken' | 'connecting';

/**
 * Two tiles and the line between them. It says how things stand by shape; the words beside it say
 * the same.
 */
export function LinkGlyph({ state, large = false }: { state: LinkState; large?: boolean }) {
    return (
        <svg
            className={`glyph glyph-${state}${large ? ' glyph-large' : ''}`}
            viewBox="0 0 48 16"
            width={large ? 120 : 48}
            height={large ? 40 : 16}
            fill="none"
            aria-hidden="true"
            focusable="false"
        >
            <rect className="glyph-tile" x="1" y="2" width="12" height="12" rx="3" />
            <rect className="glyph-tile glyph-end" x="35" y="2" width="12" height="12" rx="3" />
            {state === 'connected' && <path className="glyph-line" d="M13 8H35" pathLength="1" />}
            {state === 'attention' && (
                <>
                    <path className="glyph-line" d="M13 8h5M30 8h5" />
                    <circle className="glyph-line" cx="24" cy="8" r="6" />
                    <path className="glyph-line" d="M24 5v3.5M24 11v.1" />
                </>
            )}
            {state === 'broken' && <path className="glyph-line" d="M13 8h6M29 8h6" />}
            {state === 'connecting' && <path className="glyph-line" d="M17 8h.1M21 8h.1M27 8h.1M31 8h.1" />}
        </svg>
    );
}
