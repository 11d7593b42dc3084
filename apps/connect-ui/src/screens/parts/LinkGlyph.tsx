export type LinkState = 'connected' | 'attention' | 'broken' | 'connecting';

/**
 * Two tiles and the line between them. It says how things stand by shape; the words beside it say
 * the same.
 */
export function LinkGlyph({ state }: { state: LinkState }) {
    return (
        <svg className={`glyph glyph-large glyph-${state}`} viewBox="0 0 48 16" width="120" height="40" fill="none" aria-hidden="true">
            <rect className="glyph-tile" x="1" y="2" width="12" height="12" rx="3" />
            <rect className="glyph-tile glyph-end" x="35" y="2" width="12" height="12" rx="3" />
            <LinkLine state={state} />
        </svg>
    );
}

/** What is between the tiles, in the glyph's own units. */
export function LinkLine({ state }: { state: LinkState }) {
    if (state !== 'attention') return <path className="glyph-line" d={lines[state]} pathLength={state === 'connected' ? '1' : undefined} />;
    return (
        <>
            <path className="glyph-line" d="M13 8h5M30 8h5" />
            <circle className="glyph-line" cx="24" cy="8" r="6" />
            <path className="glyph-line" d="M24 5v3.5M24 11v.1" />
        </>
    );
}

const lines = { connected: 'M13 8H35', broken: 'M13 8h6M29 8h6', connecting: 'M17 8h.1M21 8h.1M27 8h.1M31 8h.1' };
